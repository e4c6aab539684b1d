import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { type ChainState, isFirstOfAll, NO_BLOCK } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { StateMark } from '../../../parts/StateMark.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { formatAge, formatDuration, groupDigits } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type SyncState = MethodResult<'getsyncstate'>

export interface StateStripProps {
  onAdd(): void
  onPing(): void
  onPeer(id: number): void
}

/** The node's sync state, its evidence and age, and the one remedy. */
export function StateStrip(props: StateStripProps) {
  const sync = useRpc('getsyncstate', {})
  const state = useChainState()
  const now = useNow()
  return (
    <section
      aria-label="State of the chain"
      className="flex min-h-14 shrink-0 items-center gap-4 rounded-lg border bg-surface py-2 pr-3 pl-4 shadow-card"
    >
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <StateMark state={state} className="shrink-0 self-center text-14" />
          <span className="min-w-0 truncate" title={state.explanation}>
            {state.explanation}
          </span>
        </p>
        <p className="truncate text-12 text-muted">
          {sync.data ? (
            evidenceText(sync.data, state, now)
          ) : sync.isError ? (
            '—'
          ) : (
            <Skeleton className="mt-1 h-3 w-80" />
          )}
        </p>
      </div>
      {sync.data ? <Action sync={sync.data} {...props} /> : null}
      <CallSource calls={[shownCall('getsyncstate', {})]} />
    </section>
  )
}

/** The last known sync state, where the node cannot be asked. */
function evidenceText({ evidence, since, state }: SyncState, shown: ChainState, now: number): string {
  const { height, headers, peersheight, inflight, tiptime } = evidence
  return [
    isFirstOfAll(height) ? NO_BLOCK : height > 0 ? `at block ${groupDigits(height)}` : '',
    headers > height ? `headers to ${groupDigits(headers)}` : '',
    peersheight >= 0 ? `peers told of ${groupDigits(peersheight)}` : '',
    inflight > 0 ? `${groupDigits(inflight)} asked for` : '',
    height > 0 ? `newest block ${formatAge(tiptime, now)}` : '',
    shown.id === state ? `in this state for ${formatDuration(now - since)}` : shown.tip,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Action({ sync, onAdd, onPing, onPeer }: StateStripProps & { readonly sync: SyncState }): ReactNode {
  const culprit = sync.evidence.waitingfor
  switch (sync.state) {
    case 'stalled':
    case 'blocks':
      return culprit === null ? null : <Button onClick={() => onPeer(culprit)}>Show the slow peers</Button>
    case 'solo':
    case 'no-peers':
      return sync.enabled ? <Button onClick={onAdd}>Add a node</Button> : null
    case 'stale-tip':
      return <Button onClick={onPing}>Ping all peers</Button>
    case 'other-branch':
      return (
        <Button asChild>
          <Link to="/">What to do</Link>
        </Button>
      )
    case 'synced':
      return (
        <Button asChild>
          <Link to="/">Newest blocks</Link>
        </Button>
      )
    default:
      return null
  }
}
