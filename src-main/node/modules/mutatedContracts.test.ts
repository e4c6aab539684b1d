import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs, simulatedNotarisation } from '../consensus/index.ts'
import type { CcView } from '../interfaces.ts'
import {
  parseBlock,
  parseTransaction,
  serializeTransaction,
  type Transaction,
  type TxOut,
} from '../primitives/index.ts'
import { mulberry32, nightly, RECORDED_ARGS, vectorLines } from '../testing/index.ts'
import { DecodeError, fromHex, hashKey, toHex } from '../util/index.ts'
import { ccInputsOf } from './ccInputs.ts'
import { createCcEvaluator } from './evaluator.ts'
import { createModuleExplainer } from './explain.ts'
import { createChainModel } from './testing/chainModel.ts'

/** Mutations of recorded transactions of contracts: each is judged and explained without an error, and soon. */
const MUTATIONS = nightly() ? 100_000 : 500
/** Processor time for one; what else the machine does is not counted. */
const MOST_MICROSECONDS = 50_000

const rules = chainParamsFromArgs(RECORDED_ARGS.mods2)
const blocks = vectorLines<{ hex: string }>('mods2/blocks.jsonl').map(({ hex }) => parseBlock(fromHex(hex)))

function chainOfRecording() {
  const chain = createChainModel()
  for (const block of blocks) chain.connect(block)
  const height = chain.tip().height
  const view: CcView = { ...chain.view(), notarisedHeight: () => simulatedNotarisation(rules, height) }
  // The model looks through all coins each time; what is unspent at an address does not change here.
  const unspent = new Map<string, ReturnType<CcView['unspent']>>()
  return {
    ...view,
    unspent(address) {
      const key = `${address.type}${hashKey(address.hash)}`
      const known = unspent.get(key) ?? view.unspent(address)
      unspent.set(key, known)
      return known
    },
  } satisfies CcView
}

type Random = () => number

/** Another transaction: bytes of data and amounts changed, outputs and inputs left out, doubled, swapped. */
function mutate(tx: Transaction, others: readonly Transaction[], random: Random): Transaction {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const at = (length: number) => Math.floor(random() * length)
  const vout: TxOut[] = [...tx.vout]
  const vin = [...tx.vin]
  for (let changes = 1 + at(3); changes > 0; changes--) {
    const n = at(vout.length)
    const output = vout[n]
    switch (at(7)) {
      case 0:
        if (output)
          vout[n] = { ...output, value: pick([0n, 1n, 9_999n, 10_000n, 10_001n, output.value + 1n, 2n ** 62n]) }
        break
      case 1:
        if (vout.length > 1) vout.splice(n, 1)
        break
      case 2:
        vout.splice(n, 0, pick(pick(others).vout))
        break
      case 3:
        if (vin.length > 1) vin.splice(at(vin.length), 1)
        break
      case 4:
        vin.splice(at(vin.length + 1), 0, pick(pick(others).vin))
        break
      case 5:
        if (output) vout[n] = { ...output, scriptPubKey: withByte(output.scriptPubKey, random) }
        break
      default: {
        const last = vout.length - 1
        vout[last] = { ...vout[last]!, scriptPubKey: withByte(vout[last]!.scriptPubKey, random) }
      }
    }
  }
  return parseTransaction(serializeTransaction({ ...tx, vin, vout }))
}

function withByte(script: Uint8Array, random: Random): Uint8Array {
  const changed = script.slice(0, random() < 0.1 ? Math.floor(random() * script.length) : undefined)
  if (changed.length > 0) changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
  return changed
}

describe('mutated transactions of contracts', () => {
  it(`${MUTATIONS} of them get a verdict and an explanation`, { timeout: 600_000 }, () => {
    const view = chainOfRecording()
    const find = (txid: Uint8Array) => view.transaction(txid)?.tx
    const known = blocks.flatMap(({ txs }) => txs.filter((tx) => ccInputsOf(tx).some((input) => input !== undefined)))
    const explain = createModuleExplainer()
    const random = mulberry32(17)
    const slow: string[] = []
    let refused = 0
    for (let n = 0; n < MUTATIONS; n++) {
      let tx: Transaction
      try {
        tx = mutate(known[n % known.length]!, known, random)
      } catch (error) {
        if (error instanceof DecodeError) continue
        throw error
      }
      const judged = () => {
        const evaluator = createCcEvaluator(rules)
        const started = process.cpuUsage()
        const refusals = ccInputsOf(tx).flatMap((input, i) =>
          (input?.evalCodes ?? []).filter((code) => !evaluator.evaluate(code, tx, i, view.tip().height + 1, view).ok),
        )
        const spent = tx.vin.map(({ prevout }) => find(prevout.hash)?.vout[prevout.index])
        explain({ tx, spent, find, known: [] })
        return { refusals: refusals.length, microseconds: process.cpuUsage(started).user }
      }
      const first = judged()
      refused += first.refusals
      // The collector of memory may have run meanwhile: what is slow is slow again.
      if (first.microseconds > MOST_MICROSECONDS && judged().microseconds > MOST_MICROSECONDS)
        slow.push(toHex(serializeTransaction(tx)))
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 2)
    // A test of every day must not depend on how busy the machine is.
    if (nightly()) expect(slow).toEqual([])
  })
})
