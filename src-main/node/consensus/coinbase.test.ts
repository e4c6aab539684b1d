import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { COIN, type TxOut } from '../primitives/index.ts'
import { ccScript, OP, p2shScript } from '../script/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import {
  checkCoinbaseAmount,
  checkCoinbaseHeight,
  checkCoinbaseOutputs,
  computeCommission,
  heightScript,
} from './coinbase.ts'
import { coinbaseOutputs } from './coinbaseOutputs.ts'
import type { ChainParams } from './params.ts'
import { subsidy } from './subsidy.ts'
import { block, coinbase, output, SAPLING, SPROUT, toChainParams, transaction } from './testing/testSamples.ts'
import { checkTimeLock, needsTimeLock, unlockHeight } from './timeLock.ts'
import { VALID } from './verdict.ts'

const KEY = fromHex('03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12')
const KEY_SCRIPT = concat(Uint8Array.of(33), KEY, Uint8Array.of(0xac))
const HASH_SCRIPT = concat(fromHex('76a914'), hash160(KEY), fromHex('88ac'))
const OTHER = Uint8Array.of(0x51)
const DATA = Uint8Array.of(OP.OP_RETURN, 1, 1)

const plain = toChainParams('-ac_name=A -ac_supply=100 -ac_reward=100000000')
const share = toChainParams(`-ac_name=A -ac_supply=100 -ac_reward=100000000 -ac_perc=5000000 -ac_pubkey=${toHex(KEY)}`)

const outputsVerdict = (params: ChainParams, height: number, vout: TxOut[], upgrades = SAPLING) =>
  checkCoinbaseOutputs(params, block([coinbase(height, vout)]), { height, upgrades })
const amountVerdict = (params: ChainParams, height: number, vout: TxOut[], fees = 0n) =>
  checkCoinbaseAmount(params, block([coinbase(height, vout)]), height, fees)

describe('heightScript', () => {
  it('returns the shortest push of the number', () => {
    const scripts = [1, 16, 17, 127, 128, 200, 255, 256, 32_767, 32_768, 8_388_608].map((h) => toHex(heightScript(h)))
    expect(scripts).toEqual([
      ...['51', '60', '0111', '017f', '028000', '02c800', '02ff00', '020001', '02ff7f', '03008000', '0400008000'],
    ])
  })

  it('returns a script that every coinbase script must start with', () => {
    const withScript = (hex: string) =>
      transaction({
        vin: [{ prevout: { hash: new Uint8Array(32), index: 0xffffffff }, scriptSig: fromHex(hex), sequence: 0 }],
      })
    expect(checkCoinbaseHeight(withScript('02c8000101'), 200)).toEqual(VALID)
    expect(checkCoinbaseHeight(withScript('02c800'), 200)).toEqual(VALID)
    for (const hex of ['', '02c8', '03c80000', '02c900', '0101']) {
      expect(checkCoinbaseHeight(withScript(hex), 200)).toMatchObject({ kind: 'inconclusive', reason: 'bad-cb-height' })
    }
  })
})

describe('checkCoinbaseAmount', () => {
  it('requires the exact amount in block 1', () => {
    const due = subsidy(plain, 1)
    expect(amountVerdict(plain, 1, [output(due)])).toEqual(VALID)
    expect(amountVerdict(plain, 1, [output(due - 5n), output(5n)])).toEqual(VALID)
    for (const wrong of [due - 1n, due + 1n]) {
      expect(amountVerdict(plain, 1, [output(wrong)])).toMatchObject({ kind: 'invalid', reason: 'bad-cb-amount' })
    }
    expect(amountVerdict(plain, 1, [output(due)], 3n)).toMatchObject({ reason: 'bad-cb-amount' })
  })

  it('limits later blocks to subsidy plus fees', () => {
    expect(amountVerdict(plain, 2, [output(COIN + 3n)], 3n)).toEqual(VALID)
    expect(amountVerdict(plain, 2, [output(0n)])).toEqual(VALID)
    expect(amountVerdict(plain, 2, [output(COIN), output(1n)])).toMatchObject({ reason: 'bad-cb-amount', score: 100 })
  })

  it('allows one extra satoshi on a few chains', () => {
    const dex = toChainParams('-ac_name=DEX -ac_reward=100000000')
    expect(amountVerdict(dex, 2, [output(COIN + 1n)])).toEqual(VALID)
    expect(amountVerdict(dex, 2, [output(COIN + 2n)])).toMatchObject({ reason: 'bad-cb-amount' })
    expect(amountVerdict(dex, 1, [output(subsidy(dex, 1) + 1n)])).toMatchObject({ reason: 'bad-cb-amount' })
  })

  it('raises the limit by a commission that is paid exactly', () => {
    const due = computeCommission(share, block([coinbase(2, [output(COIN)])]), 2)
    expect(due).toBe(5_000_000n)
    expect(amountVerdict(share, 2, [output(COIN), output(due)])).toEqual(VALID)
    expect(amountVerdict(share, 2, [output(COIN), output(due - 1n)])).toMatchObject({ reason: 'bad-cb-amount' })
  })

  it('allows less than the subsidy in block 1 of a plain regtest', () => {
    expect(amountVerdict(toChainParams('-regtest'), 1, [output(1n)])).toEqual(VALID)
  })
})

