import { branchIdAt, type ChainParams, checkInputs, isExpired, isFinal } from '../consensus/index.ts'
import type { ChainUpdate, NewBlock } from '../core/index.ts'
import { isCoinbase } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { equal } from '../util/index.ts'
import { inputCoins } from './coins.ts'
import type { Eviction } from './eviction.ts'
import { collectNullifiers, type Pool, type PoolEntry, sortParentsFirst } from './pool.ts'
import type { Priorities } from './priorities.ts'
import type { MempoolChain } from './types.ts'

export interface MempoolFollowerDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly pool: Pool
  readonly eviction: Eviction
  readonly priorities: Priorities
  /** tries to accept a transaction of a disconnected block */
  readonly restore: (tx: Transaction) => void
}

/** Returns why an entry cannot be in the next block by the rules that depend on the tip, except its inputs. */
export function outdated(chain: MempoolChain, { tx, branchId }: PoolEntry): 'expired' | 'branch' | undefined {
  const next = chain.tip().height + 1
  if (isExpired(tx, next)) return 'expired'
  return branchId === branchIdAt(chain.upgrades(), next) ? undefined : 'branch'
}

/**
 * Returns true if a transaction can be in the next block: inputs and anchors exist and are mature, nullifiers are
 * unused, and it is final.
 */
export function isSpendable(params: ChainParams, chain: MempoolChain, pool: Pool, { tx }: PoolEntry): boolean {
  const tip = chain.tip()
  const inputs = inputCoins(chain, pool, tx)
  if (inputs.kind !== 'found' || !checkInputs(params, tx, inputs.coins, tip.height + 1).ok) return false
  if (!chain.meetsShieldedRequirements(tx)) return false
  return isFinal(params, tx, tip.height + 1, chain.medianTimePast(tip))
}

/** Removes the entries that can no longer be mined when the tip changes. */
export class MempoolFollower {
  readonly #deps: MempoolFollowerDeps

  constructor(deps: MempoolFollowerDeps) {
    this.#deps = deps
  }

  follow({ disconnected, connected }: ChainUpdate): void {
    const { pool, priorities } = this.#deps
    // During sync the pool is empty: skip comparing thousands of inputs.
    if (pool.stats().size > 0 || !priorities.isEmpty()) for (const block of connected) this.#connect(block)
    this.#dropOutdated()
    if (disconnected.length === 0) return
    this.#restoreAll(disconnected)
    this.#recheck()
  }

  #connect({ txs }: NewBlock): void {
    const { pool, eviction, priorities } = this.#deps
    for (const { tx, txid } of txs) {
      const entry = pool.get(txid)
      if (entry !== undefined) eviction.drop(entry, 'block')
      priorities.forget(txid)
      for (const { prevout } of tx.vin) this.#dropRival(pool.spender(prevout)?.entry, txid)
      for (const [of, nullifier] of collectNullifiers(tx)) this.#dropRival(pool.nullifierSpender(of, nullifier), txid)
    }
  }

  #dropRival(rival: PoolEntry | undefined, txid: Uint8Array): void {
    if (rival !== undefined && !equal(rival.txid, txid)) this.#deps.eviction.dropFamily(rival, 'conflict')
  }

  /**
   * After a reorg: removes entries that depend on a disconnected or immature coinbase or anchor, or that are no longer
   * final, with their descendants.
   */
  #recheck(): void {
    const { params, chain, pool, eviction } = this.#deps
    for (const entry of sortParentsFirst(pool.entries()))
      if (pool.get(entry.txid) === entry && !isSpendable(params, chain, pool, entry))
        eviction.dropFamily(entry, 'reorg')
  }

  #dropOutdated(): void {
    const { chain, pool, eviction } = this.#deps
    for (const entry of [...pool.entries()]) {
      const reason = outdated(chain, entry)
      if (reason !== undefined) eviction.dropFamily(entry, reason)
    }
  }

  /** Blocks come tip first. In chain order, the parents of each transaction are restored before it. */
  #restoreAll(disconnected: ChainUpdate['disconnected']): void {
    const txs = disconnected.toReversed().flatMap((block) => block.txs)
    for (const { tx } of txs) if (!isCoinbase(tx)) this.#deps.restore(tx)
  }
}
