import { describe, expect, it } from 'vitest'
import { EVAL_CODES, SUPPORTED_CONTRACTS } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne, evalNode, secpNode, threshold } from '../conditions/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import type { CcView } from '../core/index.ts'
import { computeTxid, type Transaction } from '../primitives/index.ts'
import { equal } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { createChainModel } from './testing/chainModel.ts'
import {
  ccInput,
  ccOutput,
  dataOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from './testing/drafts.ts'
import { encodeTokenCreate, encodeTokenTransfer } from './tokens/codec.ts'

const ann = draftKey(1).publicKey
const tree = ccOne(EVAL_CODES.tokens, ann)
const createParams = (...args: readonly string[]) =>
  chainParamsFromArgs(['-ac_name=T', '-regtest', '-ac_supply=10', ...args])

function tokenChain(outputs = 3) {
  const chain = createChainModel()
  const coins = mint([plainOutput(100_000n, ann)])
  const name = new TextEncoder().encode('T')
  const data = dataOutput(encodeTokenCreate({ owner: ann, name, description: name, payloads: [] }))
  const token = draftTransaction(
    [plainInput(coins, 0)],
    [...Array.from({ length: outputs }, () => ccOutput(10n, tree)), data],
  )
  chain.connect(draftBlock([coins, token]))
  return { chain, token }
}

function transfer(token: Transaction, inputs: number, spends: Condition = tree): Transaction {
  const vin = Array.from({ length: inputs }, (_, i) => ccInput(token, i, spends))
  const data = dataOutput(encodeTokenTransfer({ tokenId: computeTxid(token), pubkeys: [ann], payloads: [] }))
  return draftTransaction(vin, [ccOutput(10n * BigInt(inputs), tree), data])
}

describe('ContractEvaluator', () => {
  const { chain, token } = tokenChain()
  const tx = transfer(token, 1)
  const check = (code: readonly number[], height = 1, ...args: readonly string[]) => {
    const verdict = new ContractEvaluator(createParams('-ac_cc=2', ...args)).evaluate(
      Uint8Array.from(code),
      tx,
      0,
      height,
      chain.view(),
    )
    return verdict.ok ? undefined : verdict.reason
  }

  it('calls the contract of the eval code', () => {
    expect(check([0xf2])).toBeUndefined()
    expect(check([0xe3])).toBe('AssetValidate: invalid opreturn payload')
    expect(check([0xe4])).toBe('mismatched inputs != outputs + FAUCETSIZE + txfee')
  })

  it('rejects unknown codes and parameters, in the order of the rules', () => {
    expect(check([])).toBe('empty-eval')
    expect(check([0xf7])).toBe('validation not supported for eval code')
    expect(check([0x00])).toBe('validation not supported for eval code')
    expect(check([0x10])).toBe('mismatched -ac_cclib vs CClib_name')
    expect(check([0x7f, 1])).toBe('mismatched -ac_cclib vs CClib_name')
    expect(check([0x80])).toBe('validation not supported for eval code')
    expect(check([0xf2, 0])).toBe('Cannot have params')
    expect(check([0xf7, 0])).toBe('validation not supported for eval code')
  })

  it('rejects codes without a usable validator, and imports before their parameters are checked', () => {
    for (const code of [0xe7, 0xe8, 0xe9]) expect(check([code])).toBe('no validation yet')
    expect(check([0xe7, 0])).toBe('Cannot have params')
    expect(check([0xe1, 1, 2])).toBe('invalid-payload')
    expect(check([0xe2], 9, '-ac_ccactivate=10')).toBe('invalid-params')
    expect(check([0xe2], 1, '-ac_ccenable=228')).toMatch(/^disabled-code/)
  })

  it('returns a verdict for every code: that of a contract, or the reference’s rejection', () => {
    const modules: readonly number[] = SUPPORTED_CONTRACTS.map((name) => EVAL_CODES[name])
    const refusals = (evalCode: number) =>
      [0xe7, 0xe8, 0xe9].includes(evalCode) ? 'no validation yet' : 'validation not supported for eval code'
    for (let code = 0; code < 256; code++) {
      const library = code >= 0x10 && code <= 0x7f
      const verdict = library ? 'mismatched -ac_cclib vs CClib_name' : refusals(code)
      if (!modules.includes(code) && code !== 0xe1 && code !== 0xe2) expect(check([code])).toBe(verdict)
    }
    for (const code of modules) expect(check([code])).not.toBe('validation not supported for eval code')
    expect(check([0xe6], 1, '-ac_ccenable=227,228')).toMatch(/^disabled-code/)
  })

  it('rejects codes that the chain has not enabled, and all codes below the activation height', () => {
    const disabled = 'disabled-code, -ac_ccenables didnt include this ecode'
    expect(check([0xf2, 0], 1, '-ac_ccenable=227,228')).toBe(disabled)
    expect(check([0xe4], 1, '-ac_ccenable=228')).toBe('mismatched inputs != outputs + FAUCETSIZE + txfee')
    expect(check([0xf2], 9, '-ac_ccactivate=10')).toBe('CC are disabled or not active yet')
    expect(check([0xf2], 10, '-ac_ccactivate=10')).toBeUndefined()
  })

  it('accepts any spend of orders on two chains, up to a height', () => {
    const checkAt = (name: string, height: number, code: number = EVAL_CODES.assets) => {
      const rules = chainParamsFromArgs([`-ac_name=${name}`, '-ac_supply=10', '-ac_cc=2'])
      const view = { ...chain.view(), tip: () => ({ ...chain.tip(), height }) }
      return new ContractEvaluator(rules).evaluate(Uint8Array.of(code), tx, 0, height + 1, view).ok
    }
    expect([144_073, 144_074].map((height) => checkAt('SEC', height))).toEqual([true, false])
    expect([210_190, 210_191].map((height) => checkAt('MGNX', height))).toEqual([true, false])
    expect(checkAt('T', 0)).toBe(false)
    expect(checkAt('SEC', 1, EVAL_CODES.oracles)).toBe(false)
  })

  it('validates once for all inputs of a transaction, and again in a second pass over the inputs', () => {
    const { chain, token } = tokenChain(40)
    const many = transfer(token, 40)
    let reads = 0
    const view = chain.view()
    const counting: CcView = {
      ...view,
      transaction(txid) {
        reads++
        return view.transaction(txid)
      },
    }
    const evaluator = new ContractEvaluator(createParams('-ac_cc=2'))
    const walk = () => {
      for (const i of many.vin.keys()) {
        expect(evaluator.evaluate(Uint8Array.of(EVAL_CODES.tokens), many, i, 2, counting)).toEqual({ ok: true })
      }
      const used = reads
      reads = 0
      return used
    }
    const first = walk()
    expect(first).toBeLessThan(100)
    expect(walk()).toBeGreaterThan(0)
  })

  it('picks up a transaction that became known between two passes', () => {
    const { chain, token } = tokenChain()
    const evaluator = new ContractEvaluator(createParams('-ac_cc=2'))
    const single = transfer(token, 1)
    const view = chain.view()
    let known = false
    const late: CcView = {
      ...view,
      transaction: (txid) => (known || !equal(txid, computeTxid(token)) ? view.transaction(txid) : undefined),
    }
    const ask = () => evaluator.evaluate(Uint8Array.of(EVAL_CODES.tokens), single, 0, 2, late).ok
    expect(ask()).toBe(false)
    known = true
    expect(ask()).toBe(true)
  })

  it('evaluates each eval node of an input with its own contract', () => {
    const both = threshold(3, [evalNode(0xe4), evalNode(EVAL_CODES.tokens), threshold(1, [secpNode(ann)])])
    const { chain, token } = tokenChain()
    const evaluator = new ContractEvaluator(createParams('-ac_cc=2'))
    const spend = transfer(token, 1, both)
    const view = chain.view()
    expect(evaluator.evaluate(Uint8Array.of(EVAL_CODES.tokens), spend, 0, 2, view).ok).toBe(true)
    expect(evaluator.evaluate(Uint8Array.of(0xe4), spend, 0, 2, view).ok).toBe(false)
  })
})