describe('commission', () => {
  it('applies to all outputs except its own, in steps of 10,000 sat, up to a million coins', () => {
    const txs = [
      coinbase(2, [output(COIN), output(77n)]),
      transaction({ vout: [output(COIN + 9_999n), output(5_000n)] }),
    ]
    // (2 coins + 14,999 sat) / 10,000 = 20,001 steps
    expect(computeCommission(share, { txs }, 2)).toBe((20_001n * 5_000_000n) / 10_000n)
    const rich = [coinbase(2, [output(3_000_000n * COIN)])]
    expect(computeCommission(share, { txs: rich }, 2)).toBe(50_000n * COIN)
  })

  it('equals 0 if it would be less than 10,000 sat', () => {
    expect(computeCommission(share, { txs: [coinbase(2, [output(199_000n)])] }, 2)).toBe(0n)
    expect(computeCommission(share, { txs: [coinbase(2, [output(200_000n)])] }, 2)).toBe(10_000n)
  })

  it('requires the exact amount, paid to the key or its hash', () => {
    const pay = (value: bigint, script: Uint8Array) => outputsVerdict(share, 2, [output(COIN), output(value, script)])
    expect(pay(5_000_000n, KEY_SCRIPT)).toEqual(VALID)
    expect(pay(5_000_000n, HASH_SCRIPT)).toEqual(VALID)
    for (const verdict of [
      pay(5_000_000n, OTHER),
      pay(4_999_999n, KEY_SCRIPT),
      pay(5_000_001n, KEY_SCRIPT),
      outputsVerdict(share, 2, [output(COIN)]),
      outputsVerdict(share, 2, [output(COIN)], SPROUT),
    ]) {
      expect(verdict).toMatchObject({ kind: 'invalid', reason: 'bad-cb-commission' })
    }
  })

  it('allows no further outputs except data', () => {
    const vout = [output(COIN), output(5_000_000n, KEY_SCRIPT), output(5_000n)]
    expect(outputsVerdict(share, 2, vout)).toMatchObject({ reason: 'bad-cb-outputs' })
    expect(outputsVerdict(share, 2, vout, SPROUT)).toMatchObject({ reason: 'bad-cb-outputs' })
    expect(outputsVerdict(share, 2, [...vout.slice(0, 2), output(0n, DATA)])).toEqual(VALID)
  })

  it('goes to the script instead of the key if a script is set', () => {
    const scripted = toChainParams(
      `-ac_name=A -ac_reward=100000000 -ac_perc=5000000 -ac_script=6a51 -ac_pubkey=${toHex(KEY)}`,
    )
    const pay = (script: Uint8Array) => outputsVerdict(scripted, 2, [output(COIN), output(5_000_000n, script)])
    expect(pay(fromHex('6a51'))).toEqual(VALID)
    expect(pay(KEY_SCRIPT)).toMatchObject({ reason: 'bad-cb-commission' })
  })

  it('pays a key that must also receive the premine', () => {
    const due = subsidy(share, 1)
    expect(outputsVerdict(share, 1, [output(due, KEY_SCRIPT)])).toEqual(VALID)
    expect(outputsVerdict(share, 1, [output(due, HASH_SCRIPT)])).toMatchObject({ reason: 'bad-cb-premine' })
    expect(outputsVerdict(share, 1, [output(due, OTHER)])).toMatchObject({ kind: 'invalid', reason: 'bad-cb-premine' })
    expect(outputsVerdict(plain, 1, [output(due, OTHER)])).toEqual(VALID)
  })

  describe('with -ac_founders', () => {
    const foundersChain = (text: string) =>
      toChainParams(`-ac_name=A -ac_reward=100000000 -ac_pubkey=${toHex(KEY)} ${text}`)
    const due = (params: ChainParams, height: number): bigint =>
      computeCommission(params, block([coinbase(height, [])]), height)

    it('defaults to 35/65 of the subsidy in each block', () => {
      expect(due(foundersChain('-ac_founders=1'), 7)).toBe(53_846_154n)
    })

    it('covers several blocks in one payment', () => {
      const tenth = foundersChain('-ac_founders=10 -ac_perc=20000000')
      expect([9, 10, 11, 20].map((height) => due(tenth, height))).toEqual([0n, 200_000_000n, 0n, 200_000_000n])
      expect(outputsVerdict(tenth, 9, [output(COIN)])).toEqual(VALID)
      expect(outputsVerdict(tenth, 10, [output(COIN)])).toMatchObject({ reason: 'bad-cb-commission' })
      expect(outputsVerdict(tenth, 10, [output(COIN), output(200_000_000n, KEY_SCRIPT)])).toEqual(VALID)
    })

    it('supports a fixed amount', () => {
      const fixed = foundersChain('-ac_founders=5 -ac_founders_reward=70000')
      expect([4, 5].map((height) => due(fixed, height))).toEqual([0n, 70_000n])
      expect(due(foundersChain('-ac_founders=5 -ac_founders_reward=9999'), 5)).toBe(0n)
      // With an interval of one block only the share applies, which is 0 here.
      expect(due(foundersChain('-ac_founders=1 -ac_founders_reward=70000'), 5)).toBe(0n)
    })
  })
})

