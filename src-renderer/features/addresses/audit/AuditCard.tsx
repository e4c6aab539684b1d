import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { formatUnit } from '../../../components/unitWord.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type AuditRun, useAuditRun } from './auditRun.ts'

/** Checks every address of the index. The result is one line. */
export function AuditCard() {
  const { client } = useNode()
  const queries = useQueryClient()
  const { running, progress, outcome, error, start, cancel } = useAuditRun()
  // The node's status includes the result of a check.
  const run = () => void start(client).then(() => queries.invalidateQueries({ queryKey: ['rpc', 'getnodestatus'] }))
  return (
    <section
      aria-label={t('addresses:audit.label')}
      className="group/source flex min-h-12 shrink-0 items-center gap-3 max-[479px]:flex-col max-[479px]:items-start rounded-lg border bg-surface py-2 pr-2 pl-4 shadow-card"
    >
      {/* The bar is not announced to screen readers: it moves four times a second. */}
      {running && progress ? (
        <ProgressBar
          className="min-w-0 flex-1"
          label={t('addresses:audit.progress')}
          {...progress}
          unit={formatUnit(progress.unit)}
        />
      ) : null}
      <div role="status" className={running && progress ? 'sr-only' : 'flex min-w-0 flex-1 items-start gap-2'}>
        <AuditState running={running} outcome={outcome} error={error} />
      </div>
      <CallSource calls={[shownCall('auditaddressindex', {})]} />
      {running ? (
        <Button size="sm" onClick={cancel}>
          {t('ui:cancel')}
        </Button>
      ) : (
        <Button size="sm" onClick={run}>
          {outcome ? t('addresses:audit.again') : t('addresses:audit.go')}
        </Button>
      )}
    </section>
  )
}

type AuditStateProps = Pick<AuditRun, 'running' | 'outcome' | 'error'>

/** Shows the result of the last check, or describes the next one. */
function AuditState({ running, outcome, error }: AuditStateProps) {
  if (running) {
    return (
      <Said icon={<LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />}>
        {t('addresses:audit.running')}
      </Said>
    )
  }
  if (error) {
    return (
      <Said icon={<CircleX aria-hidden className="size-4 text-bad" />}>
        {t('addresses:audit.failed', { reason: describeError(error).title })}
      </Said>
    )
  }
  if (!outcome) {
    return (
      <Said icon={<ShieldQuestion aria-hidden className="size-4 text-faint" />}>{t('addresses:audit.explain')}</Said>
    )
  }
  if (outcome.ok) {
    return (
      <Said icon={<CircleCheck aria-hidden className="size-4 text-ok" />}>
        <Trans
          i18nKey="addresses:audit.ok"
          values={{
            changes: t('addresses:result.changes', { count: outcome.deltas }),
            outputs: t('addresses:list.outputs', { count: outcome.utxos }),
            addresses: t('addresses:result.addresses', { count: outcome.addresses }),
          }}
          components={{
            strong: <span className="font-medium text-ok" />,
            block: <BlockLink height={outcome.height} />,
          }}
        />
      </Said>
    )
  }
  return (
    <Said icon={<CircleX aria-hidden className="size-4 text-bad" />}>
      <Trans
        i18nKey={outcome.count > 0 ? 'addresses:audit.wrong' : 'addresses:audit.wrongTotals'}
        count={outcome.addresses}
        values={{ bad: groupDigits(outcome.count) }}
        components={{ strong: <span className="font-medium text-bad" />, block: <BlockLink height={outcome.height} /> }}
      />
    </Said>
  )
}

function Said({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p className="min-w-0">{children}</p>
    </>
  )
}
