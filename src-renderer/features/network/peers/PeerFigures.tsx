import { useEffect, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { isFirstOfAll, NO_BLOCK } from '../../../node/chainState.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { formatBytes, groupDigits, plural } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { formatPing, type ListedPeer, median, PEERS_EVERY_MS, pingOf } from './peer.ts'

export interface PeerFiguresProps {
  readonly peers: readonly ListedPeer[] | undefined
  readonly failed: boolean
}

export function PeerFigures({ peers, failed }: PeerFiguresProps) {
  const totals = useRpc('getnettotals', {}, { every: PEERS_EVERY_MS })
  const sync = useRpc('getsyncstate', {})
  const rate = useRate(totals.data)
  const nothing = failed ? null : undefined
  const inbound = peers?.filter((peer) => peer.inbound).length ?? 0
  const groups = new Set(peers?.map(({ group }) => group)).size
  const ping = peers && median(peers.flatMap((peer) => pingOf(peer) ?? []))
  const source = <CallSource calls={[shownCall('listpeers', {})]} />
  const totalsSource = <CallSource calls={[shownCall('getnettotals', {})]} />
  const best = sync.data?.evidence.peersheight
  return (
    <KeyFigures>
      <KeyFigure
        label="Peers"
        value={peers ? groupDigits(peers.length) : nothing}
        note={peers ? `${peers.length - inbound} out, ${inbound} in` : null}
        source={source}
      />
      <KeyFigure
        label="Their best"
        value={best === undefined ? (sync.error ? null : undefined) : best < 0 ? '—' : groupDigits(best)}
        note={sync.data ? besideTheirs(sync.data.evidence) : null}
        source={<CallSource calls={[shownCall('getsyncstate', {})]} />}
      />
      <KeyFigure
        label="Usual ping"
        value={peers ? (ping === undefined ? '—' : formatPing(ping)) : nothing}
        note={peers ? (groups === 0 ? 'nobody to measure' : `in ${plural(groups, 'group')}`) : null}
        source={source}
      />
      <KeyFigure
        label="Received"
        value={totals.data ? formatBytes(totals.data.totalbytesrecv) : totals.error ? null : undefined}
        note={rate ? `${formatBytes(rate.received)}/s now` : 'since the start'}
        source={totalsSource}
      />
      <KeyFigure
        label="Sent"
        value={totals.data ? formatBytes(totals.data.totalbytessent) : totals.error ? null : undefined}
        note={rate ? `${formatBytes(rate.sent)}/s now` : 'since the start'}
        source={totalsSource}
      />
    </KeyFigures>
  )
}

function besideTheirs({ peersheight, height }: MethodResult<'getsyncstate'>['evidence']): string {
  if (peersheight < 0) return 'nobody to ask'
  return isFirstOfAll(height) ? `this node has ${NO_BLOCK}` : `this node is at ${groupDigits(height)}`
}

type Totals = MethodResult<'getnettotals'>

/** Bytes a second between the last two answers. */
function useRate(totals: Totals | undefined) {
  const [pair, setPair] = useState<readonly [Totals | undefined, Totals | undefined]>([undefined, undefined])
  useEffect(() => {
    if (totals) setPair(([, last]) => [last, totals])
  }, [totals])
  const [before, now] = pair
  if (!before || !now) return undefined
  const seconds = (now.timemillis - before.timemillis) / 1000
  if (seconds <= 0) return undefined
  return {
    received: Math.max(0, Math.round((now.totalbytesrecv - before.totalbytesrecv) / seconds)),
    sent: Math.max(0, Math.round((now.totalbytessent - before.totalbytessent) / seconds)),
  }
}
