import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../consensus/index.ts'
import type { CcVerdict } from '../core/index.ts'
import { computeTxid, parseTransaction, readTransaction, type Transaction } from '../primitives/index.ts'
import { RECORDED_ARGS, vectorLines } from '../testing/index.ts'
import { ByteReader, fromHex, toDisplayHex } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { type ChainModel, createChainModel } from './testing/chainModel.ts'
import { readRecordedBlocks } from './testing/recorded.ts'

const rules = chainParamsFromArgs(RECORDED_ARGS.tst1)

/** Evaluates every eval node of a transaction in the block after the model's tip. */
function evaluateInputs(tx: Transaction, chain: ChainModel, others: readonly Transaction[] = []): CcVerdict[] {
  const evaluator = new ContractEvaluator(rules)
  const view = chain.view(others)
  return decodeCcInputs(tx).flatMap((input, i) =>
    (input?.evalCodes ?? []).map((code) => evaluator.evaluate(code, tx, i, chain.tip().height + 1, view)),
  )
}

function listReasons(tx: Transaction, chain: ChainModel, others: readonly Transaction[] = []): string[] {
  return evaluateInputs(tx, chain, others).flatMap((verdict) => (verdict.ok ? [] : [verdict.reason]))
}

interface Sent {
  readonly method: string | null
  readonly note: string
  readonly tip: number
  readonly params: unknown
  readonly response_raw?: string
}

/** Yields the sent transactions with their script check result. Skips transactions rejected for other reasons. */
function* sentTransactions(lines: readonly Sent[]) {
  for (const { method, note, tip, params, response_raw = '' } of lines) {
    if (method !== 'sendrawtransaction' || !Array.isArray(params) || typeof params[0] !== 'string') continue
    const accepted = response_raw.includes('"error":null')
    const failed = response_raw.includes('mandatory-script-verify-flag-failed')
    // The reference ignores bytes after a sent transaction.
    if (accepted || failed) yield { note, tip, accepted, tx: readTransaction(new ByteReader(fromHex(params[0]))) }
  }
}

describe('the recorded chains', () => {
  it.each([
    ['tst1', 8],
    ['regtest', 46],
  ] as const)('%s: accepts every contract input in a block', (name, nodes) => {
    const chain = createChainModel()
    let judged = 0
    for (const block of readRecordedBlocks(name)) {
      for (const tx of block.txs) {
        for (const verdict of chain.tip() ? evaluateInputs(tx, chain, block.txs) : []) {
          judged++
          expect(verdict, toDisplayHex(computeTxid(tx))).toEqual({ ok: true })
        }
      }
      chain.connect(block)
    }
    expect(judged).toBe(nodes)
  })

  it('tst1: rejects exactly the built transactions that the node rejected, for the rule in the label', () => {
    const lines = vectorLines<{ label: string; hex: string; height_built: number }>('tst1/cctx.jsonl')
    const chain = createChainModel()
    const refused: Record<string, string[]> = {}
    for (const block of readRecordedBlocks('tst1')) {
      chain.connect(block)
      for (const { label, hex, height_built } of lines) {
        const reasons = height_built === chain.tip().height ? listReasons(parseTransaction(fromHex(hex)), chain) : []
        if (reasons.length > 0) refused[label] = reasons
      }
    }
    expect(refused).toEqual({
      'pre-sapling tokentransfer NFT A->B': ['validation not supported for eval code'],
      'post-sapling tokentransfer NFT A->B': ['validation not supported for eval code'],
      'post-sapling faucetget A (history)': ['faucet is only for brand new addresses'],
      'post-sapling faucetget C again after >3 blocks': ['faucet is only for brand new addresses'],
      'tampered amount': ['tokens cc inputs != cc outputs'],
    })
  })

  it('regtest: agrees with the node on every sent contract transaction', () => {
    const blocks = readRecordedBlocks('regtest')
    const chain = createChainModel()
    let pool: Transaction[] = []
    const refused: Record<string, string> = {}
    let judged = 0
    for (const { note, tip, accepted, tx } of sentTransactions(vectorLines<Sent>('regtest/transcript.jsonl'))) {
      while ((chain.tip()?.height ?? -1) < tip) chain.connect(blocks[(chain.tip()?.height ?? -1) + 1]!)
      if (decodeCcInputs(tx).some((input) => input !== undefined)) {
        pool = pool.filter((other) => chain.find(computeTxid(other)) === undefined)
        const reasons = listReasons(tx, chain, pool)
        expect(reasons.length === 0, `${note}: ${reasons.join()}`).toBe(accepted)
        if (!accepted) refused[note] = reasons.join()
        judged++
      }
      if (accepted) pool.push(tx)
    }
    expect(judged).toBe(40)
    const unknown = 'validation not supported for eval code'
    const used = 'faucet is only for brand new addresses'
    expect(refused).toEqual({
      'sendrawtransaction of ask NFT f7': unknown,
      'sendrawtransaction of claim by used key (rejected)': used,
      'sendrawtransaction of claim with history (to be rejected)': used,
      'sendrawtransaction of late claim (to be rejected)': used,
      'sendrawtransaction of transfer NFT0': unknown,
      'sendrawtransaction of transfer NFT2': unknown,
      // the data of this NFT name the faucet's eval code
      'sendrawtransaction of transfer NFT3': 'illegal normal vini',
      'sendrawtransaction of transfer NFT5': unknown,
      'sendrawtransaction of transfer NFT6': unknown,
    })
  })
})
