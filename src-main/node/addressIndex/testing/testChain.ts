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

/** For tests: a real chain with both indexes on it; without an evaluator no condition can be spent. */
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

/** For tests: everything that the address index keeps. */
export const addressTables = (db: Database): unknown[] => ADDRESS_TABLES.map((name) => rowsOf(db, name))

/** For tests: everything that the index by time keeps. */
export const timeTable = (db: Database): unknown[] => rowsOf(db, 'block_times')

function rowsOf(db: Database, table: string): unknown[] {
  return db.prepare(`SELECT * FROM ${table}`).safeIntegers(true).all()
}

/** For tests: what the tables hold after they are dropped and made from the ledger; takes it back. */
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

/** What a random number makes of an output: scripts of every kind, some to three keys that can spend. */
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

/** For tests: payments between three keys as random numbers ask for them. */
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
  // Two picks may have chosen the same coin.
  const distinct = new Map(txs.map((tx) => [`${tx.vin[0]!.prevout.hash.join()}:${tx.vin[0]!.prevout.index}`, tx]))
  return [...distinct.values()]
}
