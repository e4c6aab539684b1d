import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { FIGURE_LINK, KnownBlockLink, TipLink } from '../../../components/links/TipLink.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { formatBytes, groupDigits } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { Shows } from '../../../ui/Shows.tsx'
import { formatPing, getPing, type ListedPeer, median, PEERS_EVERY_MS } from '../peer.ts'

export interface PeerFiguresProps {
  readonly peers: readonly ListedPeer[] | undefined
  readonly failed: boolean
}

export function PeerFigures({ peers, failed }: PeerFiguresProps) {
  // No event reports a change of a peer's height. The list below uses the same poll interval.
  const sync = useRpc('getsyncstate', {}, { every: PEERS_EVERY_MS })
  const source = <CallSource calls={[shownCall('listpeers', {})]} />
  const unknown = failed ? null : undefined
  return (
    <KeyFigures>
      <KeyFigure
        label={t('network:figure.peers')}
        {...(peers ? countFigure(peers) : { value: unknown })}
        source={source}
      />
      <KeyFigure
        label={t('network:figure.height')}
        {...(sync.data ? heightFigure(sync.data.evidence) : { value: sync.error ? null : undefined })}
        source={<CallSource calls={[shownCall('getsyncstate', {})]} />}
      />
      <KeyFigure
        label={t('network:figure.ping')}
        {...(peers ? pingFigure(peers) : { value: unknown })}
        source={source}
      />
      <TrafficFigures />
    </KeyFigures>
  )
}

function TrafficFigures() {
  const totals = useRpc('getnettotals', {}, { every: PEERS_EVERY_MS })
  const rate = useRate(totals.data)
  const unknown = totals.error ? null : undefined
  const source = <CallSource calls={[shownCall('getnettotals', {})]} />
  return (
    <>
      <KeyFigure
        label={t('network:figure.received')}
        value={totals.data ? formatBytes(totals.data.totalbytesrecv) : unknown}
        note={rateNote(rate?.received)}
        source={source}
      />
      <KeyFigure
        label={t('network:figure.sent')}
        value={totals.data ? formatBytes(totals.data.totalbytessent) : unknown}
        note={rateNote(rate?.sent)}
        source={source}
      />
    </>
  )
}

const rateNote = (rate: number | undefined) =>
  rate === undefined ? t('network:figure.sinceStart') : t('network:live.now', { rate: formatBytes(rate) })

function countFigure(peers: readonly ListedPeer[]) {
  const inbound = peers.filter((peer) => peer.inbound).length
  return {
    value: <Shows figure="peers">{groupDigits(peers.length)}</Shows>,
    note: t('network:figure.directions', { outbound: peers.length - inbound, inbound }),
  }
}

function heightFigure(evidence: Evidence) {
  const { peersheight, height } = evidence
  const note = besideTheirs(evidence)
  if (peersheight < 0) return { value: '—', note }
  const value = <KnownBlockLink height={peersheight} tip={height} className={FIGURE_LINK} />
  return { value, chars: groupDigits(peersheight).length, note }
}

function pingFigure(peers: readonly ListedPeer[]) {
  const ping = median(peers.flatMap((peer) => getPing(peer) ?? []))
  const groups = new Set(peers.map(({ group }) => group)).size
  return {
    value: ping === undefined ? '—' : formatPing(ping),
    note: groups === 0 ? t('network:figure.noPeers') : t('network:figure.groups', { count: groups }),
  }
}

type Evidence = MethodResult<'getsyncstate'>['evidence']

function besideTheirs({ peersheight, height }: Evidence): ReactNode {
  if (peersheight < 0) return t('network:figure.noPeers')
  const components = { block: <TipHeight height={height} /> }
  return peersheight < height ? (
    <Trans i18nKey="network:figure.hereLast" components={components} />
  ) : (
    <Trans i18nKey="network:figure.here" components={components} />
  )
}

function TipHeight({ height }: { readonly height: number }) {
  return (
    <Shows figure="height">
      <TipLink height={height} />
    </Shows>
  )
}

type Totals = MethodResult<'getnettotals'>

/** Returns the bytes per second between the last two answers. */
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
