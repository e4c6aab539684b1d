import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../consensus/index.ts'
import type { CcView } from '../core/index.ts'
import { computeTxid, parseBlock, readTransaction, type Transaction } from '../primitives/index.ts'
import { RECORDED_ARGS, vectorLines } from '../testing/index.ts'
import { ByteReader, fromHex, hashKey, toDisplayHex } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { type ChainModel, createChainModel } from './testing/chainModel.ts'

/** Rewards, heirs, channels, payments and dice (e2e/vectors/README.md, mods2). */

const rules = chainParamsFromArgs(RECORDED_ARGS.mods2)
const evaluator = new ContractEvaluator(rules)
/** Heights divisible by this number counted as notarised while the chain was recorded (channels.md §3). */
const NOTARISED_EACH = 7

interface Sent {
  readonly seq: number
  readonly method: string | null
  readonly note: string
  readonly tip: number | null
  readonly params: unknown
  readonly http_status: number
  readonly response_raw?: string
  readonly eval_log?: readonly string[]
}

function viewAt(chain: ChainModel, others: readonly Transaction[]): CcView {
  const { height } = chain.tip()
  return { ...chain.view(others), notarisedHeight: () => height - (height % NOTARISED_EACH) }
}

/** Returns the first rejection reason of a transaction in the block after the tip, or undefined if it is valid. */
function findRejectReason(tx: Transaction, view: CcView): string | undefined {
  const height = view.tip().height + 1
  for (const [i, input] of decodeCcInputs(tx).entries()) {
    for (const code of input?.evalCodes ?? []) {
      const verdict = evaluator.evaluate(code, tx, i, height, view)
      if (!verdict.ok) return verdict.reason
    }
  }
  return undefined
}

const blocks = vectorLines<{ hex: string }>('mods2/blocks.jsonl').map(({ hex }) => parseBlock(fromHex(hex)))

/** Prefix of recorded calls of other contracts, which `recordedContracts.test.ts` checks. */
const OTHERS = 'other evals: '

/** Returns the reference's reason, or `valid`. Returns undefined if the reply is not a verdict of contract rules. */
function recordedVerdict({ http_status, response_raw = '', eval_log = [] }: Sent): string | undefined {
  if (http_status === 0) return undefined
  if (response_raw.includes('"error":null')) return 'valid'
  if (!response_raw.includes('mandatory-script-verify-flag-failed')) return undefined
  return eval_log.at(-1)?.replace(/^EVAL_\S+ Invalid /, '')
}

function* sentTransactions() {
  for (const line of vectorLines<Sent>('mods2/transcript.jsonl')) {
    const { method, params, tip, note } = line
    if (
      method !== 'sendrawtransaction' ||
      note.startsWith(OTHERS) ||
      !Array.isArray(params) ||
      typeof params[0] !== 'string'
    )
      continue
    if (tip !== null) yield { line, tip, tx: readTransaction(new ByteReader(fromHex(params[0]))) }
  }
}

describe('ContractEvaluator on the recorded chain of contracts', () => {
  it('accepts every contract spend in its blocks', () => {
    const chain = createChainModel()
    let judged = 0
    for (const block of blocks) {
      for (const tx of block.txs) {
        if (!decodeCcInputs(tx).some((input) => input !== undefined)) continue
        judged++
        expect(findRejectReason(tx, viewAt(chain, block.txs)), toDisplayHex(computeTxid(tx))).toBeUndefined()
      }
      chain.connect(block)
    }
    expect(judged).toBe(83)
  })

  it('returns the recorded verdict and reason for every sent transaction', () => {
    const chain = createChainModel()
    const pool = new Map<string, Transaction>()
    const different: string[] = []
    let judged = 0
    for (const { line, tip, tx } of sentTransactions()) {
      const expected = recordedVerdict(line)
      while ((chain.tip()?.height ?? 0) < tip) {
        const block = blocks[chain.tip()?.height ?? 0]!
        chain.connect(block)
        for (const mined of block.txs) pool.delete(hashKey(computeTxid(mined)))
      }
      if (expected === undefined) continue
      if (decodeCcInputs(tx).some((input) => input !== undefined)) {
        judged++
        const reason = findRejectReason(tx, viewAt(chain, [...pool.values()])) ?? 'valid'
        if (reason !== expected) different.push(`${line.seq} ${line.note}: ${reason}, recorded ${expected}`)
      }
      if (expected === 'valid') pool.set(hashKey(computeTxid(tx)), tx)
    }
    expect(different).toEqual([])
    expect(judged).toBe(193)
  })
})
