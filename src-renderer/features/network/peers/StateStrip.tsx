import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import { type ChainState, isFirstOfAll } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { StateMark } from '../../../parts/StateMark.tsx'
import { TrustedHistory } from '../../../parts/TrustedHistory.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { formatAge, formatDuration, groupDigits } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type SyncState = MethodResult<'getsyncstate'>

export interface StateStripProps {
  onPing(): void
  onPeer(id: number): void
}

/** The node's sync state, its evidence and age, and the one remedy; a node is added by the page's own button. */
export function StateStrip(props: StateStripProps) {
  const sync = useRpc('getsyncstate', {})
  const state = useChainState()
  const now = useNow()
  return (
    <section
      aria-label={t('network:peers.state')}
      className="group/source flex min-h-14 shrink-0 items-center gap-4 rounded-lg border bg-surface py-2 pr-3 pl-4 shadow-card"
    >
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <StateMark state={state} className="shrink-0 text-14" />
          <span className="min-w-0">{state.explanation}</span>
        </p>
        <p className="text-12 text-muted">
          {sync.data ? (
            evidenceText(sync.data, state, now)
          ) : sync.isError ? null : (
            <Skeleton className="mt-1 h-3 w-80" />
          )}
        </p>
        <TrustedHistory />
      </div>
      <CallSource calls={[shownCall('getsyncstate', {})]} />
      {sync.data ? <Action sync={sync.data} {...props} /> : null}
    </section>
  )
}

/** The last known sync state, where the node cannot be asked. */
function evidenceText({ evidence, since, state }: SyncState, shown: ChainState, now: number): string {
  const { height, headers, peersheight, inflight, tiptime } = evidence
  return [
    isFirstOfAll(height)
      ? t('frame:state.noBlock')
      : height > 0
        ? t('network:strip.at', { height: groupDigits(height) })
        : '',
    headers > height ? t('network:strip.headers', { height: groupDigits(headers) }) : '',
    peersheight >= 0 ? t('network:strip.peers', { height: groupDigits(peersheight) }) : '',
    inflight > 0 ? t('network:strip.requested', { blocks: groupDigits(inflight) }) : '',
    height > 0 ? t('network:strip.newest', { age: formatAge(tiptime, now) }) : '',
    shown.id === state ? t('network:strip.since', { duration: formatDuration(now - since) }) : shown.tip,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Action({ sync, onPing, onPeer }: StateStripProps & { readonly sync: SyncState }): ReactNode {
  const culprit = sync.evidence.waitingfor
  switch (sync.state) {
    case 'stalled':
    case 'blocks':
      return culprit === null ? null : <Button onClick={() => onPeer(culprit)}>{t('network:strip.slow')}</Button>
    case 'stale-tip':
      return <Button onClick={onPing}>{t('network:strip.pingAll')}</Button>
    case 'other-branch':
      return (
        <Button asChild>
          <Link to="/">{t('network:strip.advice')}</Link>
        </Button>
      )
    case 'synced':
      return (
        <Button asChild>
          <Link to="/">{t('network:strip.blocks')}</Link>
        </Button>
      )
    default:
      return null
  }
}
