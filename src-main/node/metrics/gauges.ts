import { Counter, Gauge, type Registry } from 'prom-client'
import type { Chain } from '../chain/index.ts'
import type { PeerNetwork, SyncState, SyncStateName } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { FileSizes } from './fileSizeCache.ts'

/** The parts that the gauges read. */
export interface Observed {
  readonly chain: Pick<Chain, 'tip' | 'bestHeader' | 'subscribe' | 'falsePhgr13Proofs'>
  readonly mempool: Pick<Mempool, 'stats'>
  readonly peers: Pick<PeerNetwork, 'peers' | 'totals' | 'bans' | 'longestHeight'>
}

export interface GaugeSources {
  /** returns undefined while the parts do not exist yet */
  readonly parts: () => Observed | undefined
  /** returns undefined while the node shuts down */
  readonly syncState: () => SyncState | undefined
  readonly queuedInputs: () => number
  readonly files: () => Promise<FileSizes>
}

/** Record instead of a list, so that the compiler reports a missing state. Dashboards need a metric for every state. */
const STATES: Readonly<Record<SyncStateName, true>> = {
  ...{
    starting: true,
    'no-peers': true,
    headers: true,
    blocks: true,
    indexing: true,
    stalled: true,
  },
  ...{ 'other-branch': true, 'other-chain': true, reorganising: true, 'stale-tip': true, synced: true, solo: true },
}

/** Creates the gauges that are computed on each scrape. */
export function createGauges(registry: Registry, sources: GaugeSources): void {
  chainGauges(registry, sources)
  peerGauges(registry, sources)
  fileGauges(registry, sources)
}

/** Creates a gauge without a value while its source returns undefined. */
function gauge(registry: Registry, name: string, help: string, value: () => number | undefined): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const now = value()
      if (now === undefined) this.remove()
      else this.set(now)
    },
  })
}

function labelled<Label extends string>(
  registry: Registry,
  about: { readonly name: string; readonly help: string; readonly label: Label },
  values: () => Iterable<readonly [label: string, value: number]> | Promise<Iterable<readonly [string, number]>>,
): void {
  const { name, help, label } = about
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const all = await values()
      this.reset()
      for (const [of, value] of all) this.set({ [label]: of } as Record<Label, string>, value)
    },
  })
}

function chainGauges(registry: Registry, { parts, syncState, queuedInputs }: GaugeSources): void {
  const tip = () => parts()?.chain.tip()
  gauge(registry, 'chainwright_block_height', 'Height of the tip', () => tip()?.height)
  gauge(registry, 'chainwright_tip_timestamp_seconds', 'Time of the tip', () => tip()?.time)
  gauge(registry, 'chainwright_header_height', 'Height of the best header', () => parts()?.chain.bestHeader().height)
  gauge(registry, 'chainwright_verify_queue_inputs', 'Inputs whose scripts are queued for verification', queuedInputs)
  gauge(registry, 'chainwright_false_phgr13_proofs', 'Invalid PHGR13 proofs (old JoinSplits)', () =>
    parts()?.chain.falsePhgr13Proofs(),
  )
  gauge(
    registry,
    'chainwright_mempool_transactions',
    'Transactions in the mempool',
    () => parts()?.mempool.stats().size,
  )
  gauge(
    registry,
    'chainwright_mempool_bytes',
    'Serialised size of the transactions in the mempool',
    () => parts()?.mempool.stats().bytes,
  )
  gauge(
    registry,
    'chainwright_mempool_memory_bytes',
    'Memory used by the mempool',
    () => parts()?.mempool.stats().usage,
  )
  labelled(
    registry,
    { name: 'chainwright_sync_state', help: 'Sync state of the node: 1 for the current state', label: 'state' },
    () => {
      const now = syncState()?.state
      return Object.keys(STATES).map((state) => [state, state === now ? 1 : 0])
    },
  )
}

function peerGauges(registry: Registry, { parts }: GaugeSources): void {
  labelled(registry, { name: 'chainwright_peers', help: 'Connections', label: 'direction' }, () => {
    const all = parts()?.peers.peers() ?? []
    const inbound = all.filter((peer) => peer.inbound).length
    return Object.entries({ inbound, outbound: all.length - inbound })
  })
  gauge(registry, 'chainwright_peers_height', 'Best height claimed by peers', () => parts()?.peers.longestHeight())
  gauge(registry, 'chainwright_bans', 'Banned addresses and ranges', () => parts()?.peers.bans().length)
  new Counter({
    name: 'chainwright_network_bytes_total',
    help: 'Bytes received from and sent to peers',
    labelNames: ['direction'],
    registers: [registry],
    collect() {
      const { received, sent } = parts()?.peers.totals() ?? { received: 0, sent: 0 }
      this.reset()
      this.inc({ direction: 'received' }, received)
      this.inc({ direction: 'sent' }, sent)
    },
  })
}

function fileGauges(registry: Registry, { files }: GaugeSources): void {
  const databases = { name: 'chainwright_database_bytes', help: 'Databases and their journals', label: 'file' } as const
  labelled(registry, databases, async () => (await files()).databases)
  labelled(registry, { name: 'chainwright_files_bytes', help: 'Other files', label: 'kind' }, async () => {
    const { blockFiles, log } = await files()
    return Object.entries({ blocks: blockFiles, log })
  })
  new Gauge({
    name: 'chainwright_disk_free_bytes',
    help: 'Free space on the disk of the data directory',
    registers: [registry],
    async collect() {
      this.set((await files()).free)
    },
  })
}
