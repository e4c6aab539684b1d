import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Coin } from '../core/index.ts'
import { checkInputs, missingInputs, overwritesTransaction, tooManySigOps } from './inputs.ts'
import { output, toChainParams, transaction } from './testing/testSamples.ts'

const smart = toChainParams('-ac_name=A -ac_reward=100000000')
const slow = toChainParams('-ac_name=A -ac_cbmaturity=100')
const coin = (value: bigint, fields: Partial<Coin> = {}): Coin => ({
  ...output(value),
  height: 10,
  coinbase: false,
  ...fields,
})
const paying = (...values: bigint[]) => transaction({ vout: values.map((value) => output(value)) })

describe('checkInputs', () => {
  it('returns the fee of a valid transaction', () => {
    expect(checkInputs(smart, paying(3n, 4n), [coin(5n), coin(5n)], 11)).toEqual({ ok: true, fee: 3n })
    expect(checkInputs(smart, paying(10n), [coin(10n)], 11)).toEqual({ ok: true, fee: 0n })
  })

  it('rejects outputs above the sum of inputs', () => {
    expect(checkInputs(smart, paying(11n), [coin(10n)], 11)).toMatchObject({
      kind: 'invalid',
      code: 0x10,
      reason: 'bad-txns-in-belowout',
      score: 100,
    })
  })

  it('rejects a coinbase spent before maturity, without a ban score', () => {
    const spent = [coin(10n, { coinbase: true })]
    expect(checkInputs(slow, paying(1n), spent, 109)).toMatchObject({
      reason: 'bad-txns-premature-spend-of-coinbase',
      score: 0,
    })
    expect(checkInputs(slow, paying(1n), spent, 110)).toEqual({ ok: true, fee: 9n })
    expect(checkInputs(slow, paying(1n), [coin(10n)], 11)).toEqual({ ok: true, fee: 9n })
  })

  it('rejects a coinbase spent in its own block even with a maturity of 1', () => {
    const spent = [coin(10n, { coinbase: true })]
    expect(checkInputs(smart, paying(1n), spent, 10)).toMatchObject({ reason: 'bad-txns-premature-spend-of-coinbase' })
    expect(checkInputs(smart, paying(1n), spent, 11)).toEqual({ ok: true, fee: 9n })
  })

  it('treats the lock of a coinbase as a height even above 500,000,000', () => {
    const lock = 600_000_000
    const params = toChainParams(`-ac_name=A -ac_timelockgte=1000 -ac_timeunlockfrom=${lock} -ac_timeunlockto=${lock}`)
    const spend = (value: bigint, height: number, coinbase = true) =>
      checkInputs(params, paying(1n), [coin(value, { coinbase })], height)
    expect(spend(1000n, lock - 1)).toMatchObject({ reason: 'bad-txns-premature-spend-of-coinbase', score: 10 })
    expect(spend(1000n, lock)).toEqual({ ok: true, fee: 999n })
    expect(spend(999n, 11)).toEqual({ ok: true, fee: 998n })
    expect(spend(1000n, 11, false)).toEqual({ ok: true, fee: 999n })
  })

  it('rejects amounts out of range, singly and in sum', () => {
    const most = smart.maxMoney
    const reason = 'bad-txns-inputvalues-outofrange'
    expect(checkInputs(smart, paying(0n), [coin(most + 1n)], 11)).toMatchObject({ reason })
    expect(checkInputs(smart, paying(0n), [coin(-1n)], 11)).toMatchObject({ reason })
    expect(checkInputs(smart, paying(0n), [coin(most), coin(1n)], 11)).toMatchObject({ reason })
    expect(checkInputs(smart, paying(0n), [coin(most)], 11)).toEqual({ ok: true, fee: most })
  })

  it('never accepts more outputs than inputs', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: smart.maxMoney }), { maxLength: 4 })
    fc.assert(
      fc.property(amounts, amounts, (from, to) => {
        const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
        const verdict = checkInputs(
          smart,
          paying(...to),
          from.map((value) => coin(value)),
          11,
        )
        if (verdict.ok) {
          expect(verdict.fee).toBe(sum(from) - sum(to))
          expect(verdict.fee).toBeGreaterThanOrEqual(0n)
        } else expect(sum(to) > sum(from) || sum(from) > smart.maxMoney).toBe(true)
      }),
    )
  })
})

describe('predefined violations', () => {
  it('carry the reasons of komodod', () => {
    const all = [missingInputs(), overwritesTransaction(), tooManySigOps()]
    expect(all.map(({ reason }) => reason)).toEqual([
      'bad-txns-inputs-missingorspent',
      'bad-txns-BIP30',
      'bad-blk-sigops',
    ])
    for (const violation of all) expect(violation).toMatchObject({ kind: 'invalid', code: 0x10, score: 100 })
  })
})
