import { createAddressIndex, type TimestampIndexView } from '../node/addressIndex/index.ts'
import { type ChainParams, chainParamsFromArgs } from '../node/consensus/index.ts'
import { Faucet } from '../node/contracts/faucet/index.ts'
import { createContractIndexes } from '../node/contracts/index.ts'
import type { Clock, Logger, NamedBlock } from '../node/core/index.ts'
import type { Mempool } from '../node/mempool/index.ts'
import type { PublishedSettings } from '../node/publish/index.ts'
import { createReadingHandlers, type ReadingHandlers } from '../node/rpc/handlers/index.ts'
import { createRest, type Dispatcher, type Rest } from '../node/rpc/index.ts'
import type { Database, ReadSnapshot } from '../node/storage/index.ts'
import type { WatchList } from '../node/watchList/index.ts'
import { PublishedChain } from './publishedChain.ts'
import { PublishedCoins } from './publishedCoins.ts'
import { only, unanswered } from './unanswered.ts'

interface PublishedNodeDeps {
  readonly db: Database
  readonly settings: PublishedSettings
  readonly clock: Clock
  readonly logger: Logger
  /** Opens the snapshot that long lists are read from, while other calls continue. */
  readonly snapshot: () => ReadSnapshot
  /** Calls methods within the running call. */
  readonly dispatcher: Pick<Dispatcher, 'call' | 'warmingUp'>
}

const notHere = (what: string) => () => {
  throw unanswered(what)
}

/** Empty mempool, because unconfirmed transactions are not published. */
const emptyMempool = only<Mempool>('mempool', {
  size: () => 0,
  get: () => undefined,
  entries: () => [],
  ordered: () => [],
  spender: () => undefined,
  coin: () => undefined,
  addressDeltas: () => [],
  refusal: notHere('whether a node accepts a transaction'),
})

function createReadOnlyFaucet(
  params: ChainParams,
  parts: Pick<ConstructorParameters<typeof Faucet>[0], 'chain' | 'addressIndex'>,
  deps: PublishedNodeDeps,
): Faucet {
  return new Faucet({
    ...{ params, mempool: emptyMempool, ...parts, clock: deps.clock, logger: deps.logger },
    pubkey: () => undefined,
    isOwn: () => false,
    buildContext: () => {
      throw unanswered('building transactions')
    },
    startSearch: () => {
      throw unanswered('claiming')
    },
    random: { bytes: (length) => new Uint8Array(length) },
    timers: { set: () => undefined, clear: () => undefined },
  })
}

/** Handlers of a node over published tables, for one branch of the chain. */
export class PublishedNode {
  readonly handlers: ReadingHandlers
  readonly rest: Rest
  readonly #chain: PublishedChain
  readonly #index: ReturnType<typeof createAddressIndex>

  constructor(deps: PublishedNodeDeps) {
    const { db, settings, clock, snapshot } = deps
    const params = chainParamsFromArgs(settings.args)
    const coins = new PublishedCoins(snapshot)
    this.#chain = new PublishedChain(db, params, { settings, coinStatistics: () => coins.statistics() })
    const { chain } = this.#chain
    this.#index = createAddressIndex({ db, snapshot, writesJson: false })
    const addressIndex = settings.addressIndex ? this.#index : undefined
    const contractIndexes = settings.addressIndex
      ? createContractIndexes({ db, transaction: (txid) => chain.transaction(txid)?.tx })
      : undefined
    this.handlers = createReadingHandlers({
      ...{ params, chain, mempool: emptyMempool, addressIndex, contractIndexes, clock },
      spentIndex: settings.spentIndex,
      // A node's index also lists blocks that were never active, which are not published.
      timestampIndex: settings.timestampIndex ? only<TimestampIndexView>('timestampIndex', {}) : undefined,
      wallet: undefined,
      watchList: only<WatchList>('watchList', { find: () => undefined }),
      faucet: createReadOnlyFaucet(
        params,
        { chain, addressIndex: settings.spentIndex ? addressIndex : undefined },
        deps,
      ),
      pubkey: () => undefined,
      longestChain: () => chain.tip().height,
      buildContext: notHere('building transactions'),
      walletCoins: { coins: notHere('a wallet') },
      identityCoins: notHere('a wallet'),
    })
    const { dispatcher } = deps
    this.rest = createRest({ dispatcher, params, chain, mempool: emptyMempool, mostWaiting: Number.POSITIVE_INFINITY })
  }

  /** Makes a block the tip. Returns false if it is on another branch, and this object must then be discarded. */
  moveTo(tip: NamedBlock): boolean {
    // The index caches values of the previous tip.
    this.#index.observer.discard?.()
    return this.#chain.moveTo(tip)
  }
}
