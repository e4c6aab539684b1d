import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodePhase, Progress } from '#shared/events.ts'
import type { JsonValue } from '#shared/json.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { helpText } from '#shared/rpc/help.ts'
import { openRpcDocument } from '#shared/rpc/openrpc.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, NOT_ACTIVE, upgradeHeights } from '../../../consensus/index.ts'
import type {
  LogFilter,
  Notarisation,
  OtherBranchView,
  OtherChainView,
  PeerNetwork,
  SyncState,
} from '../../../core/index.ts'
import { PROTOCOL_VERSION } from '../../../p2p/wire/index.ts'
import type { PublisherStatus } from '../../../publish/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import type { Wallet, WalletProblem } from '../../../wallet/index.ts'
import { computeDifficulty, hex256 } from '../../format/difficulty.ts'

/** komodod's version numbers for this protocol version, which tools compare (rpc.md §3). */
export const REFERENCE_VERSION = 90000
const KMD_VERSION = '0.9.0'
const WALLET_VERSION = 60000
const ZERO_HASH = '0'.repeat(64)

/** State of the node, which the window shows during startup. */
export interface NodeStatus {
  readonly phase: NodePhase
  readonly detail: string
  readonly progress: Progress | null
  readonly name: string
  readonly network: 'main' | 'regtest'
  readonly dataDir: string
  readonly rpcAddress: string
  readonly version: string
  /** Unix time in seconds. */
  readonly startedAt: number
  readonly automaticMining: boolean
  readonly sandbox: boolean
  /** Signature verifier in use. */
  readonly verifier: 'native' | 'wasm'
  /** Description for users of the differences that an audit found in the address index. */
  readonly indexProblem: string | null
  /** Problem of the wallet file that prevents the node from starting. */
  readonly walletProblem: WalletProblem | null
}

function otherBranchAnswer({ height, hash, followers, counted, refused }: OtherBranchView) {
  return {
    ...{ height, hash: toDisplayHex(hash), followers, counted },
    refusedheight: refused.height,
    refusedhash: toDisplayHex(refused.hash),
    reason: refused.reason ?? null,
    byuser: refused.byUser,
    refusedtime: refused.at ?? null,
  }
}

function otherChainAnswer({ height, first, ownFirst, work, ownWork, followers, counted }: OtherChainView) {
  const hashes = { firsthash: toDisplayHex(first), ownfirsthash: toDisplayHex(ownFirst) }
  return { height, ...hashes, work: hex256(work), ownwork: hex256(ownWork), followers, counted }
}

type SyncFacts = SyncState & {
  readonly enabled: boolean
  readonly trusted?: { readonly height: number; readonly time: number } | undefined
}

/** Encodes the status for getsyncstate. */
function syncAnswer({ enabled, trusted, state, since, detail, evidence, progress }: SyncFacts) {
  return {
    ...{ enabled, state, since, detail, trusted: trusted ?? null },
    evidence: {
      height: evidence.height,
      headers: evidence.headers,
      peersheight: evidence.peersHeight,
      peers: evidence.peers,
      outbound: evidence.outbound,
      tiptime: evidence.tipTime,
      inflight: evidence.inFlight,
      waitingfor: evidence.waitingFor ?? null,
      otherbranch: evidence.otherBranch === undefined ? null : otherBranchAnswer(evidence.otherBranch),
      otherchain: evidence.otherChain === undefined ? null : otherChainAnswer(evidence.otherChain),
    },
    progress,
  }
}

interface EarlyDeps {
  readonly status: () => NodeStatus
  readonly syncState: () => SyncFacts
  readonly version: string
  /** Wall-clock milliseconds. */
  readonly millis: () => number
  readonly logFilter: LogFilter
  /** Starts stopping the node. The reply is sent first. */
  readonly stop: () => void
}

/** Caches a long reply that never changes: callers may request it thousands of times. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** @throws RpcError if an element is not a text */
function toNames(list: readonly JsonValue[] | undefined): readonly string[] {
  return (list ?? []).map((name) => {
    if (typeof name === 'string') return name
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, log categories must be strings')
  })
}

/** Creates handlers of methods that are available during startup. */
export function createEarlyHandlers(deps: EarlyDeps) {
  const begun = deps.millis()
  const document = once(() => openRpcDocument(deps.version))
  const overview = once(() => helpText())
  return defineHandlers({
    help: ({ command }) => (command === undefined || command === '' ? overview() : helpText(command)),
    getnodestatus: deps.status,
    logging({ include, exclude }) {
      const unknown = deps.logFilter.change(toNames(include), toNames(exclude))
      if (unknown !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `unknown logging category ${unknown}`)
      return deps.logFilter.categories()
    },
    getsyncstate: () => syncAnswer(deps.syncState()),
    // The clock of the machine may be set back.
    uptime: () => Math.max(0, Math.floor((deps.millis() - begun) / 1000)),
    'rpc.discover': document,
    stop() {
      deps.stop()
      return `${deps.status().name || 'KMD'} server stopping`
    },
  })
}

