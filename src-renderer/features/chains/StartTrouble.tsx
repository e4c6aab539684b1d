import { type ReactNode, useState } from 'react'
import type { ChainPorts } from '#shared/chains/index.ts'
import { startText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PreflightList, usePreflight } from './PreflightList.tsx'

export interface StartTroubleProps {
  readonly id: string
  /** why it does not run, a sentence */
  readonly reason: string
  readonly details?: string | undefined
  readonly busy: boolean
  /** further actions beside the button */
  readonly actions?: ReactNode
  onStart(ports: ChainPorts): void
}

/** A chain that did not start: why, what is safe, and what helps. */
export function StartTrouble({ id, reason, details, busy, actions, onStart }: StartTroubleProps) {
  const [ports, setPorts] = useState<ChainPorts>({})
  const preflight = usePreflight({ id }, true, ports)
  return (
    <div className="flex flex-col gap-4">
      <ErrorState
        compact
        title={startText(reason) || t('start:noReason')}
        safe={t('start:safeOnDisk')}
        details={details}
      />
      <PreflightList preflight={preflight} ports={ports} onPorts={setPorts} />
      <div className="flex gap-2">
        <Button variant="primary" busy={busy} onClick={() => onStart(ports)}>
          {t('start:startAgain')}
        </Button>
        {actions}
      </div>
    </div>
  )
}