describe('coinbase outputs', () => {
  const reason = 'bad-cb-outputs'

  it('share the part of the subsidy that the first output leaves', () => {
    expect(outputsVerdict(plain, 2, [output(0n), output(COIN)])).toEqual(VALID)
    expect(outputsVerdict(plain, 2, [output(1n), output(COIN)])).toMatchObject({ kind: 'invalid', reason })
    expect(outputsVerdict(plain, 2, [output(COIN - 9n), output(9n)])).toEqual(VALID)
  })

  it('stay unlimited if the first output exceeds the subsidy', () => {
    expect(outputsVerdict(plain, 2, [output(COIN + 1n), output(50_000n)])).toEqual(VALID)
  })

  it('require 5,000 sat or data from the third output on', () => {
    const third = (script: Uint8Array, value: bigint) =>
      outputsVerdict(plain, 2, [output(0n), output(1n), output(value, script)])
    expect(third(OTHER, 5_000n)).toEqual(VALID)
    expect(third(OTHER, 4_999n)).toMatchObject({ reason })
    expect(third(new Uint8Array(0), 4_999n)).toMatchObject({ reason })
    expect(third(DATA, 0n)).toEqual(VALID)
  })

  it('stay below the maximum amount', () => {
    const vout = [output(COIN + 1n), output(plain.maxMoney)]
    expect(outputsVerdict(plain, 2, vout)).toMatchObject({ reason })
  })

  it('stay unrestricted before Sapling, in block 1 and on a plain regtest', () => {
    const odd = [output(1n), output(COIN), output(1n)]
    expect(outputsVerdict(plain, 2, odd, SPROUT)).toEqual(VALID)
    expect(outputsVerdict(plain, 1, odd)).toEqual(VALID)
    expect(outputsVerdict(toChainParams('-regtest'), 2, odd)).toEqual(VALID)
  })
})

