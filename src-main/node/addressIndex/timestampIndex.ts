import type { BlockObserver } from '../core/index.ts'
import { type BuildStep, type Database, type DerivedIndex, plainBytes } from '../storage/index.ts'
import type { TimestampIndexView } from './types.ts'

/** Blocks per transaction of the rebuild. */
const BLOCKS_PER_CHUNK = 20_000
/** Maximum number of cached logical times. A block usually follows its parent immediately. */
const REMEMBERED = 2_000
/** Value of blocks.status of a block that was connected at least once. */
const CONNECTED = 2

export interface TimestampIndex extends TimestampIndexView {
  readonly observer: BlockObserver
  readonly rebuild: DerivedIndex
}

interface TimedBlock {
  readonly id: number
  readonly height: number
  readonly time: number
}

/** Writes block_times: one row per connected block except genesis, whose logical time is 0. */
function createTimes(db: Database) {
  const insert = db.prepare('INSERT OR IGNORE INTO block_times (logical, block) VALUES (?, ?)')
  // A logical time is never earlier than the block's own time, and rarely much later.
  const find = db
    .prepare<[number, number], number>('SELECT logical FROM block_times WHERE logical >= ? AND block = ? LIMIT 1')
    .pluck()
  const remembered = new Map<number, number>()

  const logicalTime = ({ id, height, time }: TimedBlock): number =>
    height === 0 ? 0 : (remembered.get(id) ?? find.get(time, id) ?? 0)

  return {
    add(id: number, time: number, parent: TimedBlock): void {
      const logical = Math.max(time, logicalTime(parent) + 1)
      insert.run(logical, id)
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(id, logical)
    },
    forget: () => remembered.clear(),
  }
}

/**
 * Creates the timestamp index (rpc.md §4). The logical time of a block is its own time, or its parent's logical time
 * plus one if its own is not later. As in komodod, disconnected blocks stay: the index depends on all blocks that were
 * ever connected.
 */
export function createTimestampIndex(db: Database): TimestampIndex {
  const times = createTimes(db)
  const between = db.prepare<[number, number], { hash: Uint8Array; logical: number }>(
    `SELECT b.hash, t.logical FROM block_times t JOIN blocks b ON b.id = t.block
     WHERE t.logical >= ? AND t.logical < ? ORDER BY t.logical, b.hash`,
  )
  return {
    observer: {
      name: 'timestampIndex',
      connect({ entry: { id, time, prev } }) {
        if (prev !== null) times.add(id, time, prev)
      },
      disconnect() {},
      discard: times.forget,
    },
    rebuild: {
      name: 'times',
      title: 'the timestamp index',
      clear() {
        times.forget()
        db.exec('DELETE FROM block_times')
      },
      steps: [walkBlocks(db, times.add)],
      discard: times.forget,
    },
    blocksBetween: (low, high) =>
      between.all(low, high).map(({ hash, logical }) => ({ hash: plainBytes(hash), logicalTime: logical })),
  }
}

/** Parents have smaller ids than their children. */
function walkBlocks(db: Database, add: (id: number, time: number, parent: TimedBlock) => void): BuildStep {
  const select = db
    .prepare<[number], [number, number, number, number, number, number]>(
      `SELECT b.id, b.time, b.status, p.id, p.height, p.time FROM blocks b JOIN blocks p ON p.id = b.prev
       WHERE b.id > ? ORDER BY b.id LIMIT ${BLOCKS_PER_CHUNK}`,
    )
    .raw(true)
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM blocks').pluck()
  return {
    run(next) {
      const rows = select.all(next)
      for (const [id, time, status, parent, height, parentTime] of rows)
        if (status === CONNECTED) add(id, time, { id: parent, height, time: parentTime })
      return rows.at(-1)?.[0]
    },
    progress: (next) => ({ done: next, total: last.get() ?? 0, unit: 'blocks' }),
  }
}
