import { ArrowDownLeft, ArrowUpRight, Ban } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Sparkline } from '../../../ui/Chart/Sparkline.tsx'
import { useNow } from '../../../ui/clock.ts'
import { formatBytes, formatDuration, formatTime, groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { NodeAddress } from '../NodeAddress.tsx'
import { formatPing, getPeerHeight, getPing, givesText, isHeightOld, type ListedPeer } from '../peer.ts'
import { BanMenu } from './BanMenu.tsx'

/** Shows the direction of a connection as an arrow and a word. */
export function PeerDirection({ inbound }: { readonly inbound: boolean }) {
  const Arrow = inbound ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className="inline-flex items-center gap-1 align-middle"
      title={inbound ? t('network:col.inboundHint') : t('network:col.outboundHint')}
    >
      <Arrow aria-hidden className="size-3.5 text-faint" />
      {inbound ? t('network:col.inbound') : t('network:col.outbound')}
    </span>
  )
}

/** Shows an age in one unit: "4 min", which is enough in a table. */
function ShortAge({ since }: { readonly since: number }) {
  const now = useNow()
  const [first = '', unit = ''] = formatDuration(now - since).split(' ')
  return <span title={t('network:col.connected', { time: formatTime(since) })}>{`${first} ${unit}`}</span>
}

export interface PeerColumnOptions {
  /** height of this node's tip */
  readonly height: number
}

/** Returns the columns of a peer. Columns hidden in narrow windows are in the drawer too. */
export const peerColumns = (options: PeerColumnOptions): readonly Column<ListedPeer>[] => [
  ...peerItself(options),
  ...peerFigures(),
  banColumn(),
]

const peerItself = ({ height }: PeerColumnOptions): readonly Column<ListedPeer>[] => [
  {
    id: 'address',
    header: t('network:col.node'),
    width: 'minmax(150px, 3fr)',
    sortBy: (peer) => peer.addr,
    cell: (peer) => <NodeAddress address={peer.addr} />,
  },
  {
    id: 'gives',
    header: t('network:col.gives'),
    hint: t('network:col.givesHint'),
    width: 'minmax(124px, 1fr)',
    sortBy: (peer) => givesText(peer, height),
    cell: (peer) => givesText(peer, height),
  },
  {
    id: 'direction',
    header: t('network:col.direction'),
    hint: t('network:col.directionHint'),
    width: '92px',
    sortBy: (peer) => (peer.inbound ? 'in' : 'out'),
    cell: (peer) => <PeerDirection inbound={peer.inbound} />,
  },
  {
    id: 'ping',
    header: t('network:col.ping'),
    hint: t('network:col.pingHint'),
    align: 'right',
    width: '104px',
    sortBy: getPing,
    cell: (peer) => {
      const ping = getPing(peer)
      return (
        <span className="flex items-center justify-end gap-2">
          <Sparkline values={peer.pings} width={36} height={14} className="text-accent-text" />
          <span className="w-14">
            {ping === null ? <span className="text-faint">{t('network:col.waiting')}</span> : formatPing(ping)}
          </span>
        </span>
      )
    },
  },
  {
    id: 'agent',
    header: t('network:col.software'),
    hint: t('network:col.softwareHint'),
    width: 'minmax(96px, 2fr)',
    hideBelow: 780,
    sortBy: (peer) => peer.useragent || null,
    cell: (peer) => (
      <span title={visibleString(peer.useragent, 256)}>
        {peer.version === 0 ? (
          <span className="text-faint">{t('network:col.handshake')}</span>
        ) : (
          <SafeText text={peer.useragent} max={80} empty={t('network:fact.nameless')} />
        )}
      </span>
    ),
  },
  {
    id: 'height',
    header: t('network:col.height'),
    hint: t('network:col.heightHint'),
    align: 'right',
    width: '64px',
    hideBelow: 860,
    firstSort: 'descending',
    sortBy: (peer) => (getPeerHeight(peer) < 0 ? null : getPeerHeight(peer)),
    cell: (peer) =>
      getPeerHeight(peer) < 0 ? (
        <span className="text-faint">—</span>
      ) : isHeightOld(peer) ? (
        <span className="text-muted" title={t('network:col.heightOld')}>
          {groupDigits(getPeerHeight(peer))}
        </span>
      ) : (
        groupDigits(getPeerHeight(peer))
      ),
  },
]

const peerFigures = (): readonly Column<ListedPeer>[] => [
  {
    id: 'bytes',
    header: t('network:col.bytes'),
    align: 'right',
    width: '124px',
    firstSort: 'descending',
    hideBelow: 1000,
    sortBy: (peer) => peer.bytesrecv + peer.bytessent,
    cell: (peer) => (
      <span className="flex justify-end gap-2">
        <span>{formatBytes(peer.bytesrecv)}</span>
        <span className="w-14 text-muted">{formatBytes(peer.bytessent)}</span>
      </span>
    ),
  },
  {
    id: 'age',
    header: t('network:col.age'),
    hint: t('network:col.ageHint'),
    align: 'right',
    width: '52px',
    firstSort: 'ascending',
    hideBelow: 1070,
    sortBy: (peer) => -peer.conntime,
    cell: (peer) => <ShortAge since={peer.conntime} />,
  },
  {
    id: 'score',
    header: t('network:col.score'),
    hint: t('network:col.scoreHint'),
    align: 'right',
    width: '52px',
    firstSort: 'descending',
    hideBelow: 1142,
    sortBy: (peer) => peer.banscore ?? null,
    cell: (peer) => {
      const score = peer.banscore ?? 0
      return score > 0 ? <span className="font-medium text-warn">{score}</span> : <span className="text-faint">0</span>
    },
  },
]

/** Bans one peer with two clicks. */
const banColumn = (): Column<ListedPeer> => ({
  id: 'act',
  header: t('network:peers.ban'),
  width: '44px',
  align: 'right',
  cell: (peer) => (
    // A press on the button or in its menu must not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the event from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
    <span onClick={(event) => event.stopPropagation()}>
      <BanMenu peers={[peer]} onDone={() => {}}>
        <IconButton
          small
          tabIndex={-1}
          label={t('network:peers.banOne', { node: visibleString(peer.addr, 60) })}
          icon={<Ban aria-hidden className="size-3.5" />}
        />
      </BanMenu>
    </span>
  ),
})
