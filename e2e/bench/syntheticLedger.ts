import { addressIndexMigrations } from '../../src-main/node/addressIndex/index.ts'
import type { IndexedAddress } from '../../src-main/node/core/index.ts'
import { p2pkhScript } from '../../src-main/node/script/index.ts'
import { Storage } from '../../src-main/node/storage/index.ts'
import { silentLogger } from '../../src-main/node/testing/index.ts'

const TXS_PER_BLOCK = 100

export interface SyntheticLedger {
  readonly storage: Storage
  /**
   * Adds consecutive transactions that each pay one output to the address and spend the previous one, except for the
   * last `unspent` outputs.
   */
  addHistory(address: IndexedAddress, deltas: number, unspent: number): void
  /** Adds one output for each of `count` addresses, with many different values. */
  addHolders(count: number): void
  /** Makes the newest block the tip. */
  finish(): void
}

/** Creates a ledger of rows that were never validated: the tables of a long chain, built in seconds. */
export function createSyntheticLedger(dataDir: string): SyntheticLedger {
  const identity = { magic: new Uint8Array(4), genesisHash: new Uint8Array(32) }
  const storage = Storage.open(
    { dataDir, ...identity, migrations: [addressIndexMigrations], durable: false },
    { logger: silentLogger },
  )
  const { db } = storage
  let next = 1
  const addTxs = db.prepare(
    `INSERT INTO txs WITH RECURSIVE n(o) AS (VALUES (?) UNION ALL SELECT o + 1 FROM n WHERE o < ?)
     SELECT o, randomblob(32), 1 + o / ${TXS_PER_BLOCK}, o % ${TXS_PER_BLOCK}, 0, 250, 1, 1 FROM n`,
  )
  const addOutputs = (value: string, script: string, spender: string) =>
    db.prepare(
      `INSERT INTO outputs WITH RECURSIVE n(o) AS (VALUES (@first) UNION ALL SELECT o + 1 FROM n WHERE o < @last)
       SELECT o, ${value}, ${script}, ${spender}, CASE WHEN ${spender} IS NULL THEN NULL ELSE 0 END FROM n`,
    )
  const history = addOutputs('100000 + o % 1000 * 12345', '@script', 'CASE WHEN o < @unspent THEN o + 1 END')
  const holders = addOutputs(
    '1 + o * 7919 % 1000003 * 1000',
    "CAST(unhex('76a914') || randomblob(20) || unhex('88ac') AS BLOB)",
    'CASE WHEN @unspent THEN NULL END',
  )

  function add(count: number, write: (range: { first: bigint; last: bigint }) => void): void {
    // Numbers would be bound as floating point, which the tables reject.
    const [first, last] = [BigInt(next), BigInt(next + count - 1)]
    next += count
    db.transaction(() => {
      addTxs.run(first, last)
      write({ first, last })
    })()
  }

  return {
    storage,
    addHistory({ hash }, deltas, unspent) {
      const script = p2pkhScript(hash)
      add((deltas + unspent) / 2, ({ first, last }) =>
        history.run({ first, last, script, unspent: last + 1n - BigInt(unspent) }),
      )
    },
    addHolders: (count) => add(count, (range) => holders.run({ ...range, unspent: 1n })),
    finish() {
      const height = 1 + Math.floor((next - 1) / TXS_PER_BLOCK)
      db.prepare(
        `INSERT INTO blocks (hash, height, time, bits, version, status, failed, file, pos, size, tx_count)
         VALUES (randomblob(32), ?, 0, 0, 4, 2, 0, 0, 0, 0, 1)`,
      ).run(height)
      db.exec('UPDATE chain_state SET tip = (SELECT max(id) FROM blocks)')
    },
  }
}
