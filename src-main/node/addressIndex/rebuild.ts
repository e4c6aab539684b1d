import type { BuildStep, Database, DerivedIndex } from '../storage/index.ts'
import { plainBytes } from '../storage/index.ts'
import type { Accounts } from './accounts.ts'
import type { AccountUpdater } from './accountUpdater.ts'
import { receiptAt, spendAt } from './addressObserver.ts'
import { ADDRESS_INDEX, clearAddressTables } from './schema.ts'

const OUTPUTS_PER_CHUNK = 5_000
/** Changes counted between two yields to the event loop. */
const DELTAS_PER_CHUNK = 50_000
const ADDRESSES_PER_CHUNK = 5_000

/** Row of an output: id, value, script, tx number and input index of the spender. */
type OutputRow = [bigint, bigint, Uint8Array, bigint | null, bigint | null]

export interface RebuildDeps {
  readonly db: Database
  readonly accounts: Accounts
  readonly updater: AccountUpdater
  readonly flush: () => void
  readonly discard: () => void
  /** Outputs per chunk, for tests that need many chunks. */
  readonly chunk?: number | undefined
}

/**
 * Reads the outputs of the ledger once. Each row holds both changes: the receipt of an output and, if it was spent, its
 * spend. An address appears first with a receipt, so it gets the same id as when the blocks are followed.
 */
function walkOutputs({ db, accounts, updater, flush, chunk = OUTPUTS_PER_CHUNK }: RebuildDeps): BuildStep {
  const select = db
    .prepare<[number, number], OutputRow>(
      'SELECT id, value, script, spent_by, spent_input FROM outputs WHERE id >= ? ORDER BY id LIMIT ?',
    )
    .raw(true)
    .safeIntegers()
  const selectTxs = db
    .prepare<[number, number], number>(
      `SELECT ordinal FROM txs WHERE ordinal >= (SELECT coalesce(max(ordinal), 0) FROM txs WHERE ordinal <= ?)
       AND ordinal <= ? ORDER BY ordinal`,
    )
    .pluck()
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM outputs').pluck()

  function add([id, value, script, spentBy, spentInput]: OutputRow, tx: number): void {
    const account = accounts.ofScript(plainBytes(script))
    if (account === undefined) return
    const output = Number(id)
    updater.delta(account, tx, receiptAt(output - tx), value)
    account.received += value
    if (spentBy === null) {
      updater.entry(account, value, 1)
      updater.unspent(account, output, value)
    } else updater.delta(account, Number(spentBy), spendAt(Number(spentInput)), -value)
  }

  return {
    run(next) {
      const rows = select.all(next, chunk)
      const [first, newest] = [rows[0], rows.at(-1)]
      if (first === undefined || newest === undefined) return undefined
      const txs = selectTxs.all(Number(first[0]), Number(newest[0]))
      let at = 0
      for (const row of rows) {
        while ((txs[at + 1] ?? Number.POSITIVE_INFINITY) <= row[0]) at++
        add(row, txs[at]!)
      }
      flush()
      return rows.length < chunk ? undefined : Number(newest[0]) + 1
    },
    progress: (next) => ({ done: next, total: last.get() ?? 0, unit: 'outputs' }),
  }
}

/** Counts the transactions of each address. Runs as a second step, because all changes of the address must exist. */
function countTransactions({ db }: RebuildDeps): BuildStep {
  const select = db
    .prepare<[number, number], [number, number]>('SELECT id, deltas FROM addresses WHERE id > ? ORDER BY id LIMIT ?')
    .raw(true)
  const count = db.prepare<[number, number]>(
    `UPDATE addresses SET txs = (SELECT count(DISTINCT tx) FROM address_deltas WHERE address = addresses.id)
     WHERE id > ? AND id <= ?`,
  )
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM addresses').pluck()
  return {
    run(next) {
      let deltas = 0
      let end: number | undefined
      for (const [id, own] of select.all(next, ADDRESSES_PER_CHUNK)) {
        deltas += own
        end = id
        if (deltas >= DELTAS_PER_CHUNK) break
      }
      if (end === undefined) return undefined
      count.run(next, end)
      return end
    },
    progress: (next) => ({ done: next, total: last.get() ?? 0, unit: 'addresses' }),
  }
}

/** Describes how the address index is dropped and rebuilt, see storage/indexBuild.ts. */
export function createAddressRebuild(deps: RebuildDeps): DerivedIndex {
  const { db, discard } = deps
  const count = countTransactions(deps)
  return {
    name: ADDRESS_INDEX,
    title: 'the address index',
    clear() {
      discard()
      clearAddressTables(db)
    },
    steps: [
      walkOutputs(deps),
      {
        ...count,
        run(next) {
          // Drop cached accounts: they do not have the counts written here.
          discard()
          return count.run(next)
        },
      },
    ],
    discard,
  }
}
