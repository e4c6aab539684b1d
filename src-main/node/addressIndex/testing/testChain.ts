import { ccOne } from '../../conditions/index.ts'
import type { CcEvaluator } from '../../core/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { ccScript, p2shScript } from '../../script/index.ts'
import type { Database, DerivedIndex } from '../../storage/index.ts'
import { createTestNode, TEST_ARGS, type TestNode, testKey } from '../../testing/index.ts'
import { type AddressIndex, createAddressIndex } from '../addressIndex.ts'
import { addressIndexMigrations } from '../schema.ts'
import { createTimestampIndex, type TimestampIndex } from '../timestampIndex.ts'

export interface IndexedNode extends TestNode {
  readonly index: AddressIndex
  readonly times: TimestampIndex
}

/** Creates a real chain with both indexes, for tests. Without an evaluator no condition can be spent. */
export function createIndexedNode(args: readonly string[] = TEST_ARGS, evaluator?: CcEvaluator): IndexedNode {
  let index: AddressIndex | undefined
  let times: TimestampIndex | undefined
  const node = createTestNode({
    args,
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({
        db,
        ledger: () => node.storage.ledger,
        guard: (write) => node.forIndexes.guardWrite(write),
        commit: () => node.forIndexes.commit(),
      })
      times = createTimestampIndex(db)
      return [index.observer, times.observer]
    },
    addressIndex: () => index!,
    ...(evaluator && { evaluator }),
    maxReorg: 1_000,
  })
  return { ...node, index: index!, times: times! }
}

const ADDRESS_TABLES = ['addresses', 'address_deltas', 'address_unspent', 'address_totals']

/** Returns all rows of the address index, for tests. */
export const addressTables = (db: Database): unknown[] => ADDRESS_TABLES.map((name) => readRows(db, name))

/** Returns all rows of the timestamp index, for tests. */
export const timeTable = (db: Database): unknown[] => readRows(db, 'block_times')

function readRows(db: Database, table: string): unknown[] {
  return db.prepare(`SELECT * FROM ${table}`).safeIntegers(true).all()
}

/** Returns the tables as rebuilt from the ledger, then rolls the rebuild back. For tests. */
export function rebuilt<T>(db: Database, { clear, steps, discard }: DerivedIndex, read: (db: Database) => T): T {
  db.exec('SAVEPOINT rebuilt')
  try {
    clear()
    for (const { run } of steps) for (let next: number | undefined = 0; next !== undefined; ) next = run(next)
    return read(db)
  } finally {
    db.exec('ROLLBACK TO rebuilt; RELEASE rebuilt')
    discard()
  }
}

/** Maps a random number to a script. All kinds occur, some paying to three keys that can spend. */
function scriptFor(pick: number): Uint8Array {
  const key = testKey(pick % 3)
  switch (pick % 7) {
    case 0:
      return p2shScript(new Uint8Array(20).fill(pick % 4))
    case 1:
      return ccScript(ccOne(0xe4, key.pub))
    case 2:
    case 3:
      return key.p2pk
    default:
      return key.p2pkh
  }
}

/** Creates payments between three keys from random numbers, for tests. */
export function randomPayments(node: TestNode, picks: readonly number[]): Transaction[] {
  const txs: Transaction[] = []
  for (const pick of picks) {
    const [coin] = node.coins(testKey(pick % 3)).slice(pick % 5)
    if (coin === undefined || coin.value < 2n) continue
    const half = coin.value / 2n
    const values = pick % 11 === 0 ? [0n, half, coin.value - half] : [half, coin.value - half]
    const outputs = values.map((value, at) => ({ value, scriptPubKey: scriptFor((pick >> 2) + at) }))
    txs.push(node.build({ inputs: [coin], outputs }))
  }
  // Two picks may choose the same coin.
  const distinct = new Map(txs.map((tx) => [`${tx.vin[0]!.prevout.hash.join()}:${tx.vin[0]!.prevout.index}`, tx]))
  return [...distinct.values()]
}
