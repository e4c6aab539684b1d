import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { createCcEvaluator } from '../modules/index.ts'
import { serializeBlock } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { createTestNode, TEST_ARGS, type TestNode, testKey } from '../testing/index.ts'
import { concat, fromHex } from '../util/index.ts'
import { type AddressIndex, createAddressIndex } from './addressIndex.ts'
import { addressIndexMigrations } from './schema.ts'

const VECTORS = resolve(import.meta.dirname, '../../../../shared/vectors/regtest')
const present = existsSync(VECTORS)
if (!present) console.log(`skipped: no recorded chain at ${VECTORS}`)

/** A real chain with the index on it. */
function createIndexedNode(args: readonly string[] = TEST_ARGS): TestNode & { readonly index: AddressIndex } {
  let index: AddressIndex | undefined
  const node = createTestNode({
    args,
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({ db, placeOf: (ordinal) => node.storage.ledger.byOrdinal(ordinal) })
      return [index.observer]
    },
    addressIndex: () => index!,
    evaluator: createCcEvaluator(chainParamsFromArgs(args)),
    maxReorg: 1_000,
  })
  return { ...node, index: index! }
}

const TABLES = ['addresses', 'address_deltas', 'address_unspent']

const tables = ({ storage }: TestNode): unknown[] =>
  TABLES.map((name) => storage.db.prepare(`SELECT * FROM ${name}`).safeIntegers(true).all())

/** Mines what random numbers ask for: payments between three keys, or a reorganisation back to an earlier block. */
function play(node: TestNode, kind: number, picks: readonly number[]): void {
  const { chain } = node
  const { height } = chain.tip()
  if (kind === 0 && height > 3) {
    const target = chain.byHeight(height - (picks[0]! % 3))!
    chain.invalidateBlock(target)
    if (picks[0]! % 2 === 0) chain.reconsiderBlock(target)
    return
  }
  const txs: Transaction[] = []
  for (const pick of picks) {
    const from = testKey(pick % 3)
    const script = testKey((pick >> 2) % 3)[pick % 2 === 0 ? 'p2pk' : 'p2pkh']
    const [coin] = node.coins(from).slice(pick % 5)
    if (coin === undefined || coin.value < 2n) continue
    const half = coin.value / 2n
    const outputs = [half, coin.value - half].map((value) => ({ value, scriptPubKey: script }))
    txs.push(node.build({ inputs: [coin], outputs }))
  }
  // Two picks may have chosen the same coin.
  const distinct = new Map(txs.map((tx) => [`${tx.vin[0]!.prevout.hash.join()}:${tx.vin[0]!.prevout.index}`, tx]))
  node.mineBlock({ txs: [...distinct.values()], script: testKey(picks.length % 3).p2pk })
}

describe('address index on a real chain', () => {
  it('equals one rebuilt from the active blocks after random reorganisations', () => {
    const step = fc.tuple(fc.nat(4), fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 15 }), (steps) => {
        const played = createIndexedNode()
        const rebuilt = createIndexedNode()
        try {
          played.mine(3)
          for (const [kind, picks] of steps) play(played, kind, picks)
          rebuilt.clock.set(played.clock.now())
          for (let height = 1; height <= played.chain.tip().height; height++)
            expect(
              rebuilt.chain.submitBlock(serializeBlock(played.chain.block(played.chain.byHeight(height)!)!)),
            ).toBeNull()
          expect(tables(played)).toEqual(tables(rebuilt))
        } finally {
          played.close()
          rebuilt.close()
        }
      }),
      { numRuns: 8 },
    )
  })

  it.skipIf(!present)('is the same after an import in bulk as after single blocks', async () => {
    const { args } = JSON.parse(readFileSync(join(VECTORS, 'params.json'), 'utf8')) as { args: string }
    const blocks = readFileSync(join(VECTORS, 'blocks.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => fromHex((JSON.parse(line) as { hex: string }).hex))
    const [single, bulk] = [createIndexedNode(args.split(' ')), createIndexedNode(args.split(' '))]
    try {
      for (const node of [single, bulk]) node.clock.set(1_800_000_000)
      for (const bytes of blocks.slice(1)) expect(single.chain.submitBlock(bytes)).toBeNull()
      const path = join(bulk.dir, 'bootstrap.dat')
      const length = (size: number): Uint8Array => new Uint8Array(Uint32Array.of(size).buffer)
      writeFileSync(path, concat(...blocks.flatMap((bytes) => [bulk.params.magicBytes, length(bytes.length), bytes])))
      await bulk.chain.importFile(path)
      expect(bulk.chain.tip().height).toBe(blocks.length - 1)
      expect(tables(bulk)).toEqual(tables(single))
    } finally {
      single.close()
      bulk.close()
    }
  })
})
