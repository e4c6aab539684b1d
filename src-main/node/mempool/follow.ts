import { branchIdAt, type ChainParams, checkInputs, isExpired, isFinal } from '../consensus/index.ts'
import type { ChainUpdate, NewBlock } from '../core/index.ts'
import { isCoinbase } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { equal } from '../util/index.ts'
import { inputCoins } from './coins.ts'
import { inOrder, nullifiersOf, type Pool, type PoolEntry } from './pool.ts'
import type { MempoolChain, RemovalReason } from './types.ts'

export interface FollowDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly pool: Pool
  /** removes one entry, or the entry with all that depends on it */
  readonly drop: (entry: PoolEntry, reason: RemovalReason) => void
  readonly dropFamily: (entry: PoolEntry, reason: RemovalReason) => void
  /** tries to admit a transaction of a disconnected block */
  readonly restore: (tx: Transaction) => void
  readonly confirmed: (txid: Uint8Array) => void
  /** whether `confirmed` has anything to forget */
  readonly hasPriorities: () => boolean
}

/** Why an entry cannot be in the next block by the rules that depend on the tip, apart from its inputs. */
export function outdated(chain: MempoolChain, { tx, branchId }: PoolEntry): 'expired' | 'branch' | undefined {
  const next = chain.tip().height + 1
  if (isExpired(tx, next)) return 'expired'
  return branchId === branchIdAt(chain.upgrades(), next) ? undefined : 'branch'
}

/** Whether inputs and anchors are there and mature, nullifiers not, and the transaction final, for the next block. */
export function isSpendable(params: ChainParams, chain: MempoolChain, pool: Pool, { tx }: PoolEntry): boolean {
  const tip = chain.tip()
  const inputs = inputCoins(chain, pool, tx)
  if (inputs.kind !== 'found' || !checkInputs(params, tx, inputs.coins, tip.height + 1).ok) return false
  if (!chain.meetsShieldedRequirements(tx)) return false
  return isFinal(params, tx, tip.height + 1, chain.medianTimePast(tip))
}

/** Keeps the pool to what could still be mined on the new tip. */
export function createFollower({
  params,
  chain,
  pool,
  drop,
  dropFamily,
  restore,
  confirmed,
  hasPriorities,
}: FollowDeps) {
  function connect({ txs }: NewBlock): void {
    for (const { tx, txid } of txs) {
      const entry = pool.get(txid)
      if (entry !== undefined) drop(entry, 'block')
      confirmed(txid)
      for (const { prevout } of tx.vin) dropRival(pool.spender(prevout)?.entry, txid)
      for (const [of, nullifier] of nullifiersOf(tx)) dropRival(pool.nullifierSpender(of, nullifier), txid)
    }
  }

  function dropRival(rival: PoolEntry | undefined, txid: Uint8Array): void {
    if (rival !== undefined && !equal(rival.txid, txid)) dropFamily(rival, 'conflict')
  }

  /**
   * After a reorganisation: removes what depends on a coinbase or an anchor that is gone or is not final again, with its
   * dependants.
   */
  function recheck(): void {
    for (const entry of inOrder(pool.entries()))
      if (pool.get(entry.txid) === entry && !isSpendable(params, chain, pool, entry)) dropFamily(entry, 'reorg')
  }

  /** Removes what cannot be in the next block by the rules that depend on the tip. */
  function dropOutdated(): void {
    for (const entry of [...pool.entries()]) {
      const reason = outdated(chain, entry)
      if (reason !== undefined) dropFamily(entry, reason)
    }
  }

  /** Blocks come tip first; in chain order each transaction finds its parents already back. */
  function restoreAll(disconnected: ChainUpdate['disconnected']): void {
    const txs = disconnected.toReversed().flatMap((block) => block.txs)
    for (const { tx } of txs) if (!isCoinbase(tx)) restore(tx)
  }

  return ({ disconnected, connected }: ChainUpdate): void => {
    // During sync the pool is empty, and there is nothing to compare thousands of inputs with.
    if (pool.stats().size > 0 || hasPriorities()) connected.forEach(connect)
    dropOutdated()
    if (disconnected.length === 0) return
    restoreAll(disconnected)
    recheck()
  }
}
