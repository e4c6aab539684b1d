/** Parts of a node and their dependencies. Types only. */

import type { AddressQueries, TimestampIndexView } from '../addressIndex/index.ts'
import type { BlockImport, Chain, TimeStep } from '../chain/index.ts'
import type { ChainParams } from '../consensus/index.ts'
import type { Faucet } from '../contracts/faucet/index.ts'
import type { ContractIndexes } from '../contracts/index.ts'
import type { Clock, LogFilter, Logger, Random } from '../core/index.ts'
import type { Mempool, MempoolFile } from '../mempool/index.ts'
import type {
  AutoMiner,
  BlockGenerator,
  MinerRecord,
  RewardTarget,
  SoloMiner,
  Staker,
  StakingWallet,
  TemplateBuilder,
} from '../mining/index.ts'
import type { PeerService } from '../p2p/index.ts'
import type { BuildProgress, FreeBytes } from '../storage/index.ts'
import type { BuildContext, CoinSource } from '../transactions/index.ts'
import type { VerifyGroup } from '../verify/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { WatchList } from '../watchList/index.ts'
import type { PairData, PairState } from './pairState.ts'

export interface PairMember extends Omit<PairData, 'memory'> {
  readonly state: PairState
}

export interface Parts {
  readonly params: ChainParams
  readonly chain: Chain
  readonly blockImport: BlockImport
  readonly mempool: Mempool
  readonly mempoolFile: MempoolFile
  /** undefined if calls may not use it, even if the chain's rules need it */
  readonly addressIndex: AddressQueries | undefined
  readonly timestampIndex: TimestampIndexView | undefined
  readonly contractIndexes: ContractIndexes | undefined
  readonly faucet: Faucet
  readonly wallet: Wallet | undefined
  readonly watchList: WatchList
  readonly peers: PeerService
  readonly templates: TemplateBuilder
  readonly miner: BlockGenerator
  readonly autoMiner: AutoMiner
  readonly soloMiner: SoloMiner
  /** undefined if the chain has no proof of stake */
  readonly staker: Staker | undefined
  /** undefined if the wallet cannot stake */
  readonly stakingWallet: StakingWallet | undefined
  /** persistent record of miner and staker */
  readonly minerRecord: MinerRecord
  readonly rewardScript: () => Uint8Array | undefined
  /** target of the next reward; unlike `rewardScript`, takes no key of the wallet */
  readonly rewardTarget: () => RewardTarget
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
  /** Builds or drops indexes according to the options. Must complete before the chain starts. */
  prepareIndexes(preparation: IndexPreparation): Promise<void>
  /** @throws StorageError if a disk that holds the chain has too little free space */
  checkSpace(): void
  close(): Promise<void>
}

export interface IndexPreparation {
  readonly signal: AbortSignal
  readonly onProgress: (progress: BuildProgress) => void
}

export interface NodeDeps {
  readonly clock: Clock & { setMock(seconds: number): void }
  readonly random: Random
  readonly logger: Logger
  /** filter of `logger`, for the method logging; default: one that affects no log */
  readonly logFilter?: LogFilter
  /** version of this program, for rpc.discover and getnodestatus */
  readonly version: string
  /** called once the data directory is locked, so that no other node writes there */
  readonly onDirectoryTaken?: () => void
  /** called each time that many blocks begin to be imported together */
  readonly onCatchUp?: () => void
  /** set if the node is one of the two of the app's private sandbox */
  readonly pair?: PairMember | undefined
  /** free space on the disk that holds a folder; default: the system's answer */
  readonly freeBytes?: FreeBytes | undefined
}

export interface PartsDeps
  extends Pick<NodeDeps, 'random' | 'logger' | 'onDirectoryTaken' | 'onCatchUp' | 'freeBytes' | 'pair'> {
  readonly clock: Clock
  readonly pubkey: () => Uint8Array | undefined
  /** called at most once, when the node cannot continue */
  readonly fatal: (error: Error) => void
  /** measures the steps of connecting blocks */
  readonly timed?: TimeStep | undefined
  /** called with each set of scripts that is verified */
  readonly onVerifying?: ((scripts: VerifyGroup) => void) | undefined
  /** aborted when the node stops, to end long work; callers receive its reason */
  readonly signal: AbortSignal
}
