import type { Database } from 'better-sqlite3'
import type { ShieldedPool } from '../shielded/index.ts'
import { plainBytes, satoshiCell } from './rows.ts'

/** A pool after a block. */
export interface PoolState {
  /** of its tree of note commitments */
  readonly root: Uint8Array
  /** serialised, see `parseFrontier` */
  readonly frontier: Uint8Array
  /** satoshis by which the block changed the pool, and the sum up to it; negative sums exist: there is no turnstile */
  readonly delta: bigint
  readonly value: bigint
}

/** Both pools after a block of the active chain that has shielded parts. */
export interface ShieldedState {
  readonly height: number
  readonly sprout: PoolState
  readonly sapling: PoolState
}

/** What a block with shielded parts adds. */
export interface ShieldedChange extends ShieldedState {
  readonly nullifiers: Readonly<Record<ShieldedPool, readonly Uint8Array[]>>
}

/** An anchor: the root of a pool's tree after a block of the active chain. */
export interface StoredAnchor {
  /** of the first such block */
  readonly height: number
  readonly frontier: Uint8Array
}

/**
 * What the active chain has left of shielded data. Rows are of blocks with shielded parts only, and are written at once within
 * the unit of work that connects or disconnects them: a chain without such blocks has none, and nothing is asked of
 * the database for its blocks.
 */
export interface ShieldedTables {
  /** after the newest block; undefined: the chain has no shielded data */
  newest(): ShieldedState | undefined
  /** after the block at a height */
  at(height: number): ShieldedState | undefined
  /** height of the block with this nullifier */
  nullifierHeight(pool: ShieldedPool, nullifier: Uint8Array): number | undefined
  /** not of the empty tree */
  anchor(pool: ShieldedPool, root: Uint8Array): StoredAnchor | undefined
  add(change: ShieldedChange): void
  /** Takes the newest back, with the nullifiers that it added. */
  remove(height: number, nullifiers: ShieldedChange['nullifiers']): void
  /** the database transaction was rolled back */
  discard(): void
}

/** shielded_nullifiers.pool */
const POOL: Readonly<Record<ShieldedPool, number>> = { sprout: 0, sapling: 1 }
const POOLS = ['sprout', 'sapling'] as const

type StateRow = [bigint, Uint8Array, Uint8Array, bigint, bigint, Uint8Array, Uint8Array, bigint, bigint]

export function createShieldedTables(db: Database): ShieldedTables {
  const selectAt = db
    .prepare<[number], StateRow>('SELECT * FROM shielded_blocks WHERE height <= ? ORDER BY height DESC LIMIT 1')
    .raw(true)
    .safeIntegers(true)
  const selectNullifier = db
    .prepare<[number, Uint8Array], number>('SELECT height FROM shielded_nullifiers WHERE pool = ? AND nullifier = ?')
    .pluck()
  const selectAnchor = Object.fromEntries(
    POOLS.map((pool) => [
      pool,
      db
        .prepare<[Uint8Array], [number, Uint8Array]>(
          `SELECT height, ${pool}_frontier FROM shielded_blocks WHERE ${pool}_root = ? ORDER BY height LIMIT 1`,
        )
        .raw(true),
    ]),
  )
  const insert = db.prepare('INSERT INTO shielded_blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertNullifier = db.prepare('INSERT INTO shielded_nullifiers VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM shielded_blocks WHERE height = ?')
  const removeNullifier = db.prepare('DELETE FROM shielded_nullifiers WHERE pool = ? AND nullifier = ? AND height = ?')
  /** `newest` is asked for with each block. */
  let known: { readonly newest: ShieldedState | undefined } | undefined

  function at(height: number): ShieldedState | undefined {
    const row = selectAt.get(height)
    return row && stateOf(row)
  }

  return {
    newest() {
      known ??= { newest: at(Number.MAX_SAFE_INTEGER) }
      return known.newest
    },
    at,
    nullifierHeight: (pool, nullifier) => selectNullifier.get(POOL[pool], nullifier),
    anchor(pool, root) {
      const row = selectAnchor[pool]!.get(root)
      return row && { height: row[0], frontier: plainBytes(row[1]) }
    },
    add(change) {
      const { height, sprout, sapling, nullifiers } = change
      insert.run(height, ...cellsOf(sprout), ...cellsOf(sapling))
      for (const pool of POOLS)
        for (const nullifier of nullifiers[pool]) insertNullifier.run(POOL[pool], nullifier, height)
      known = { newest: { height, sprout, sapling } }
    },
    remove(height, nullifiers) {
      remove.run(height)
      for (const pool of POOLS)
        for (const nullifier of nullifiers[pool]) removeNullifier.run(POOL[pool], nullifier, height)
      known = undefined
    },
    discard() {
      known = undefined
    },
  }
}

const cellsOf = ({ root, frontier, delta, value }: PoolState) => [
  root,
  frontier,
  satoshiCell(delta),
  satoshiCell(value),
]

function stateOf(row: StateRow): ShieldedState {
  const pool = (from: 1 | 5): PoolState => {
    const [root, frontier, delta, value] = row.slice(from, from + 4) as [Uint8Array, Uint8Array, bigint, bigint]
    return { root: plainBytes(root), frontier: plainBytes(frontier), delta, value }
  }
  return { height: Number(row[0]), sprout: pool(1), sapling: pool(5) }
}
