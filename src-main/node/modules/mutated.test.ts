import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs, simulatedNotarisation } from '../consensus/index.ts'
import {
  parseTransaction,
  readTransaction,
  serializeTransaction,
  type Transaction,
  type TxOut,
} from '../primitives/index.ts'
import { opReturnScript } from '../script/index.ts'
import { mulberry32, nightly, vectorLines } from '../testing/index.ts'
import { ByteReader, fromHex } from '../util/index.ts'
import { ccInputsOf } from './ccInputs.ts'
import { createCcEvaluator } from './evaluator.ts'
import { createModuleExplainer } from './explain.ts'
import { moduleData } from './opReturn.ts'
import { createChainModel } from './testing/chainModel.ts'
import { type RecordedCall, readRecordedBlocks } from './testing/recorded.ts'

const EACH = nightly() ? 100_000 : 200

const CHAINS = [
  { folder: 'mods1', args: ['-ac_name=MODS'] },
  { folder: 'mods2', args: ['-ac_name=MODT'] },
] as const

describe.each(CHAINS)('mutated transactions of $folder', ({ folder, args }) => {
  const rules = chainParamsFromArgs([...args, '-regtest', '-ac_supply=100000', '-ac_reward=1000000000', '-ac_cc=2'])
  const random = mulberry32(folder === 'mods1' ? 17 : 18)
  const below = (limit: number) => Math.floor(random() * limit)

  function mutated(tx: Transaction): Transaction {
    const vout: TxOut[] = [...tx.vout]
    const data = moduleData(tx)?.slice()
    if (data && data.length > 0) {
      for (let n = below(4); n > 0; n--) data[below(data.length)] = below(256)
      const cut = below(3) === 0 ? data.subarray(0, below(data.length + 1)) : data
      vout[vout.length - 1] = { value: 0n, scriptPubKey: opReturnScript(cut) }
    }
    if (below(3) === 0 && vout.length > 1) vout.splice(below(vout.length), 1)
    if (below(3) === 0) vout.splice(below(vout.length + 1), 0, vout[below(vout.length)]!)
    const at = below(vout.length)
    if (below(2) === 0) vout[at] = { ...vout[at]!, value: BigInt(below(3)) * 10_000n }
    const vin = below(3) === 0 ? [...tx.vin].reverse() : tx.vin
    return parseTransaction(serializeTransaction({ ...tx, vin, vout }))
  }

  it('are judged and explained without an error', () => {
    const chain = createChainModel()
    for (const block of [...(folder === 'mods2' ? [rules.genesis] : []), ...readRecordedBlocks(folder)]) {
      chain.connect(block)
    }
    const sent = vectorLines<RecordedCall>(`${folder}/transcript.jsonl`).flatMap(({ method, params }) =>
      method === 'sendrawtransaction' && typeof params?.[0] === 'string'
        ? [readTransaction(new ByteReader(fromHex(params[0])))]
        : [],
    )
    const subjects = sent.filter((tx) => ccInputsOf(tx).some((input) => input !== undefined))
    const evaluator = createCcEvaluator(rules)
    const explain = createModuleExplainer()
    const tip = chain.tip().height
    const view = { ...chain.view(), unspent: () => [], notarisedHeight: () => simulatedNotarisation(rules, tip) }
    const find = (txid: Uint8Array) => view.transaction(txid)?.tx
    for (let n = 0; n < EACH; n++) {
      const tx = mutated(subjects[below(subjects.length)]!)
      for (const [i, input] of ccInputsOf(tx).entries()) {
        for (const code of input?.evalCodes ?? []) {
          expect(typeof evaluator.evaluate(code, tx, i, tip + 1, view).ok).toBe('boolean')
        }
      }
      explain({ tx, find, known: [], spent: tx.vin.map(({ prevout }) => find(prevout.hash)?.vout[prevout.index]) })
    }
  })
})