describe('coinbase time lock', () => {
  const locked = toChainParams(
    '-ac_name=A -ac_reward=100000000 -ac_timelockgte=100000000 -ac_timeunlockfrom=1000 -ac_timeunlockto=2000',
  )
  const fixed = toChainParams('-ac_name=A -ac_timelockgte=5 -ac_timeunlockfrom=300 -ac_timeunlockto=300')

  it('derives a deterministic height within the range', () => {
    const draws = Array.from({ length: 200 }, (_, height) => unlockHeight(locked, height))
    expect(draws.every((draw) => draw >= 1000n && draw < 2000n)).toBe(true)
    expect(new Set(draws).size).toBeGreaterThan(150)
    expect(unlockHeight(locked, 5)).toBe(draws[5])
    expect(unlockHeight(fixed, 7)).toBe(300n)
  })

  it('applies to large coinbases only', () => {
    const small = toChainParams('-ac_name=A -ac_reward=100 -ac_timelockgte=1000 -ac_timeunlockto=9')
    expect([needsTimeLock(locked, 2, 1n), needsTimeLock(small, 2, 999n), needsTimeLock(small, 2, 1000n)]).toEqual([
      ...[true, false, true],
    ])
    expect(checkTimeLock(small, coinbase(2, [output(999n)]), 2)).toEqual(VALID)
    expect(checkTimeLock(plain, coinbase(2, [output(COIN)]), 2)).toEqual(VALID)
  })

  it('requires a script hash and an output with its script', () => {
    const vout = coinbaseOutputs(locked, { height: 2, fees: 7n, script: KEY_SCRIPT, txs: [] })!
    expect(vout.map(({ value }) => value)).toEqual([COIN + 7n, 0n])
    expect(checkTimeLock(locked, coinbase(2, vout), 2)).toEqual(VALID)
    for (const wrong of [
      [output(COIN)],
      [vout[0]!],
      [vout[1]!, vout[0]!],
      [...vout, output(0n)],
      [vout[0]!, output(0n, DATA)],
      [vout[0]!, output(0n, vout[1]!.scriptPubKey.subarray(0, 20))],
      [output(COIN, p2shScript(new Uint8Array(20))), vout[1]!],
    ]) {
      expect(checkTimeLock(locked, coinbase(2, wrong), 2)).toMatchObject({
        kind: 'inconclusive',
        reason: 'bad-txns-invalid-script-data-for-coinbase-time-lock',
        score: 100,
      })
    }
    // Another block has a different unlock height.
    expect(checkTimeLock(locked, coinbase(3, vout), 3).ok).toBe(unlockHeight(locked, 3) === unlockHeight(locked, 2))
  })

  it('rejects miner scripts that cannot run behind the lock', () => {
    const plan = { height: 2, fees: 0n, txs: [] }
    expect(coinbaseOutputs(locked, { ...plan, script: p2shScript(new Uint8Array(20)) })).toBeUndefined()
    expect(coinbaseOutputs(locked, { ...plan, script: ccScript(ccOne(0xe4, KEY)) })).toBeUndefined()
    expect(coinbaseOutputs(plain, { ...plan, script: p2shScript(new Uint8Array(20)) })).toHaveLength(1)
  })
})

describe('coinbaseOutputs', () => {
  it('pays the complete premine to the key of the chain, without commission', () => {
    const vout = coinbaseOutputs(share, { height: 1, fees: 0n, script: OTHER, txs: [] })
    expect(vout).toEqual([output(subsidy(share, 1), KEY_SCRIPT)])
  })

  it('claims the maximum and satisfies every rule on any chain', () => {
    const key = `-ac_pubkey=${toHex(KEY)}`
    const chains = [
      '-ac_name=A',
      '-regtest',
      '-ac_name=A -ac_supply=0 -ac_reward=5',
      `-ac_name=A -ac_reward=100000000 -ac_perc=5000000 ${key}`,
      `-ac_name=A -ac_reward=100000000 -ac_founders=3 ${key}`,
      `-ac_name=A -ac_reward=100000000 -ac_founders=1 -ac_perc=99999 ${key}`,
      `-ac_name=A -ac_reward=100000000 -ac_founders=4 -ac_founders_reward=80000 -ac_script=51`,
      '-ac_name=A -ac_eras=2 -ac_reward=100000000,5 -ac_end=20,0 -ac_timelockgte=50 -ac_timeunlockto=90',
      '-ac_name=A -ac_supply=50000000000 -ac_reward=100',
    ].map(toChainParams)
    const amounts = fc.array(fc.bigInt({ min: 0n, max: COIN }), { maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...chains), fc.integer({ min: 1, max: 60 }), amounts, (params, height, values) => {
        const fees = height === 1 ? 0n : values.reduce((sum, value) => sum + value / 7n, 0n)
        const txs = values.map((value) => transaction({ vout: [output(value)] }))
        const vout = coinbaseOutputs(params, { height, fees, script: KEY_SCRIPT, txs })!
        const whole = block([coinbase(height, vout), ...txs])
        expect(checkCoinbaseOutputs(params, whole, { height, upgrades: SAPLING })).toEqual(VALID)
        expect(checkTimeLock(params, whole.txs[0]!, height)).toEqual(VALID)
        expect(checkCoinbaseAmount(params, whole, height, fees)).toEqual(VALID)
        const greedy = vout.map((out, index) => (index === 0 ? { ...out, value: out.value + 2n } : out))
        expect(checkCoinbaseAmount(params, block([coinbase(height, greedy), ...txs]), height, fees).ok).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
