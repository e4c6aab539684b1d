import { type ReactNode, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { startText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { freePorts, PreflightList, usePreflight } from './PreflightList.tsx'

export interface StartTroubleProps {
  readonly id: string
  /** one sentence: why the chain does not run */
  readonly reason: string
  readonly details?: string | undefined
  readonly busy: boolean
  readonly actions?: ReactNode
  onStart(ports: ChainPorts): void
}

/** Explains a failed start of a chain: the cause, what is safe, and the remedy. */
export function StartFailure({ id, reason, details, busy, actions, onStart }: StartTroubleProps) {
  const [ports, setPorts] = useState<ChainPorts>({})
  const preflight = usePreflight({ id }, true, ports)
  const free = freePorts(preflight.checks)
  return (
    <div className="flex flex-col gap-4">
      <ErrorState
        compact
        title={startText(reason) || t('start:noReason')}
        safe={t('start:safeOnDisk')}
        details={details}
      />
      {/* A retry cannot succeed while a port is taken, so the free port is the primary action. */}
      <PreflightList preflight={preflight} ports={ports} onPorts={free ? undefined : setPorts} />
      <div className="flex flex-wrap gap-2">
        {free ? (
          <Button variant="primary" busy={busy} onClick={() => onStart({ ...ports, ...free })}>
            {t('start:startOnFree', { count: Object.keys(free).length, port: Object.values(free).join(', ') })}
          </Button>
        ) : null}
        <Button variant={free ? 'secondary' : 'primary'} busy={busy} onClick={() => onStart(ports)}>
          {t('start:startAgain')}
        </Button>
        {actions}
      </div>
    </div>
  )
}
