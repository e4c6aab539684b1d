import { Ban, ChevronDown, Unplug } from 'lucide-react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Drawer } from '../../../ui/Dialog.tsx'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { formatBytes, formatDuration, groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { findKept } from '../addedNode.ts'
import { NodeAddress } from '../NodeAddress.tsx'
import { type DetailedPeer, decodeServices, givesText, groupText } from '../peer.ts'
import { BanMenu } from './BanMenu.tsx'
import { LiveTraffic } from './LiveTraffic.tsx'
import { MessageTable } from './MessageTable.tsx'
import { PingHistory } from './PingHistory.tsx'
import { useAddedNodes } from './useAddedNodes.ts'
import { usePeerActions } from './usePeerActions.ts'

const DETAILS_EVERY_MS = 1000

/** Number of characters that always fit next to their label. */
const ONE_LINE = 40

/** Shows the details of one connection. The last known ones stay after it ends. */
export function PeerDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const details = useRpc('getpeerdetails', { id }, { keepPrevious: false, every: DETAILS_EVERY_MS })
  const peer = details.data
  const height = useRpc('getsyncstate', {}).data?.evidence.height ?? 0
  const gone = details.error instanceof RpcError && details.error.code === RPC_ERROR.NODE_NOT_CONNECTED
  return (
    <Drawer
      open
      onClose={onClose}
      title={
        <span className="font-mono text-14">
          {peer ? <NodeAddress address={peer.addr} max={60} /> : t('network:drawer.peer', { id })}
        </span>
      }
      subtitle={peer ? subtitle(peer) : undefined}
      actions={<CallSource calls={[shownCall('getpeerdetails', { id })]} />}
    >
      <div className="flex flex-col gap-5">
        {gone ? (
          <p role="status" className="rounded-md border bg-warn-soft px-3 py-2 text-warn">
            {peer ? t('network:drawer.endedLast') : t('network:drawer.ended')}
          </p>
        ) : null}
        {peer ? (
          <>
            {gone ? null : <Actions peer={peer} onClose={onClose} />}
            <LiveTraffic peer={peer} time={details.dataUpdatedAt} ended={gone} />
            <PingHistory peer={peer} />
            <FactList facts={listFacts(peer, height)} />
            <MessageTable messages={peer.messages} />
          </>
        ) : gone ? null : details.error ? (
          <RpcErrorState compact error={details.error} onRetry={() => void details.refetch()} />
        ) : (
          <SkeletonLines lines={14} />
        )}
      </div>
    </Drawer>
  )
}

function subtitle(peer: DetailedPeer) {
  return (
    <Trans
      i18nKey={peer.inbound ? 'network:drawer.inbound' : 'network:drawer.outbound'}
      components={{ age: <Age time={peer.conntime} /> }}
    />
  )
}

function Actions({ peer, onClose }: { readonly peer: DetailedPeer; onClose(): void }) {
  const { disconnect } = usePeerActions()
  const { add, remove } = useAddedNodes()
  const added = useRpc('listaddednodes', {})
  const kept = findKept(added.data ?? [], peer)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Unplug aria-hidden className="size-4" />}
        onClick={() => {
          onClose()
          void disconnect([peer])
        }}
      >
        {t('network:peers.disconnect')}
      </Button>
      <BanMenu peers={[peer]} onDone={onClose}>
        <Button icon={<Ban aria-hidden className="size-4" />}>
          {t('network:peers.ban')} <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      </BanMenu>
      {kept ? (
        <Button variant="ghost" onClick={() => void remove(kept.node)}>
          {t('network:drawer.stopKeeping')}
        </Button>
      ) : peer.inbound ? null : (
        <Button variant="ghost" onClick={() => void add(peer.addr).catch(() => {})}>
          {t('network:add.keep')}
        </Button>
      )}
    </div>
  )
}

