import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MempoolView } from '../../core/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { type Block, computeTxid, readTransaction } from '../../primitives/index.ts'
import type { Database } from '../../storage/index.ts'
import { vectorLines } from '../../testing/index.ts'
import { ByteReader, fromDisplayHex, fromHex, toDisplayHex, toHex } from '../../util/index.ts'
import { displayText } from '../framework/displayText.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { type ChainModel, createChainModel } from '../testing/chainModel.ts'
import { createMempoolModel } from '../testing/mempoolModel.ts'
import { readRecordedBlocks, recordedKey } from '../testing/recorded.ts'
import { findTokenData, openTokenReader } from './reader.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex, type TokenIndex } from './tokenIndex.ts'

interface Indexed {
  readonly db: Database
  readonly chain: ChainModel
  readonly index: TokenIndex
  connect(block: Block): void
  disconnect(): void
}

function createIndexed(): Indexed {
  const db = new SqliteDatabase(':memory:')
  for (const step of tokenMigrations.steps) step(db)
  const chain = createChainModel()
  const index = createTokenIndex({ db, transaction: (txid) => chain.find(txid)?.tx })
  return {
    db,
    chain,
    index,
    connect: (block) => index.observer.connect(chain.connect(block)),
    disconnect: () => index.observer.disconnect(chain.disconnect()),
  }
}

/** Returns every row of every table. */
function dump(db: Database): Record<string, unknown[]> {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'token%'").pluck().all()
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).safeIntegers(true).raw().all()]),
  )
}

interface Line {
  readonly method: string | null
  readonly node: string
  readonly tip?: number
  readonly params: readonly string[]
  readonly response_raw?: string
}

interface Reply {
  readonly result: string
  readonly [name: string]: unknown
}

describe('the token index on the recorded chains', () => {
  it.each(['tst1', 'regtest'] as const)('%s: contains exactly the outputs with units under the rule', (name) => {
    const indexed = createIndexed()
    const blocks = readRecordedBlocks(name)
    for (const block of blocks) indexed.connect(block)
    const find = (txid: Uint8Array) => indexed.chain.find(txid)?.tx
    const reader = openTokenReader({ find, memo: createMemoCache() })
    const expected: Record<string, bigint> = {}
    for (const tx of blocks.flatMap(({ txs }) => txs)) {
      const data = findTokenData(tx)
      if (data === undefined) continue
      const tokenId = data.func === 'c' ? computeTxid(tx) : data.tokenId
      for (const i of tx.vout.keys()) {
        const value = reader.unitsOf(tx, i, tokenId, true)
        if (value > 0n) expected[`${toHex(computeTxid(tx))}:${i}`] = value
      }
    }
    const rows = indexed.db
      .prepare<[], { txid: Buffer; vout: bigint; value: bigint }>(
        'SELECT txid, o.id - o.tx AS vout, value FROM token_outputs o JOIN token_events e ON e.token = o.token AND e.tx = o.tx',
      )
      .safeIntegers(true)
      .all()
    const found = Object.fromEntries(rows.map(({ txid, vout, value }) => [`${txid.toString('hex')}:${vout}`, value]))
    expect(found).toEqual(expected)
    expect(Object.keys(expected).length).toBeGreaterThan(7)
  })

  it('regtest: gives the recorded replies of tokenlist, tokeninfo and tokenbalance', () => {
    const keys = { R1: secp256k1.publicKey(recordedKey('R1')), R2: secp256k1.publicKey(recordedKey('R2')) }
    const indexed = createIndexed()
    const blocks = readRecordedBlocks('regtest')
    const mempool = createMempoolModel(indexed.chain)
    let compared = 0
    for (const line of vectorLines<Line>('regtest/transcript.jsonl')) {
      // Skip the reorganisations: there the chain at the time of the call differs.
      if (line.tip === undefined || !line.response_raw || (line.tip >= 154 && line.tip < 168)) continue
      while ((indexed.chain.tip()?.height ?? -1) < line.tip) {
        indexed.connect(blocks[(indexed.chain.tip()?.height ?? -1) + 1]!)
      }
      mempool.prune()
      const { result } = JSON.parse(line.response_raw) as { result: Reply | string[] | string | null }
      if (line.method === 'sendrawtransaction' && typeof result === 'string') {
        mempool.add(readTransaction(new ByteReader(fromHex(line.params[0]!))))
      }
      if (typeof result !== 'object' || result === null) continue
      compared += compareReply(indexed.index, mempool, line, result, line.node === 'R1' ? keys.R1 : keys.R2)
    }
    expect(compared).toBe(37)
  })

  it('restores the tables of an earlier height when blocks are disconnected', () => {
    const blocks = readRecordedBlocks('regtest').slice(0, 170)
    const rebuilt = createIndexed()
    const dumps = blocks.map((block) => {
      rebuilt.connect(block)
      return dump(rebuilt.db)
    })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: blocks.length }), { minLength: 1, maxLength: 6 }), (heights) => {
        const indexed = createIndexed()
        let height = 0
        for (const target of heights) {
          while (height < target) indexed.connect(blocks[height++]!)
          while (height > target) {
            indexed.disconnect()
            height--
          }
          if (height > 0) expect(dump(indexed.db)).toEqual(dumps[height - 1])
        }
      }),
      { numRuns: 15 },
    )
  })
})

/** Compares a recorded reply. Returns 1 if it was comparable, else 0. */
function compareReply(
  index: TokenIndex,
  mempool: MempoolView,
  line: Line,
  result: Reply | string[],
  ownKey: Uint8Array,
): number {
  if (Array.isArray(result)) {
    if (line.method !== 'tokenlist') return 0
    expect(index.list().map(toDisplayHex)).toEqual(result)
    return 1
  }
  const id = line.params[0]
  if (result.result !== 'success' || id?.length !== 64) return 0
  if (line.method === 'tokeninfo') {
    const record = index.token(fromDisplayHex(id))
    expect(
      record && {
        result: 'success',
        tokenid: toDisplayHex(record.tokenId),
        owner: toHex(record.owner),
        name: displayText(record.name),
        supply: Number(record.supply),
        description: displayText(record.description),
        ...(record.nftData && { data: toHex(record.nftData) }),
      },
    ).toEqual(result)
    return 1
  }
  if (line.method !== 'tokenbalance') return 0
  const given = line.params[1]
  const key = given === undefined ? ownKey : fromHex(given)
  const balance = index.available(fromDisplayHex(id), key, mempool)
  expect(Number(balance), `${line.method} ${id} at ${line.tip}`).toBe(result['balance'])
  return 1
}

describe('displayText', () => {
  it('decodes UTF-8 and replaces invalid bytes', () => {
    expect(displayText(new TextEncoder().encode('ünïcødé ☃'))).toBe('ünïcødé ☃')
    expect(displayText(fromHex('61ff62'))).toBe('a\ufffdb')
    expect(displayText(fromHex('efbbbf61'))).toBe('\ufeffa')
  })
})
