import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { parseJson } from '#shared/json.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { explainMethods } from '#shared/rpc/methods/explain.ts'
import { addressIndexMigrations, createAddressIndex } from '../../addressIndex/index.ts'
import { chainParamsFromArgs } from '../../consensus/index.ts'
import { ContractEvaluator } from '../../contracts/index.ts'
import { readRecordedBlocks } from '../../contracts/testing/recorded.ts'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import { parseTransaction, serializeBlock, serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { createTestNode, nightly, RECORDED_ARGS, silentLogger } from '../../testing/index.ts'
import { DecodeError } from '../../util/index.ts'
import { createExplainer } from './explain.ts'

const signal = new AbortController().signal
let close: (() => void) | undefined
afterEach(() => close?.())

function open(name: 'regtest' | 'tst1') {
  const args = RECORDED_ARGS[name]
  const evaluator = new ContractEvaluator(chainParamsFromArgs(args))
  let index: ReturnType<typeof createAddressIndex> | undefined
  const node = createTestNode({
    args,
    time: 1,
    evaluator,
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({ db })
      return [index.observer]
    },
    addressIndex: () => index!,
  })
  close = () => node.close()
  const { params, chain, verifier, clock } = node
  const deps = { params, chain, verifier, clock, evaluator, addressIndex: index!, logger: silentLogger }
  const mempool = new Mempool({ ...defaultMempoolPolicy(params), requireStandard: false }, deps)
  chain.subscribe((update) => mempool.update(update))
  return {
    node,
    mempool,
    explain: createExplainer({ params, chain, mempool, wallet: undefined, pubkey: () => undefined }),
  }
}

/** Checks that the sums, tokens and output indexes of a recorded transaction agree. */
function checkSums(txExplanation: Explanation, tx: Transaction): void {
  const { result } = explainMethods.explaintransaction
  expect(result.decode(parseJson(result.encode(txExplanation)))).toEqual(txExplanation)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const outputs = sum(tx.vout.map(({ value }) => value))
  expect(txExplanation.paid + txExplanation.kept + txExplanation.change).toBe(outputs)
  expect(txExplanation.outputs.map(({ amount }) => amount)).toEqual(tx.vout.map(({ value }) => value))
  if (txExplanation.spent !== null && txExplanation.fee !== null) {
    expect(txExplanation.spent).toBe(outputs + txExplanation.fee)
    expect(sum(txExplanation.inputs.map(({ amount }) => amount!))).toBe(txExplanation.spent)
  }
  // Without a wallet, a payment has no cost.
  const nothing = { total: 0n, fee: 0n, paid: 0n, locked: 0n, markers: 0n, units: 0n, received: 0n }
  expect(txExplanation.cost).toEqual(txExplanation.fee === null ? null : nothing)
  for (const { tokenid, moves, burned, created, nft } of txExplanation.tokens) {
    const inputs = sum(txExplanation.inputs.flatMap(({ token }) => (token?.tokenid === tokenid ? [token.units] : [])))
    const held = sum(moves.map(({ units }) => units))
    // Units are never created from nothing. Units that no output holds are reported as burned.
    if (created) expect(held).toBe(created.supply)
    else expect([inputs, 0n]).toContain(held)
    expect(burned).toBeGreaterThanOrEqual(inputs - held)
    for (const { n, units } of moves) {
      expect(txExplanation.outputs[n]).toMatchObject({ amount: units, role: 'token', token: { tokenid, units, nft } })
    }
  }
}

/** Expected number of transactions of each kind in the recordings. */
const KINDS = {
  regtest: {
    ...{ 'token-create': 12, 'token-transfer': 8, 'token-burn': 2, ask: 5, bid: 6, 'fill-ask': 5, 'fill-bid': 4 },
    ...{ 'cancel-ask': 2, 'cancel-bid': 2, 'faucet-fund': 3, 'faucet-claim': 2, none: 50 },
  },
  tst1: {
    ...{ 'token-create': 5, 'token-transfer': 5, 'faucet-fund': 3, 'faucet-claim': 3, none: 1 },
  },
} as const

describe('explaintransaction over the recorded chains', () => {
  it.each(['regtest', 'tst1'] as const)(
    '%s: explains a transaction identically before and after it is mined',
    async (name) => {
      const { node, mempool, explain } = open(name)
      const kinds: Record<string, number> = {}
      for (const block of readRecordedBlocks(name).slice(1)) {
        node.clock.set(block.header.time)
        const before: Explanation[] = []
        for (const tx of block.txs.slice(1)) {
          const txExplanation = await explain(tx, signal)
          expect(txExplanation).toMatchObject({ state: 'unsent', complete: true, refused: null })
          before.push(txExplanation)
          // The next transaction may spend its outputs.
          expect(mempool.accept(tx, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
          expect(await explain(tx, signal)).toEqual({ ...txExplanation, state: 'mempool' })
        }
        expect(node.chain.submitBlock(serializeBlock(block))).toBeNull()
        for (const [i, tx] of block.txs.entries()) {
          const txExplanation = await explain(tx, signal)
          checkSums(txExplanation, tx)
          expect(txExplanation).toMatchObject({ state: 'confirmed', confirmations: 1, coinbase: i === 0 })
          for (const { burned, moves } of txExplanation.tokens) {
            expect(burned).toBe(txExplanation.action === 'token-burn' ? moves[0]?.units : 0n)
          }
          if (i === 0) continue
          const { confirmations, ...rest } = txExplanation
          expect(rest).toEqual({ ...before[i - 1], state: 'confirmed' })
          kinds[txExplanation.action ?? 'none'] = (kinds[txExplanation.action ?? 'none'] ?? 0) + 1
        }
      }
      expect(kinds).toEqual(KINDS[name])
    },
  )

  it('explains every parseable transaction without an error', async () => {
    const { node, explain } = open('regtest')
    const blocks = readRecordedBlocks('regtest')
    for (const block of blocks.slice(1)) {
      node.clock.set(block.header.time)
      expect(node.chain.submitBlock(serializeBlock(block))).toBeNull()
    }
    const txs = blocks.flatMap(({ txs }) => txs.slice(1)).map(serializeTransaction)
    const mutated = fc.tuple(
      fc.constantFrom(...txs),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(mutated, async ([bytes, changes]) => {
        const changed = bytes.slice()
        for (const [at, value] of changes) changed[at % changed.length] = value
        const tx = readOrNothing(changed)
        if (tx) checkSums(await explain(tx, signal), tx)
      }),
      { numRuns: nightly() ? 5_000 : 150 },
    )
  })
})

function readOrNothing(bytes: Uint8Array): Transaction | undefined {
  try {
    return parseTransaction(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
