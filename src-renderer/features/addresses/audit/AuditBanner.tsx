import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { describeError } from '../../../components/describeError.ts'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { nodeState } from '../../../i18n/nodeText.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc, useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { type Audit, useAuditRun } from './auditRun.ts'

/** Banner above every address page while the index is inconsistent: shows the problem and the repair. */
export function AuditBanner() {
  const { data: status } = useRpc('getnodestatus', {})
  const outcome = useAuditRun((state) => state.outcome)
  const found = outcome && !outcome.ok ? outcome : undefined
  const problem = status?.indexProblem ?? undefined
  return found || problem !== undefined ? <Mismatch outcome={found} problem={problem} /> : null
}

function Headline({ count, height }: Pick<Audit, 'count' | 'height'>) {
  return (
    <Trans
      i18nKey={count > 0 ? 'addresses:audit.headline' : 'addresses:audit.headlineTotals'}
      count={count}
      components={{ block: <BlockLink height={height} /> }}
    />
  )
}

interface MismatchProps {
  /** result of the check of this window, with its evidence */
  readonly outcome: Audit | undefined
  /** problem that the node recorded in a check of this or another window */
  readonly problem: string | undefined
}

function Mismatch({ outcome, problem }: MismatchProps) {
  const [asking, setAsking] = useState(false)
  const rebuild = useRpcMutation('rebuildaddressindex')
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-bad/35 bg-bad-soft p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-bad">{outcome ? <Headline {...outcome} /> : problem}</p>
        <p>
          {rebuild.data ? nodeState(rebuild.data.detail) : t('addresses:audit.safe')}
          {rebuild.error ? ` ${describeError(rebuild.error).title}.` : ''}
        </p>
        {outcome && outcome.count > 0 ? (
          <details className="mt-1 text-12">
            <summary className="w-fit rounded-sm text-muted">{t('addresses:audit.which')}</summary>
            <ul className="mt-1 flex max-h-32 flex-col gap-1 overflow-y-auto">
              {outcome.differences.map((row) => (
                <li key={`${row.address}${row.type}`}>
                  <Trans
                    i18nKey="addresses:audit.difference"
                    values={{
                      changes: plainAmount(row.deltas),
                      unspent: plainAmount(row.unspent),
                      balance: plainAmount(row.balance),
                    }}
                    components={{
                      address: (
                        <ChainLink to={{ kind: 'address', id: row.address }} label={t('addresses:addressLabel')} />
                      ),
                    }}
                  />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      {rebuild.data ? null : (
        <Button size="sm" busy={rebuild.isPending} onClick={() => setAsking(true)}>
          {t('addresses:audit.rebuild')}
        </Button>
      )}
      <ReviewSheet
        open={asking}
        onOpenChange={setAsking}
        title={t('addresses:audit.rebuildTitle')}
        confirmLabel={t('addresses:audit.rebuild')}
        onConfirm={() => {
          setAsking(false)
          rebuild.mutate({})
        }}
      >
        <p>{t('addresses:audit.rebuildText')}</p>
      </ReviewSheet>
    </div>
  )
}
