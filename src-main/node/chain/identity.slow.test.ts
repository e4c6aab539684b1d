import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { ccOne } from '../conditions/index.ts'
import { type Block, blockHash, type Transaction } from '../primitives/index.ts'
import { ccScript, opReturnScript } from '../script/index.ts'
import { createTestNode, type TestInput, type TestNode, testKey } from '../testing/index.ts'

const KEYS = 4
const tree = (key: number) => ccOne(0xe4, testKey(key).pub)

/** Returns the rows of the tables that depend only on the active chain. */
function dump({ storage }: TestNode): Record<string, unknown> {
  const tables = ['txs', 'tx_keys', 'outputs', 'addresses', 'address_deltas', 'address_unspent']
  const rows = (table: string): unknown => storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all()
  return { ...Object.fromEntries(tables.map((table) => [table, rows(table)])), next: storage.ledger.nextTxNum() }
}

function open(): TestNode {
  const node = createTestNode({
    evaluator: { evaluate: () => ({ ok: true }) },
    migrations: [addressIndexMigrations],
    observers: (db) => [createAddressIndex({ db }).observer],
  })
  node.clock.advance(1_000_000)
  return node
}

/** Transactions of a random block. */
interface Plan {
  readonly spends: readonly {
    readonly pick: number
    readonly to: number
    readonly kind: 'key' | 'hash' | 'condition'
  }[]
  readonly burn: boolean
}

const plan: fc.Arbitrary<Plan> = fc.record({
  spends: fc.array(
    fc.record({
      pick: fc.nat(500),
      to: fc.integer({ min: 1, max: KEYS }),
      kind: fc.constantFrom('key' as const, 'hash' as const, 'condition' as const),
    }),
    { maxLength: 4 },
  ),
  burn: fc.boolean(),
})

/** Outputs of the active chain that tests know how to spend. */
function spendable(node: TestNode): TestInput[] {
  const inputs = Array.from({ length: KEYS + 1 }, (_, key) => node.coins(testKey(key))).flat()
  for (let key = 1; key <= KEYS; key++) {
    const script = ccScript(tree(key))
    const rows = node.storage.db
      .prepare<[Uint8Array], [Uint8Array, bigint, bigint]>(
        `SELECT t.txid, o.id - t.ordinal, o.value FROM outputs o
         JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= o.id)
         WHERE o.spent_by IS NULL AND o.script = ?`,
      )
      .raw()
      .safeIntegers()
    for (const [hash, index, value] of rows.all(script))
      inputs.push({
        outpoint: { hash, index: Number(index) },
        value,
        scriptPubKey: script,
        key: testKey(key),
        tree: tree(key),
      })
  }
  return inputs
}

function transactions(node: TestNode, { spends, burn }: Plan): Transaction[] {
  const available = spendable(node)
  const txs: Transaction[] = []
  for (const { pick, to, kind } of spends) {
    const [input] = available.splice(pick % Math.max(1, available.length), 1)
    if (input === undefined) continue
    const key = testKey(to)
    const scriptPubKey = kind === 'key' ? key.p2pk : kind === 'hash' ? key.p2pkh : ccScript(tree(to))
    const half = input.value / 2n
    const outputs = [
      { value: half, scriptPubKey },
      { value: input.value - half, scriptPubKey: key.p2pkh },
    ]
    if (burn) outputs.push({ value: 0n, scriptPubKey: opReturnScript(Uint8Array.of(to)) })
    txs.push(node.build({ inputs: [input], outputs }))
    // Later transactions of the block may spend this output.
    if (kind !== 'condition') available.push(node.inputOf(txs.at(-1)!, 0, key))
  }
  return txs
}

describe('disconnecting blocks', () => {
  it('restores every table to its content before connecting', () => {
    fc.assert(
      fc.property(fc.array(plan, { minLength: 2, maxLength: 8 }), fc.nat(6), (plans, depth) => {
        const node = open()
        try {
          const dumps = [dump(node)]
          for (const one of plans) {
            node.mineBlock({ txs: transactions(node, one) })
            dumps.push(dump(node))
          }
          const height = node.chain.tip().height
          const full = dumps.at(-1)
          const down = Math.min(depth + 1, height)
          const first = node.chain.byHeight(height - down + 1)!
          node.chain.invalidateBlock(first)
          expect(dump(node)).toEqual(dumps[height - down])
          node.chain.reconsiderBlock(first)
          expect(dump(node)).toEqual(full)
        } finally {
          node.close()
        }
      }),
      { numRuns: 12 },
    )
  })

  it('leads to the same tables as connecting the final chain directly', () => {
    const fork = fc.record({
      back: fc.integer({ min: 1, max: 3 }),
      plans: fc.array(plan, { minLength: 4, maxLength: 5 }),
    })
    fc.assert(
      fc.property(fc.array(plan, { minLength: 3, maxLength: 4 }), fc.array(fork, { maxLength: 2 }), (plans, forks) => {
        const node = open()
        const direct = open()
        try {
          for (const one of plans) node.mineBlock({ txs: transactions(node, one) })
          for (const { back, plans: rest } of forks) {
            const from = node.chain.byHeight(Math.max(1, node.chain.tip().height - back))!
            // Build the branch on another node, then submit it here to trigger the reorganisation.
            const other = replay(node, from.height)
            const blocks = rest.map((one) => other.mineBlock({ txs: transactions(other, one) }))
            other.close()
            for (const block of blocks) node.submit(block)
            expect(node.chain.tip().hash).toEqual(blockHash(blocks.at(-1)!.header))
          }
          for (let height = 1; height <= node.chain.tip().height; height++)
            expect(direct.submit(node.chain.block(node.chain.byHeight(height)!)!)).toBeNull()
          expect(dump(node)).toEqual(dump(direct))
          expect(node.chain.supply(node.chain.tip())).toEqual(direct.chain.supply(direct.chain.tip()))
        } finally {
          node.close()
          direct.close()
        }
      }),
      { numRuns: 8 },
    )
  })

  /** Returns another node with the first blocks of this one. */
  function replay(node: TestNode, height: number): TestNode {
    const other = open()
    for (let at = 1; at <= height; at++) {
      const block: Block = node.chain.block(node.chain.byHeight(at)!)!
      if (other.submit(block) !== null) throw new Error('not accepted')
    }
    return other
  }
})
