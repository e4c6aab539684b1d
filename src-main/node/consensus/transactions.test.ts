import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../primitives/index.ts'
import {
  coinbase,
  input,
  OVERWINTER,
  output,
  PRE_OVERWINTER,
  SAPLING,
  SPROUT,
  toChainParams,
  transaction,
} from './testing/testSamples.ts'
import { legacySigOps, p2shSigOps } from './transactionSigOps.ts'
import { checkTransaction, contextualCheckTransaction, isExpired } from './transactions.ts'
import { VALID } from './verdict.ts'

const smart = toChainParams('-ac_name=A -ac_reward=100000000')
const publicChain = toChainParams('-ac_name=A -ac_public=1')
const NULL_PREVOUT = { hash: new Uint8Array(32), index: 0xffffffff }
const shieldedSpends = [new Uint8Array(384)]
const shieldedOutputs = [new Uint8Array(948)]
const joinSplits = [new Uint8Array(1698)]

describe('checkTransaction', () => {
  const cases: readonly (readonly [string, Partial<Transaction>, string, number])[] = [
    ['version 0', { ...PRE_OVERWINTER, version: 0 }, 'bad-txns-version-too-low', 100],
    ['a negative version', { ...PRE_OVERWINTER, version: -5 }, 'bad-txns-version-too-low', 100],
    ['overwintered version 2', { version: 2 }, 'bad-tx-overwinter-version-too-low', 100],
    ['an unknown version group id', { versionGroupId: 5 }, 'bad-tx-version-group-id', 100],
    ['an expiry height that is a time', { expiryHeight: 500_000_000 }, 'bad-tx-expiry-height-too-high', 100],
    ['no inputs', { vin: [] }, 'bad-txns-vin-empty', 10],
    ['no outputs', { vout: [] }, 'bad-txns-vout-empty', 10],
    ['more than 200,000 bytes', { vin: [input({ scriptSig: new Uint8Array(200_000) })] }, 'bad-txns-oversize', 100],
    ['a negative output', { vout: [output(-1n)] }, 'bad-txns-vout-negative', 100],
    ['an output above the limit', { vout: [output(smart.maxMoney + 1n)] }, 'bad-txns-vout-toolarge', 100],
    [
      'outputs above the limit together',
      { vout: [output(smart.maxMoney), output(1n)] },
      'bad-txns-txouttotal-toolarge',
      100,
    ],
    ['a long scriptPubKey', { vout: [output(0n, new Uint8Array(10_002))] }, 'bad-txns-opret-too-big', 100],
    ['a value balance without shielded parts', { valueBalance: 1n }, 'bad-txns-valuebalance-nonzero', 100],
    ['the same input twice', { vin: [input(), input()] }, 'bad-txns-inputs-duplicate', 100],
    ['a null input among others', { vin: [input(), input({ prevout: NULL_PREVOUT })] }, 'bad-txns-prevout-null', 10],
    ['a JoinSplit', { joinSplits }, 'bad-txns-sprout-expired', 100],
    ['a coin import', { vin: [input({ index: 1_000_000_000 })] }, 'bad-txns-coin-import-not-supported', 100],
  ]

  it('detects a repeated prevout among few and many inputs', () => {
    const prevout = fc.record({ hash: fc.nat(3).map((byte) => new Uint8Array(32).fill(byte)), index: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(prevout, { minLength: 1, maxLength: 30 }), (prevouts) => {
        const different = new Set(prevouts.map(({ hash, index }) => `${hash[0]}:${index}`)).size
        const vin = prevouts.map((one) => ({ ...input(), prevout: one }))
        const verdict = checkTransaction(smart, transaction({ vin }))
        const repeated = !verdict.ok && verdict.reason === 'bad-txns-inputs-duplicate'
        expect(repeated).toBe(different < prevouts.length)
      }),
    )
  })

  it.each(cases)('rejects %s', (_, fields, reason, score) => {
    const verdict = checkTransaction(smart, transaction(fields))
    expect(verdict).toEqual({ ok: false, kind: 'invalid', code: 0x10, reason, score })
  })

  it('accepts shielded parts instead of inputs and outputs, without checking proofs', () => {
    const alone = { vin: [], vout: [], shieldedSpends, shieldedOutputs }
    for (const fields of [{ shieldedSpends, valueBalance: 1n }, { shieldedOutputs }, alone])
      expect(checkTransaction(smart, transaction(fields))).toEqual(VALID)
  })

  it.each([
    [1_550_188_799, VALID],
    [1_550_188_800, { reason: 'bad-txns-sprout-expired' }],
  ])('checks JoinSplits against the time of the tip: %i', (time, expected) => {
    const [first, second] = [new Uint8Array(1698).fill(0, 0, 16).fill(1, 48, 80), new Uint8Array(1698)]
    second.fill(2, 48, 80).fill(3, 80, 112)
    expect(checkTransaction(smart, transaction({ joinSplits: [first, second] }), time)).toMatchObject(expected)
  })

  it.each([
    ['a value balance above all money', { shieldedSpends, valueBalance: 2n ** 62n }, 'bad-txns-valuebalance-toolarge'],
    ['the minimum value balance', { shieldedOutputs, valueBalance: -(2n ** 63n) }, 'bad-txns-valuebalance-toolarge'],
    [
      'a total of outputs and value balance above all money',
      { shieldedOutputs, valueBalance: -1n, vout: [output(smart.maxMoney)] },
      'bad-txns-txouttotal-toolarge',
    ],
    [
      'a nullifier twice',
      { shieldedSpends: [...shieldedSpends, ...shieldedSpends] },
      'bad-spend-description-nullifiers-duplicate',
    ],
    [
      'an output description in a coinbase',
      { vin: [input({ prevout: NULL_PREVOUT })], shieldedOutputs },
      'bad-cb-has-output-description',
    ],
  ])('rejects shielded parts with %s', (_, fields, reason) => {
    expect(checkTransaction(smart, transaction(fields))).toMatchObject({ kind: 'invalid', reason, score: 100 })
  })

  it('accepts transactions at each limit', () => {
    for (const fields of [
      {},
      PRE_OVERWINTER,
      { ...PRE_OVERWINTER, version: 2 },
      { version: 3, versionGroupId: 0x03c48270 },
      { expiryHeight: 499_999_999 },
      { vout: [output(smart.maxMoney)] },
      { vout: [output(0n, new Uint8Array(10_001))] },
      { vin: [input({ scriptSig: new Uint8Array(199_900) })] },
      { vin: [input(), input({ index: 1 }), input({ from: 2 })] },
      { vin: [input(), input({ index: 1_000_000_000 })] },
    ]) {
      expect(checkTransaction(smart, transaction(fields))).toEqual(VALID)
    }
  })

  it('rejects shielded parts on a public chain with a specific reason', () => {
    for (const fields of [{ joinSplits }, { shieldedSpends }, { shieldedOutputs }]) {
      expect(checkTransaction(publicChain, transaction(fields))).toMatchObject({ reason: 'bad-txns-acpublic-chain' })
    }
  })

  it('limits the script of a coinbase to 2 to 100 bytes', () => {
    const withScript = (length: number): Transaction =>
      transaction({ vin: [{ prevout: NULL_PREVOUT, scriptSig: new Uint8Array(length), sequence: 0 }] })
    const reasons = [0, 1, 2, 100, 101].map((length) => checkTransaction(smart, withScript(length)))
    expect(reasons).toEqual([
      expect.objectContaining({ reason: 'bad-cb-length' }),
      expect.objectContaining({ reason: 'bad-cb-length' }),
      VALID,
      VALID,
      expect.objectContaining({ reason: 'bad-cb-length' }),
    ])
  })
})

