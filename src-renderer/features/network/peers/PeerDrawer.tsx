import { Ban, ChevronDown, Unplug } from 'lucide-react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { RpcErrorState } from '../../../parts/RpcErrorState.tsx'
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
import { ADDED_INPUT } from './AddedNodes.tsx'
import { BanMenu } from './BanMenu.tsx'
import { LiveTraffic } from './LiveTraffic.tsx'
import { MessageTable } from './MessageTable.tsx'
import { PingHistory } from './PingHistory.tsx'
import { type DetailedPeer, heightOf, servicesOf } from './peer.ts'
import { usePeerActions } from './usePeerActions.ts'

const DETAILS_EVERY_MS = 1000

/** Characters that surely fit beside their label. */
const ONE_LINE = 40

const NETWORKS = { ipv4: 'IPv4', ipv6: 'IPv6', onion: 'onion (through Tor)', unroutable: 'private' } as const

/** Details of one connection; the last known ones stay when it ends. */
export function PeerDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const details = useRpc('getpeerdetails', { id }, { keepPrevious: false, every: DETAILS_EVERY_MS })
  const peer = details.data
  const gone = details.error instanceof RpcError && details.error.code === RPC_ERROR.NODE_NOT_CONNECTED
  return (
    <Drawer
      open
      onClose={onClose}
      title={<span className="font-mono text-14">{peer ? visibleString(peer.addr, 60) : `Peer ${id}`}</span>}
      subtitle={peer ? subtitle(peer) : undefined}
      actions={<CallSource calls={[shownCall('getpeerdetails', { id })]} />}
    >
      <div className="flex flex-col gap-5">
        {gone ? (
          <p role="status" className="rounded-md border bg-warn-soft px-3 py-2 text-warn">
            This connection has ended.{peer ? ' The last known values are below.' : ''}
          </p>
        ) : null}
        {peer ? (
          <>
            {gone ? null : <Actions peer={peer} onClose={onClose} />}
            <LiveTraffic peer={peer} time={details.dataUpdatedAt} ended={gone} />
            <PingHistory peer={peer} />
            <FactList facts={factsOf(peer)} />
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
    <>
      {peer.inbound ? 'It connected to this node ' : 'This node connected to it '}
      <Age time={peer.conntime} />
    </>
  )
}

function Actions({ peer, onClose }: { readonly peer: DetailedPeer; onClose(): void }) {
  const { disconnect, add, remove } = usePeerActions()
  const added = useRpc('getaddednodeinfo', ADDED_INPUT)
  const kept = added.data?.find(
    (node) => node.addednode === peer.addr || node.addresses?.some(({ address }) => address === peer.addr),
  )
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Unplug aria-hidden className="size-4" />}
        onClick={() => {
          onClose()
          void disconnect([peer])
        }}
      >
        Disconnect
      </Button>
      <BanMenu peers={[peer]} onDone={onClose}>
        <Button icon={<Ban aria-hidden className="size-4" />}>
          Ban <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      </BanMenu>
      {kept ? (
        <Button variant="ghost" onClick={() => void remove(kept.addednode)}>
          Stop keeping it
        </Button>
      ) : peer.inbound ? null : (
        <Button variant="ghost" onClick={() => void add(peer.addr).catch(() => {})}>
          Keep connected
        </Button>
      )}
    </div>
  )
}

function factsOf(peer: DetailedPeer): readonly Fact[] {
  const services = servicesOf(peer.services)
  const height = heightOf(peer)
  return [
    {
      label: 'Calls itself',
      value: (
        <span className={cn('inline-block break-all', peer.useragent.length > ONE_LINE && 'text-left')}>
          <SafeText text={peer.useragent} max={256} empty="(nameless)" />
        </span>
      ),
    },
    { label: 'Protocol', value: peer.version === 0 ? 'no hello yet' : peer.version },
    {
      label: 'Services',
      value: services.length
        ? services.map(({ word, meaning }) => (
            <span key={word} className="block">
              {word} <span className="text-muted">{meaning}</span>
            </span>
          ))
        : 'none',
    },
    { label: 'Network', value: NETWORKS[peer.network] },
    { label: 'Group', value: <span className="font-mono text-12">{visibleString(peer.group, 80)}</span> },
    ...(peer.addrlocal
      ? [{ label: 'Sees us as', value: <span className="font-mono text-12">{visibleString(peer.addrlocal, 80)}</span> }]
      : []),
    { label: 'Best block', value: height < 0 ? 'not known' : groupDigits(height) },
    {
      label: 'When it connected',
      value: peer.startingheight < 0 ? 'not known' : `block ${groupDigits(peer.startingheight)}`,
    },
    {
      label: 'Blocks asked for',
      value: peer.inflight?.length
        ? `${peer.inflight.length}: ${peer.inflight.slice(0, 6).map(groupDigits).join(', ')}${peer.inflight.length > 6 ? ' …' : ''}`
        : 'none',
    },
    { label: 'Misbehaviour score', value: peer.banscore ?? 0 },
    { label: 'Clock', value: clockText(peer) },
    { label: 'Wants transactions', value: peer.relay ? (peer.filtered ? 'those that match its filter' : 'yes') : 'no' },
    {
      label: 'Told us of',
      value: `${groupDigits(peer.addr_processed)} addresses${peer.addr_rate_limited > 0 ? `, ${groupDigits(peer.addr_rate_limited)} too fast` : ''}`,
    },
    { label: 'Waits to be sent', value: formatBytes(peer.sendqueue) },
    { label: 'Last sent', value: messageText(peer.lastsent) },
    { label: 'Last received', value: messageText(peer.lastreceived) },
    ...(peer.whitelisted ? [{ label: 'Trusted', value: <Badge tone="accent">whitelisted</Badge> }] : []),
  ]
}

/** Clocks of honest machines are a second or two apart, and the message was under way. */
const CLOCK_NOISE_SECONDS = 5

function clockText({ clockoffset, version }: DetailedPeer) {
  if (version === 0) return 'no hello yet'
  if (Math.abs(clockoffset) <= CLOCK_NOISE_SECONDS) return 'like ours'
  return `${formatDuration(Math.abs(clockoffset))} ${clockoffset > 0 ? 'ahead of' : 'behind'} ours`
}

function messageText(message: DetailedPeer['lastsent']) {
  if (!message) return 'nothing yet'
  return (
    <>
      <span className="font-mono text-12">{visibleString(message.command, 20)}</span>, {formatBytes(message.bytes)},{' '}
      <Age time={message.time} className="text-muted" />
    </>
  )
}
