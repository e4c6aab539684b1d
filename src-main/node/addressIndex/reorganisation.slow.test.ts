import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockEntry, IndexedAddress } from '../core/index.ts'
import { serializeBlock } from '../primitives/index.ts'
import { nightly, testKey } from '../testing/index.ts'
import {
  addressTables,
  createIndexedNode,
  type IndexedNode,
  randomPayments,
  rebuilt,
  timeTable,
} from './testing/testChain.ts'

/** Number of chains. Starting a new chain keeps the cost of a step from growing with the number of blocks. */
const CHAINS = nightly() ? 20 : 1
const STEPS = 500
const FIRST_SEED = nightly() ? Date.now() % 1_000_000_000 : 7
/** Steps between two comparisons with the tables of a node that only ever saw the active chain. */
const REPLAY_EVERY = 100
/** Longer chains are cut back, so that the cost of a step stays constant. */
const MAX_HEIGHT = 40

interface Step {
  readonly kind: number
  readonly picks: readonly number[]
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat(9),
  picks: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3 }),
})

/** Mines, disconnects blocks or reconnects them. Returns a description of the step. */
function play(node: IndexedNode, { kind, picks }: Step, cut: BlockEntry[]): string {
  const { chain } = node
  const { height } = chain.tip()
  const pick = picks[0]!
  if (height > MAX_HEIGHT || (kind < 3 && height > 3)) {
    const depth = height > MAX_HEIGHT ? MAX_HEIGHT - 5 : pick % Math.min(height - 2, 8)
    const target = chain.byHeight(height - depth)!
    chain.invalidateBlock(target)
    if (height <= MAX_HEIGHT) cut.push(target)
    return `invalidated height ${target.height}`
  }
  const again = kind === 3 ? cut.splice(pick % Math.max(cut.length, 1), 1)[0] : undefined
  if (again !== undefined) {
    chain.reconsiderBlock(again)
    return `reconsidered height ${again.height}`
  }
  node.mineBlock({ txs: randomPayments(node, picks), script: testKey(picks.length % 3).p2pk })
  return `mined height ${height + 1}`
}

function replayed(played: IndexedNode): unknown[] {
  const fresh = createIndexedNode()
  try {
    fresh.clock.set(played.clock.now())
    for (let height = 1; height <= played.chain.tip().height; height++) {
      const block = played.chain.block(played.chain.byHeight(height)!)!
      expect(fresh.chain.submitBlock(serializeBlock(block))).toBeNull()
    }
    return addressTables(fresh.storage.db)
  } finally {
    fresh.close()
  }
}

function checkSnapshot({ index, storage }: IndexedNode): void {
  const known = storage.db
    .prepare<[], IndexedAddress>('SELECT type, hash FROM addresses')
    .all()
    .filter(({ type }) => type !== 3)
  const balances = known.map((address) => index.balance(address).balance).filter((balance) => balance > 0n)
  const { holders, addresses, satoshis, utxos } = index.snapshot({ ignored: [] })
  expect(holders.map((holder) => holder.satoshis)).toEqual(balances.sort((a, b) => Number(b - a)))
  expect(addresses).toBe(balances.length)
  expect(satoshis).toBe(balances.reduce((sum, balance) => sum + balance, 0n))
  const coins = known.flatMap((address) => index.unspent(address)).filter((coin) => coin.satoshis > 0n)
  expect(utxos).toBe(coins.length)
}

describe('indexes on a randomly reorganised chain', () => {
  const seeds = Array.from({ length: CHAINS }, (_, at) => FIRST_SEED + at)

  it.each(seeds)(`equal rebuilt indexes after each of ${STEPS} steps of seed %i`, async (seed) => {
    const node = createIndexedNode()
    const { db } = node.storage
    const cut: BlockEntry[] = []
    try {
      node.mine(3)
      for (const [at, each] of fc.sample(step, { numRuns: STEPS, seed }).entries()) {
        const where = `step ${at} of seed ${seed}: ${play(node, each, cut)}`
        expect(rebuilt(db, node.index.rebuild, addressTables), where).toEqual(addressTables(db))
        expect(rebuilt(db, node.times.rebuild, timeTable), where).toEqual(timeTable(db))
        if (at % REPLAY_EVERY !== 0) continue
        expect(replayed(node), where).toEqual(addressTables(db))
        checkSnapshot(node)
        expect(await node.index.audit(undefined), where).toMatchObject({ ok: true, count: 0 })
      }
    } finally {
      node.close()
    }
  })
})