describe('-ac_txpow', () => {
  /** This lock time was searched so that the txid starts and ends with a zero byte. */
  const worked = transaction({ lockTime: 55_648 })
  const plain = transaction()
  const mined = coinbase(2, [output(1n)])
  const reason = 'bad-txns-actxpow-chain'

  it('applies to the kinds of transactions that the option names', () => {
    const [none, others, coinbases, both] = ['0', '1', '2', '3'].map((bits) =>
      toChainParams(`-ac_name=A -ac_txpow=${bits}`),
    )
    expect(checkTransaction(none!, plain)).toEqual(VALID)
    expect(checkTransaction(others!, plain)).toMatchObject({ reason, score: 100 })
    expect(checkTransaction(others!, worked)).toEqual(VALID)
    expect(checkTransaction(others!, mined)).toEqual(VALID)
    expect(checkTransaction(coinbases!, plain)).toEqual(VALID)
    expect(checkTransaction(coinbases!, mined)).toMatchObject({ reason })
    expect(checkTransaction(both!, plain)).toMatchObject({ reason })
    expect(checkTransaction(both!, mined)).toMatchObject({ reason })
  })

  it('exempts the genesis coinbase', () => {
    const both = toChainParams('-ac_name=A -ac_txpow=3 -ac_supply=100')
    expect(checkTransaction(both, both.genesis.txs[0]!)).toEqual(VALID)
  })
})

