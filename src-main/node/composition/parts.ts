/** What a node is made of, and what its parts are made with. Types only. */

import type { AddressQueries, TimestampIndexView } from '../addressIndex/index.ts'
import type { Chain, TimeStep } from '../chain/index.ts'
import type { ChainParams } from '../consensus/index.ts'
import type { Faucet } from '../contracts/faucet/index.ts'
import type { ContractIndexes } from '../contracts/index.ts'
import type { Clock, Logger, Random } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
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
  readonly mempool: Mempool
  /** undefined: calls must do without, whatever the chain's own rules need */
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
  /** undefined: the chain has no proof of stake */
  readonly staker: Staker | undefined
  /** what of the wallet may stake; undefined: nothing can */
  readonly stakingWallet: StakingWallet | undefined
  /** what miner and staker remember */
  readonly minerRecord: MinerRecord
  readonly rewardScript: () => Uint8Array | undefined
  /** where a reward would go now; unlike `rewardScript` it takes no key of the wallet */
  readonly rewardTarget: () => RewardTarget
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
  /** Makes or drops indexes as the options want them; to be awaited before the chain starts. */
  prepareIndexes(preparation: IndexPreparation): Promise<void>
  /** Throws StorageError if a disk that holds the chain has too little free space. */
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
  /** of this program, for rpc.discover and getnodestatus */
  readonly version: string
  /** the data directory is this node's now: nobody else writes there */
  readonly onDirectoryTaken?: () => void
  /** the node is one of the two of the app's private sandbox */
  readonly pair?: PairMember | undefined
  /** free space on the disk that holds a folder; default: the system's answer */
  readonly freeBytes?: FreeBytes | undefined
}

export interface PartsDeps extends Pick<NodeDeps, 'random' | 'logger' | 'onDirectoryTaken' | 'freeBytes' | 'pair'> {
  readonly clock: Clock
  readonly pubkey: () => Uint8Array | undefined
  /** the node cannot go on; called at most once */
  readonly fatal: (error: Error) => void
  /** measures the steps of connecting blocks */
  readonly timed?: TimeStep | undefined
  /** hears of each set of scripts that is verified */
  readonly onVerifying?: ((scripts: VerifyGroup) => void) | undefined
  /** the node stops: calls off what would take long; its reason is what callers are told */
  readonly signal: AbortSignal
}
