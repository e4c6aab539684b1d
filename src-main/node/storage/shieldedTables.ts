import type { Database } from 'better-sqlite3'
import type { ShieldedPool } from '../shielded/index.ts'
import { plainBytes, satoshiCell } from './rows.ts'

/** State of a shielded pool after a block. */
export interface PoolState {
  /** root of the pool's note commitment tree */
  readonly root: Uint8Array
  /** serialised form, see `parseFrontier` */
  readonly frontier: Uint8Array
  /**
   * Satoshis by which the block changed the pool, and the sum up to and including it. Sums may be negative, because
   * there is no turnstile.
   */
  readonly delta: bigint
  readonly value: bigint
}

/** State of both pools after an active block with shielded parts. */
export interface ShieldedState {
  readonly height: number
  readonly sprout: PoolState
  readonly sapling: PoolState
}

/** Data that a block with shielded parts adds. */
export interface ShieldedChange extends ShieldedState {
  readonly nullifiers: Readonly<Record<ShieldedPool, readonly Uint8Array[]>>
}

/** An anchor: the root of a pool's tree after a block of the active chain. */
export interface StoredAnchor {
  /** height of the first block with this root */
  readonly height: number
  readonly frontier: Uint8Array
}

/** Values of shielded_nullifiers.pool. */
const POOL: Readonly<Record<ShieldedPool, number>> = { sprout: 0, sapling: 1 }
const POOLS = ['sprout', 'sapling'] as const

type StateRow = [bigint, Uint8Array, Uint8Array, bigint, bigint, Uint8Array, Uint8Array, bigint, bigint]

const prepareAnchorSelect = (db: Database, pool: ShieldedPool) =>
  db
    .prepare<[Uint8Array], [number, Uint8Array]>(
      `SELECT height, ${pool}_frontier FROM shielded_blocks WHERE ${pool}_root = ? ORDER BY height LIMIT 1`,
    )
    .raw(true)

const prepareStatements = (db: Database) => ({
  selectAt: db
    .prepare<[number], StateRow>('SELECT * FROM shielded_blocks WHERE height <= ? ORDER BY height DESC LIMIT 1')
    .raw(true)
    .safeIntegers(true),
  selectNullifier: db
    .prepare<[number, Uint8Array], number>('SELECT height FROM shielded_nullifiers WHERE pool = ? AND nullifier = ?')
    .pluck(),
  selectAnchor: { sprout: prepareAnchorSelect(db, 'sprout'), sapling: prepareAnchorSelect(db, 'sapling') },
  insert: db.prepare('INSERT INTO shielded_blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  insertNullifier: db.prepare('INSERT INTO shielded_nullifiers VALUES (?, ?, ?)'),
  remove: db.prepare('DELETE FROM shielded_blocks WHERE height = ?'),
  removeNullifier: db.prepare('DELETE FROM shielded_nullifiers WHERE pool = ? AND nullifier = ? AND height = ?'),
})

/**
 * Shielded data of the active chain. Only blocks with shielded parts have rows, written immediately within the database
 * transaction that connects or disconnects them. A chain without such blocks has no rows, and its blocks cost no
 * queries.
 */
export class ShieldedTables {
  readonly #statements: ReturnType<typeof prepareStatements>
  /** Cached because `newest` is called for each block. */
  #known: { readonly newest: ShieldedState | undefined } | undefined

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /** Returns the state after the newest block, `undefined` if the chain has no shielded data. */
  newest(): ShieldedState | undefined {
    this.#known ??= { newest: this.at(Number.MAX_SAFE_INTEGER) }
    return this.#known.newest
  }

  /** Returns the state after the block at a height, or `undefined` without shielded data up to that height. */
  at(height: number): ShieldedState | undefined {
    const row = this.#statements.selectAt.get(height)
    return row && toState(row)
  }

  /** Returns the height of the block with this nullifier, or `undefined`. */
  nullifierHeight(pool: ShieldedPool, nullifier: Uint8Array): number | undefined {
    return this.#statements.selectNullifier.get(POOL[pool], nullifier)
  }

  /** Returns the anchor with a root, or `undefined`. The empty tree's root is not stored. */
  anchor(pool: ShieldedPool, root: Uint8Array): StoredAnchor | undefined {
    const row = this.#statements.selectAnchor[pool].get(root)
    return row && { height: row[0], frontier: plainBytes(row[1]) }
  }

  add({ height, sprout, sapling, nullifiers }: ShieldedChange): void {
    this.#statements.insert.run(height, ...toCells(sprout), ...toCells(sapling))
    for (const pool of POOLS)
      for (const nullifier of nullifiers[pool]) this.#statements.insertNullifier.run(POOL[pool], nullifier, height)
    this.#known = { newest: { height, sprout, sapling } }
  }

  /** Removes the newest block's row and the nullifiers that it added. */
  remove(height: number, nullifiers: ShieldedChange['nullifiers']): void {
    this.#statements.remove.run(height)
    for (const pool of POOLS)
      for (const nullifier of nullifiers[pool]) this.#statements.removeNullifier.run(POOL[pool], nullifier, height)
    this.#known = undefined
  }

  /** Empties the cache after a rollback of the database transaction. */
  discard(): void {
    this.#known = undefined
  }
}

const toCells = ({ root, frontier, delta, value }: PoolState) => [
  root,
  frontier,
  satoshiCell(delta),
  satoshiCell(value),
]

function toState(row: StateRow): ShieldedState {
  const pool = (from: 1 | 5): PoolState => {
    const [root, frontier, delta, value] = row.slice(from, from + 4) as [Uint8Array, Uint8Array, bigint, bigint]
    return { root: plainBytes(root), frontier: plainBytes(frontier), delta, value }
  }
  return { height: Number(row[0]), sprout: pool(1), sapling: pool(5) }
}