describe('contextualCheckTransaction', () => {
  const check = (fields: Partial<Transaction>, upgrades = SAPLING, height = 100) =>
    contextualCheckTransaction(smart, transaction(fields), { height, upgrades, score: 77 })
  const V3 = { version: 3, versionGroupId: 0x03c48270 }

  it('requires transactions without the overwintered flag before Overwinter', () => {
    expect(check(PRE_OVERWINTER, SPROUT)).toEqual(VALID)
    expect(check({ ...PRE_OVERWINTER, version: 2 }, SPROUT)).toEqual(VALID)
    for (const fields of [{}, V3]) {
      expect(check(fields, SPROUT)).toMatchObject({
        kind: 'inconclusive',
        reason: 'tx-overwinter-not-active',
        score: 0,
      })
    }
  })

  it('requires version 3 between Overwinter and Sapling', () => {
    expect(check(V3, OVERWINTER)).toEqual(VALID)
    expect(check(PRE_OVERWINTER, OVERWINTER)).toMatchObject({ reason: 'tx-overwinter-active', score: 77 })
    expect(check({ ...PRE_OVERWINTER, version: 3 }, OVERWINTER)).toMatchObject({ reason: 'tx-overwinter-flag-not-set' })
    expect(check({}, OVERWINTER)).toMatchObject({ reason: 'bad-overwinter-tx-version-group-id' })
    expect(check({ ...V3, version: 4 }, OVERWINTER)).toMatchObject({ reason: 'bad-tx-overwinter-version-too-high' })
  })

  it('requires version 4 from Sapling on', () => {
    expect(check({})).toEqual(VALID)
    expect(check(PRE_OVERWINTER)).toMatchObject({ reason: 'tx-overwinter-active', score: 77 })
    expect(check({ ...PRE_OVERWINTER, version: 4 })).toMatchObject({
      reason: 'tx-overwintered-flag-not-set',
      score: 77,
    })
    expect(check(V3)).toMatchObject({ reason: 'bad-sapling-tx-version-group-id', score: 77 })
    expect(check({ version: 3 })).toMatchObject({ reason: 'bad-tx-sapling-version-too-low', score: 100 })
    expect(check({ version: 5 })).toMatchObject({ reason: 'bad-tx-sapling-version-too-high', score: 100 })
  })

  it('rejects expired transactions, with score 0 in the first block after the expiry height', () => {
    expect(check({ expiryHeight: 100 })).toEqual(VALID)
    expect(check({ expiryHeight: 99 })).toMatchObject({ reason: 'tx-overwinter-expired', score: 0 })
    expect(check({ expiryHeight: 98 })).toMatchObject({ reason: 'tx-overwinter-expired', score: 77 })
  })

  it('halves the size limit before Sapling', () => {
    const large = [input({ scriptSig: new Uint8Array(100_001) })]
    expect(check({ vin: large })).toEqual(VALID)
    expect(check({ ...PRE_OVERWINTER, vin: large }, SPROUT)).toMatchObject({ reason: 'bad-txns-oversize', score: 0 })
  })
})

describe('isExpired', () => {
  it('returns false for coinbases and transactions without an expiry height', () => {
    expect(isExpired(transaction({ expiryHeight: 5 }), 6)).toBe(true)
    expect(isExpired(transaction({ expiryHeight: 5 }), 5)).toBe(false)
    expect(isExpired(transaction(), 1_000_000)).toBe(false)
    expect(isExpired(coinbase(6, [output(1n)], { expiryHeight: 5 }), 6)).toBe(false)
  })
})

describe('signature operations', () => {
  const CHECKSIG = 0xac
  const CHECKMULTISIG = 0xae

  it('count 20 per CHECKMULTISIG in the scripts of the transaction itself', () => {
    const tx = transaction({
      vin: [input({ scriptSig: Uint8Array.of(CHECKSIG) })],
      vout: [output(1n, Uint8Array.of(0x52, CHECKMULTISIG)), output(1n, Uint8Array.of(CHECKSIG, CHECKSIG))],
    })
    expect(legacySigOps(tx)).toBe(1 + 20 + 2)
  })

  it('count the real number of keys behind script hashes', () => {
    const redeem = Uint8Array.of(0x52, CHECKMULTISIG)
    const tx = transaction({ vin: [input({ scriptSig: Uint8Array.of(redeem.length, ...redeem) }), input({ from: 2 })] })
    const hidden = output(1n, Uint8Array.of(0xa9, 20, ...new Uint8Array(20), 0x87))
    expect(p2shSigOps(tx, [hidden, output(1n)])).toBe(2)
    expect(p2shSigOps(tx, [output(1n), hidden])).toBe(0)
  })
})
