import { useMutation } from '@tanstack/react-query'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { KnownHash } from '../../../components/people/KnownHash.tsx'
import { useToyChain } from '../../../components/people/persons.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { WalletStatus } from './backupState.ts'
import { type MovePlanReply, movingSentences, stayingLabel } from './moveSentences.ts'

export interface MoveCardProps {
  readonly status: WalletStatus
  readonly coin: string
}

/**
 * Offers to move everything that the phrase does not restore, and shows the progress. Renders nothing if the phrase
 * restores everything.
 */
export function MoveCard({ status, coin }: MoveCardProps) {
  if (!status.phrase || (status.uncovered === 0 && status.move === null)) return null
  return (
    <Card
      title={t(status.move ? 'wallet:move.titleMoving' : 'wallet:move.title')}
      source={<CallSource calls={[shownCall('planmovetophrase', {}), shownCall('getwalletstatus', {})]} />}
    >
      {status.move ? <MoveProgress move={status.move} /> : <MoveOffer coin={coin} />}
    </Card>
  )
}

/** Shows what moves, its cost and what stays. The button opens the app's confirmation. */
function MoveOffer({ coin }: { readonly coin: string }) {
  const { client } = useNode()
  const plan = useRpc('planmovetophrase', {})
  const start = useMutation({
    mutationFn: (id: string) => withUnlock(() => client.call('movetophrase', { plan: id }), 'sign'),
  })
  if (plan.error) {
    return <RpcErrorState error={plan.error} onRetry={() => void plan.refetch()} className="m-0" />
  }
  if (!plan.data) return <Skeleton className="h-24 rounded-lg" />
  const { data } = plan
  const waiting = data.queued.immature + data.queued.locked + data.queued.unconfirmed + data.queued.tokens
  const isMovable = data.transactions + waiting > 0 || data.identity !== null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1 text-muted">
        {movingSentences(data, coin).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isMovable ? <p className="text-warn">{t('wallet:move.linked')}</p> : null}
      </div>
      <StayingList plan={data} coin={coin} />
      {start.error === null || isDeclined(start.error) ? null : (
        <ErrorState
          compact
          title={t('wallet:move.failed')}
          safe={t('wallet:move.safe')}
          details={describeError(start.error).title}
        />
      )}
      {isMovable ? (
        <div>
          <Button busy={start.isPending} onClick={() => start.mutate(data.plan)}>
            {t('wallet:move.action')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function StayingList({ plan, coin }: { readonly plan: MovePlanReply; readonly coin: string }) {
  const toy = useToyChain()
  if (plan.stays.length === 0) return null
  const more = plan.staycount - plan.stays.length
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t(toy ? 'wallet:move.staysToy' : 'wallet:move.stays')}</p>
      <ul aria-label={t('wallet:move.stayList')} className="divide-y rounded-md border">
        {plan.stays.map((row) => (
          <li
            key={`${row.kind} ${row.txid} ${row.address} ${row.name}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2"
          >
            <span className="min-w-40 flex-1 wrap-anywhere">
              {stayingLabel(row)} {row.kind === 'role' ? null : <SafeText text={row.name} max={40} />}
            </span>
            {row.amount === null ? null : (
              <span>
                {plainAmount(row.amount)} {coin}
              </span>
            )}
            {row.address === null ? null : (
              <KnownHash value={row.address} label={t('wallet:addressName')} head={6} tail={6} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-12 text-muted">{t('wallet:move.more', { count: more })}</p> : null}
    </div>
  )
}

/** Shows the progress of a move. It continues without the window, and after a restart. */
function MoveProgress({ move }: { readonly move: NonNullable<WalletStatus['move']> }) {
  const { client } = useNode()
  const cancel = useMutation({ mutationFn: () => client.call('cancelmovetophrase', {}) })
  const { running, left, waiting, unconfirmed, queued, problem } = move
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {[
          left > 0 ? t(running ? 'wallet:move.sending' : 'wallet:move.paused', { count: left }) : '',
          waiting > 0 ? t('wallet:move.afterBlock', { count: waiting }) : '',
          unconfirmed > 0 ? t('wallet:move.onTheWay', { count: unconfirmed }) : '',
          queued > 0 ? t('wallet:move.waits', { count: queued }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p className="text-12 text-muted">{t('wallet:move.byItself')}</p>
      {problem === null ? null : (
        <ErrorState compact title={t('wallet:move.stuck')} safe={t('wallet:move.safe')} details={problem} />
      )}
      <div>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('wallet:move.cancel')}
        </Button>
      </div>
    </div>
  )
}