interface ControlDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly pubkeyHex: () => string | undefined
  readonly longestChain: () => number
  readonly peers: PeerNetwork
  /** In satoshis per 1000 bytes. */
  readonly payRate: bigint
  readonly relayRate: bigint
  readonly rpcPort: number
  readonly setMockTime: (time: number) => void
  /** Status of each publishing destination. */
  readonly publishing: () => readonly PublisherStatus[]
  readonly setAutoMine: (enabled: boolean) => boolean
}

/** Returns the emission fields. Most are present only if there is a reward or more than one era. */
function emissionFields({ emission, commission, staked, notaryPay }: ChainParams) {
  const { eras } = emission
  const list = (pick: (era: (typeof eras)[number]) => bigint) => eras.map((era) => pick(era).toString()).join(',')
  const shown = eras.length > 1 || (eras[0]?.reward ?? 0n) !== 0n
  return {
    premine: emission.supply,
    ...(shown && {
      ...(eras.length > 1 && { eras: eras.length }),
      reward: list((era) => era.reward),
      halving: list((era) => era.halving),
      decay: list((era) => era.decay),
      endsubsidy: list((era) => era.end),
      notarypay: eras.map((_, era) => (notaryPay?.[era] ?? 0n).toString()).join(','),
    }),
    ...(commission && commission.perc !== 0n && { commission: commission.perc }),
    ...(staked !== 0 && { staked }),
  }
}

/** Returns the last notarisation of this chain. Whether it is confirmed on the base chain is unknown here. */
const notarisedFields = (last: Notarisation | undefined) => ({
  notarized: last?.height ?? 0,
  // A root is reported until the next one arrives.
  prevMoMheight: last?.mom === undefined ? 0 : last.height,
  notarizedhash: last === undefined ? ZERO_HASH : toDisplayHex(last.hash),
  notarizedtxid: last === undefined ? ZERO_HASH : toDisplayHex(last.destTxid),
})

export function createControlHandlers(deps: ControlDeps) {
  const { params, chain, wallet } = deps

  return defineHandlers({
    getinfo() {
      const tip = chain.tip()
      const { sapling } = upgradeHeights(chain.upgrades(), tip.height + 1)
      const pubkey = deps.pubkeyHex()
      return {
        version: REFERENCE_VERSION,
        protocolversion: PROTOCOL_VERSION,
        KMDversion: KMD_VERSION,
        synced: tip.height >= deps.longestChain(),
        ...notarisedFields(chain.notarisations.last()),
        notarizedtxid_height: 'mempool' as const,
        ...(params.smartChain && { KMDnotarized_height: 0 }),
        notarized_confirms: 0,
        ...(wallet && {
          walletversion: WALLET_VERSION,
          ...(!params.smartChain && { interest: 0n }),
          balance: wallet.balance().trusted,
          keypoololdest: wallet.keys.poolOldest(),
          keypoolsize: wallet.keys.poolSize(),
          ...(wallet.keyring.vault.encrypted() && { unlocked_until: wallet.keyring.vault.unlockedUntil() }),
        }),
        blocks: tip.height,
        longestchain: deps.longestChain(),
        tiptime: tip.time,
        difficulty: computeDifficulty(tip.bits),
        paytxfee: wallet?.payRate() ?? deps.payRate,
        sapling: sapling === NOT_ACTIVE ? -1 : sapling,
        timeoffset: 0,
        connections: deps.peers.connectionCount(),
        proxy: deps.peers.networks().find(({ name }) => name === 'ipv4')?.proxy ?? '',
        testnet: false,
        relayfee: deps.relayRate,
        errors: '',
        ...(pubkey !== undefined && { pubkey }),
        ...(params.cc !== 0 && { CCid: params.cc }),
        name: params.name === '' ? 'KMD' : params.name,
        p2pport: params.p2pPort,
        rpcport: deps.rpcPort,
        ...(params.smartChain && { magic: params.magic | 0, ...emissionFields(params) }),
      }
    },
    getpublishinfo() {
      const targets = deps.publishing()
      const [last] = targets.toSorted((a, b) => a.height - b.height)
      if (last === undefined) return { enabled: false, state: 'off', height: -1, behind: 0, problem: '', targets: [] }
      const shown = ({ to, state, height, behind, problem }: PublisherStatus) => ({
        to,
        state,
        height,
        behind,
        problem,
      })
      const { to: _to, ...sum } = shown(last)
      return { enabled: true, ...sum, targets: targets.map(shown) }
    },
    setautomine: ({ enabled }) => ({ automaticMining: deps.setAutoMine(enabled) }),
    setmocktime({ timestamp }) {
      if (params.network !== 'regtest') {
        throw new RpcError(RPC_ERROR.MISC, 'setmocktime for regression testing (-regtest mode) only')
      }
      deps.setMockTime(Number(timestamp))
      return null
    },
  })
}
