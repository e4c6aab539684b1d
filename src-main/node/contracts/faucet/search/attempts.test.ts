import { describe, expect, it } from 'vitest'
import { branchIdAt, type UpgradeState } from '../../../consensus/index.ts'
import { computeTxid, parseTransaction, serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { SCRIPT_FLAGS, transactionChecker, verifyScript } from '../../../script/index.ts'
import { createTestNode, nightly, testKey } from '../../../testing/index.ts'
import type { SpendableCoin } from '../../../transactions/index.ts'
import { equal, toHex } from '../../../util/index.ts'
import { createChainModel } from '../../testing/chainModel.ts'
import { createMempoolModel } from '../../testing/mempoolModel.ts'
import { buildClaim } from '../build.ts'
import { FAUCET_POOL_SCRIPT } from '../validate.ts'
import { createAttempts, type SearchTask } from './attempts.ts'

const SAMPLES = nightly() ? 160 : 60
const LEGACY = ['-ac_name=LEGACY', '-ac_supply=1000', '-ac_cc=2', '-regtest']

/** Creates a task as the faucet does, on a chain with these options. */
function createTask(deposits: number, seed: number, zeroBits: number, args?: readonly string[]): SearchTask {
  const upgrades = getUpgrades(args)
  const coins: SpendableCoin[] = Array.from({ length: deposits }, (_, index) => ({
    outpoint: { hash: new Uint8Array(32).fill(0x51 + (index >> 1)), index },
    value: deposits === 1 ? 20_000_000n : 5_005_000n,
    scriptPubKey: FAUCET_POOL_SCRIPT,
  }))
  const context = {
    mempool: createMempoolModel(createChainModel()),
    height: 1,
    upgrades,
    keys: { keyOf: () => undefined, scriptOf: () => undefined },
    pubkey: testKey(1).pub,
  }
  return {
    transaction: serializeTransaction(buildClaim(coins, seed, context)),
    amounts: coins.map(({ value }) => value),
    branchId: branchIdAt(upgrades, 1),
    counter: seed,
    seed: new Uint8Array(32).fill(seed),
    zeroBits,
  }
}

const known = new Map<readonly string[] | undefined, UpgradeState>()

function getUpgrades(args: readonly string[] | undefined): UpgradeState {
  const before = known.get(args)
  if (before) return before
  const node = createTestNode(args ? { args } : {})
  const upgrades = node.chain.upgrades()
  node.close()
  known.set(args, upgrades)
  return upgrades
}

/** Runs attempts until the next claim that fulfils the task. */
function next(attempts: ReturnType<typeof createAttempts>): Transaction {
  const found = attempts.run(1_000_000)
  if (!found) throw new Error('nothing found')
  return parseTransaction(found)
}

function isSigned(tx: Transaction, { amounts, branchId }: SearchTask): boolean {
  return tx.vin.every(({ scriptSig }, inputIndex) => {
    const amount = amounts[inputIndex]!
    const checker = transactionChecker({ tx, inputIndex, amount, branchId, ccEnabled: true, evaluate: () => true })
    const flags = SCRIPT_FLAGS.P2SH | SCRIPT_FLAGS.CHECKLOCKTIMEVERIFY
    return verifyScript({ scriptSig, scriptPubKey: FAUCET_POOL_SCRIPT, flags, checker }).ok
  })
}

describe('createAttempts', () => {
  it.each([
    ['one deposit', 1, undefined],
    ['several deposits', 3, undefined],
    ['transactions of the first form', 2, LEGACY],
  ])('finds claims with valid signatures (%s)', (_name, deposits, args) => {
    const task = createTask(deposits, 1, 2, args)
    const attempts = createAttempts(task)
    for (let i = 0; i < 4; i++) {
      const tx = next(attempts)
      const id = computeTxid(tx)
      expect([id[0]! >> 6, id[31]! >> 6]).toEqual([0, 0])
      expect(isSigned(tx, task)).toBe(true)
    }
    expect(task.transaction).toEqual(createTask(deposits, 1, 2, args).transaction)
  })

  it('changes only the counter and the signatures', () => {
    const task = createTask(1, 5, 2)
    const before = parseTransaction(task.transaction)
    const tx = next(createAttempts(task))
    expect(tx.vout.slice(0, -1)).toEqual(before.vout.slice(0, -1))
    expect(toHex(tx.vout.at(-1)!.scriptPubKey)).toMatch(/^6a06e447[0-9a-f]{8}$/)
    expect(tx.vin.map(({ prevout }) => prevout)).toEqual(before.vin.map(({ prevout }) => prevout))
    expect({ ...tx, vin: [], vout: [] }).toEqual({ ...before, vin: [], vout: [] })
  })

  it('uses a new counter and a new signature in every attempt', () => {
    const attempts = createAttempts(createTask(1, 0xfffffffe, 0))
    const seen = Array.from({ length: 50 }, () => next(attempts))
    const counters = seen.map(({ vout }) => toHex(vout.at(-1)!.scriptPubKey.subarray(4)))
    expect(new Set(counters).size).toBe(50)
    expect(counters.slice(0, 3)).toEqual(['feffffff', 'ffffffff', '00000000'])
    expect(new Set(seen.map(({ vin }) => toHex(vin[0]!.scriptSig))).size).toBe(50)
  })

  it('signs several deposits once per counter, and the last of them in every attempt', () => {
    const attempts = createAttempts(createTask(3, 9, 0))
    const seen = Array.from({ length: 1030 }, () => next(attempts))
    const distinct = (input: number) => new Set(seen.map(({ vin }) => toHex(vin[input]!.scriptSig))).size
    expect([distinct(0), distinct(1), distinct(2)]).toEqual([2, 2, 1030])
    expect(attempts.made()).toBe(1030)
  })

  it('returns the same result for the same seed, and another for another seed', () => {
    const first = next(createAttempts(createTask(3, 7, 3)))
    expect(equal(computeTxid(first), computeTxid(next(createAttempts(createTask(3, 7, 3)))))).toBe(true)
    const other = next(createAttempts({ ...createTask(3, 7, 3), seed: new Uint8Array(32).fill(8) }))
    expect(equal(computeTxid(first), computeTxid(other))).toBe(false)
  })

  it('rejects bytes that are not a claim', () => {
    expect(() => createAttempts({ ...createTask(1, 1, 8), transaction: new Uint8Array(20) })).toThrow()
  })

  it('needs as many attempts as the geometric distribution predicts for a chance of 1 in 256', () => {
    const attempts = createAttempts(createTask(1, 20, 4))
    const chance = 1 / 256
    const lengths: number[] = []
    for (let before = 0; lengths.length < SAMPLES; before = attempts.made()) {
      next(attempts)
      lengths.push(attempts.made() - before)
    }
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    // Four standard deviations of the mean.
    expect(Math.abs(mean - 256)).toBeLessThan((4 * 256) / Math.sqrt(SAMPLES))
    expect(largestGap(lengths, chance)).toBeLessThan(KOLMOGOROV_1_PERCENT / Math.sqrt(lengths.length))
  })
})

/**
 * Critical value at 1 %: 10 of 1,000 valid samples deviate by more than this, divided by the root of the sample size.
 */
const KOLMOGOROV_1_PERCENT = 1.628

/** Returns the largest distance between the empirical distribution of the lengths and the geometric one. */
function largestGap(lengths: readonly number[], chance: number): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  const law = (length: number) => 1 - (1 - chance) ** length
  return Math.max(
    ...sorted.map((length, i) =>
      Math.max(Math.abs((i + 1) / sorted.length - law(length)), Math.abs(law(length - 1) - i / sorted.length)),
    ),
  )
}
