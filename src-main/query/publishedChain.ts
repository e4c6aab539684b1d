import {
  type Chain,
  type CoinStatistics,
  computeNoteTreeSize,
  createNotarisationView,
  poolsAfterBlock,
} from '../node/chain/index.ts'
import { type ChainParams, medianTimePast, NOT_STAKED, nextBits, segidOfBlock } from '../node/consensus/index.ts'
import type { BlockEntry, NamedBlock } from '../node/core/index.ts'
import type { PublishedSettings } from '../node/publish/index.ts'
import { createSproutTree } from '../node/shielded/index.ts'
import { type Database, NotarisationTable, ShieldedTables } from '../node/storage/index.ts'
import { PublishedBlocks } from './publishedBlocks.ts'
import { PublishedContents } from './publishedContents.ts'
import { PublishedTransactions } from './publishedTransactions.ts'
import { PublishedUpgrades } from './publishedUpgrades.ts'
import { only } from './unanswered.ts'

interface ChainSources {
  /** Without `dpowConfirmations` its default applies. */
  readonly settings: Partial<Pick<PublishedSettings, 'dpowConfirmations'>>
  /** Returns the statistics of the published block. */
  coinStatistics(): Promise<CoinStatistics>
}

/** Active chain as published. */
export class PublishedChain {
  readonly chain: Chain
  readonly #blocks: PublishedBlocks
  readonly #notarisations: NotarisationTable

  constructor(db: Database, params: ChainParams, sources: ChainSources) {
    this.#blocks = new PublishedBlocks(db)
    this.#notarisations = new NotarisationTable(db)
    this.chain = this.#createChain(db, params, sources)
  }

  /**
   * Makes a block the tip. Returns false if it is on another branch than the last one. Everything built on the old
   * branch, including this object, must then be discarded.
   */
  moveTo(tip: NamedBlock): boolean {
    this.#notarisations.reload()
    return this.#blocks.moveTo(tip)
  }

  #createChain(db: Database, params: ChainParams, { settings, coinStatistics }: ChainSources): Chain {
    const blocks = this.#blocks
    const shielded = new ShieldedTables(db)
    const transactions = new PublishedTransactions(db, blocks)
    const contents = new PublishedContents(db)
    const upgrades = new PublishedUpgrades(db, params, blocks)
    const sproutTree = createSproutTree()
    const poolsAfter = ({ height }: BlockEntry) => poolsAfterBlock(shielded.at(height), height)
    return only<Chain>('chain', {
      tip: () => blocks.tip(),
      byHash: (hash) => blocks.byHash(hash),
      byHeight: (height) => blocks.at(height),
      // Only the active chain is published.
      isActive: () => true,
      bestHeader: () => blocks.tip(),
      shieldedPools: poolsAfter,
      noteTreeSize: (entry) => computeNoteTreeSize(sproutTree, poolsAfter(entry)),
      upgrades: () => upgrades.after(blocks.tip()),
      upgradesAfter: (entry) => upgrades.after(entry),
      coinStatistics,
      notarisations: createNotarisationView({
        ...{ params, notarisations: this.#notarisations },
        tree: {
          byHash: (hash) => blocks.byHash(hash),
          byHeight: (height) => blocks.at(height),
          tip: () => blocks.tip(),
        },
        counted: settings.dpowConfirmations ?? true,
      }),
      nextBits: (entry) => nextBits(params, entry.height + 1, (height) => blocks.at(height)!),
      medianTimePast: (entry) => medianTimePast((height) => blocks.at(height)!, entry.height),
      transaction: (txid) => transactions.transaction(txid),
      txidOf: (txNum) => transactions.txidOf(txNum),
      coin: (outpoint) => transactions.coin(outpoint),
      output: (outpoint) => transactions.output(outpoint),
      spend: (outpoint) => transactions.spend(outpoint),
      blockBytes: (entry) => contents.blockBytes(entry),
      block: (entry) => contents.block(entry),
      txids: (entry) => contents.txids(entry),
      transactionsOf: (entry, from, count) => contents.transactionsOf(entry, from, count),
      supply: (entry) => contents.supply(entry),
      segid(entry) {
        const block = params.staked === 0 || entry.height === 0 ? undefined : contents.block(entry)
        return block === undefined ? NOT_STAKED : segidOfBlock(params, block, entry.height)
      },
    })
  }
}