function listFacts(peer: DetailedPeer, own: number): readonly Fact[] {
  const services = decodeServices(peer.services)
  const { height } = peer
  return [
    { label: t('network:col.gives'), value: givesText(peer, own) },
    {
      label: t('network:fact.software'),
      value: (
        <span className={cn('inline-block break-all', peer.useragent.length > ONE_LINE && 'text-left')}>
          <SafeText text={peer.useragent} max={256} empty={t('network:fact.nameless')} />
        </span>
      ),
    },
    { label: t('network:fact.protocol'), value: peer.version === 0 ? t('network:fact.noHandshake') : peer.version },
    {
      label: t('network:fact.services'),
      value: services.length
        ? services.map(({ word, meaning }) => (
            <span key={word} className="block">
              {word} <span className="text-muted">{meaning}</span>
            </span>
          ))
        : t('network:fact.none'),
    },
    { label: t('network:fact.network'), value: t(`network:drawer.network.${peer.network}`) },
    {
      label: t('network:fact.group'),
      value: <span className="font-mono text-12">{groupText(peer.group)}</span>,
    },
    ...(peer.addrlocal
      ? [
          {
            label: t('network:fact.ourAddress'),
            value: <span className="font-mono text-12">{visibleString(peer.addrlocal, 80)}</span>,
          },
        ]
      : []),
    { label: t('network:fact.best'), value: height < 0 ? t('network:fact.unknown') : <BlockLink height={height} /> },
    {
      label: t('network:fact.starting'),
      value:
        peer.startingheight < 0 ? (
          t('network:fact.unknown')
        ) : (
          <Trans i18nKey="network:fact.startingAt" components={{ block: <BlockLink height={peer.startingheight} /> }} />
        ),
    },
    {
      label: t('network:fact.requested'),
      value: peer.inflight?.length
        ? t('network:fact.requestedList', { blocks: peer.inflight.length, heights: requestedHeights(peer.inflight) })
        : t('network:fact.none'),
    },
    { label: t('network:fact.score'), value: peer.banscore ?? 0 },
    { label: t('network:fact.clock'), value: clockText(peer) },
    { label: t('network:fact.relay'), value: relayText(peer) },
    {
      label: t('network:fact.told'),
      value:
        peer.addr_rate_limited > 0
          ? t('network:fact.toldLimited', {
              addresses: groupDigits(peer.addr_processed),
              dropped: groupDigits(peer.addr_rate_limited),
            })
          : groupDigits(peer.addr_processed),
    },
    { label: t('network:fact.queue'), value: formatBytes(peer.sendqueue) },
    { label: t('network:fact.lastSent'), value: messageText(peer.lastsent) },
    { label: t('network:fact.lastReceived'), value: messageText(peer.lastreceived) },
    ...(peer.whitelisted
      ? [{ label: t('network:fact.trusted'), value: <Badge tone="accent">{t('network:fact.whitelisted')}</Badge> }]
      : []),
  ]
}

/** Clocks of honest computers differ by a second or two, plus the time in transit. */
const CLOCK_NOISE_SECONDS = 5

function clockText({ clockoffset, version }: DetailedPeer) {
  if (version === 0) return t('network:fact.noHandshake')
  if (Math.abs(clockoffset) <= CLOCK_NOISE_SECONDS) return t('network:fact.clockSame')
  const duration = formatDuration(Math.abs(clockoffset))
  return clockoffset > 0 ? t('network:fact.clockAhead', { duration }) : t('network:fact.clockBehind', { duration })
}

function relayText({ relay, filtered }: DetailedPeer) {
  if (!relay) return t('network:fact.relayNo')
  return filtered ? t('network:fact.relayFiltered') : t('network:fact.relayYes')
}

/** Maximum number of heights listed. */
const SHOWN_HEIGHTS = 6

function requestedHeights(heights: readonly number[]): string {
  const shown = heights.slice(0, SHOWN_HEIGHTS).map(groupDigits).join(', ')
  return heights.length > SHOWN_HEIGHTS ? `${shown} …` : shown
}

function messageText(message: DetailedPeer['lastsent']) {
  if (!message) return t('network:fact.nothing')
  return (
    <>
      <span className="font-mono text-12">{visibleString(message.command, 20)}</span>, {formatBytes(message.bytes)},{' '}
      <Age time={message.time} className="text-muted" />
    </>
  )
}
