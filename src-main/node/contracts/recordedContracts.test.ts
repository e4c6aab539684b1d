import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs, simulatedNotarisation } from '../consensus/index.ts'
import type { CcView } from '../core/index.ts'
import { computeTxid, readTransaction, type Transaction } from '../primitives/index.ts'
import { vectorLines } from '../testing/index.ts'
import { ByteReader, fromHex } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { type ChainModel, createChainModel } from './testing/chainModel.ts'
import { type RecordedCall, readRecordedBlocks } from './testing/recorded.ts'

const MODS = ['-ac_name=MODS', '-regtest', '-ac_supply=100000', '-ac_reward=1000000000', '-ac_cc=2']
const RECORDINGS = [
  { folder: 'mods1', part: '', judged: 471 },
  { folder: 'mods1', part: '_predate', judged: 11 },
] as const

const rules = chainParamsFromArgs(MODS)

function createView(chain: ChainModel, others: readonly Transaction[]): CcView {
  return { ...chain.view(others), notarisedHeight: () => simulatedNotarisation(rules, chain.tip().height) }
}

/** Returns the rejection reasons of a transaction in the block after the model's tip, one per rejected eval node. */
function listReasons(tx: Transaction, chain: ChainModel, others: readonly Transaction[]): string[] {
  const evaluator = new ContractEvaluator(rules)
  const view = createView(chain, others)
  const height = chain.tip().height + 1
  return decodeCcInputs(tx).flatMap((input, i) =>
    (input?.evalCodes ?? []).flatMap((code) => {
      const verdict = evaluator.evaluate(code, tx, i, height, view)
      return verdict.ok ? [] : [verdict.reason.trim()]
    }),
  )
}

/** Yields the sent transactions that reached the contract rules, with the reference's reason if it was recorded. */
function* judgedCalls(lines: readonly RecordedCall[]) {
  for (const { method, params, response_raw: raw, log, eval_log, note, ...line } of lines) {
    if (method !== 'sendrawtransaction' || typeof params?.[0] !== 'string') continue
    const accepted = raw?.includes('"error":null') === true
    const failed = raw?.includes('mandatory-script-verify-flag-failed') === true
    const reason = (log?.[0]?.replace(/^CC Eval \S+ Invalid: /, '') ?? eval_log?.[0]?.replace(/^\S+ Invalid /, ''))
      ?.split(' spending tx')[0]
      ?.trim()
    const tx = readTransaction(new ByteReader(fromHex(params[0])))
    if (accepted || failed) yield { ...line, accepted, reason, note: note ?? '', tx }
  }
}

/** Note of a transaction that the contract rules accept, but whose signature is invalid. */
const WRONG_SIGNATURE = 'signed with the wrong hash type byte'

describe('ContractEvaluator on mods2', () => {
  it('rejects unusable codes as the reference did, and evaluates only codes inside a fulfilment', () => {
    const blocks = [rules.genesis, ...readRecordedBlocks('mods2')]
    const chain = createChainModel()
    const refused: Record<string, string | undefined> = {}
    const lines = vectorLines<RecordedCall>('mods2/transcript.jsonl')
    for (const { note, tx, tip, accepted, reason } of judgedCalls(
      lines.filter(({ note }) => note?.startsWith('other evals')),
    )) {
      while ((chain.tip()?.height ?? -1) < tip) chain.connect(blocks[(chain.tip()?.height ?? -1) + 1]!)
      const [ours] = listReasons(tx, chain, [])
      expect(ours, note).toBe(reason)
      expect(ours === undefined, note).toBe(accepted)
      if (!accepted) refused[note] = ours
    }
    expect(Object.keys(refused).length).toBe(19)
  })
})

describe.each(RECORDINGS)('ContractEvaluator on $folder$part', ({ folder, part, judged }) => {
  const blocks = readRecordedBlocks(folder, `blocks${part}`)

  it('returns the recorded verdict and reason for every sent transaction', () => {
    const chain = createChainModel()
    let pool: Transaction[] = []
    let count = 0
    for (const { seq, note, accepted, reason, tx, tip } of judgedCalls(
      vectorLines<RecordedCall>(`${folder}/transcript${part}.jsonl`),
    )) {
      while ((chain.tip()?.height ?? -1) < tip) chain.connect(blocks[(chain.tip()?.height ?? -1) + 1]!)
      pool = pool.filter((other) => chain.find(computeTxid(other)) === undefined)
      const reasons = listReasons(tx, chain, pool)
      const fits = note.includes(WRONG_SIGNATURE) || reasons.length === 0
      expect(fits, `${seq} ${note}: ${reasons[0]}`).toBe(accepted || note.includes(WRONG_SIGNATURE))
      if (reason !== undefined && !accepted) expect(reasons[0], `${seq} ${note}`).toBe(reason)
      if (accepted) pool.push(tx)
      count++
    }
    expect(count).toBe(judged)
  })
})
