import { describe, expect, it } from 'vitest'
import { hash160, secp256k1 } from '../crypto/index.ts'
import { transactionSize } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { multisigScript, p2pkhScript, p2pkScript, p2shScript } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { hashKey } from '../util/index.ts'
import { signaturesSize, signTransaction } from './index.ts'

const KEYS = Array.from({ length: 15 }, (_, index) => testKey(index + 1))
const [first] = KEYS as [(typeof KEYS)[number]]
const long = secp256k1.publicKey(first.priv, false)
const redeems = [
  multisigScript(
    2,
    KEYS.slice(0, 3).map(({ pub }) => pub),
  ),
  multisigScript(
    14,
    KEYS.slice(0, 14).map(({ pub }) => pub),
  ),
  p2pkhScript(first.hash),
  p2pkScript(long),
] as const

const keys = {
  keyOf(hash: Uint8Array) {
    const found = KEYS.find((key) => hashKey(key.hash) === hashKey(hash))
    if (found) return { privateKey: found.priv, compressed: true }
    return hashKey(hash) === hashKey(hash160(long)) ? { privateKey: first.priv, compressed: false } : undefined
  },
  scriptOf: (hash: Uint8Array) => redeems.find((script) => hashKey(hash160(script)) === hashKey(hash)),
}
const known = {
  scriptOf: keys.scriptOf,
  keySize: (hash: Uint8Array) => (hashKey(hash) === hashKey(hash160(long)) ? 65 : 33),
}

const transaction = (inputs: number, salt: number): Transaction => ({
  ...{ overwintered: false, version: 1, versionGroupId: 0, lockTime: salt, expiryHeight: 0, valueBalance: 0n },
  vin: Array.from({ length: inputs }, (_, index) => ({
    ...{ prevout: { hash: new Uint8Array(32).fill(7), index }, scriptSig: new Uint8Array(), sequence: 0xffffffff },
  })),
  vout: [{ value: 1n, scriptPubKey: first.p2pkh }],
  ...{ shieldedSpends: [], shieldedOutputs: [], joinSplits: [] },
  ...{ joinSplitAuth: new Uint8Array(), bindingSig: new Uint8Array() },
})

/** Output script types, with the number of signatures that spend them. */
const FORMS: readonly (readonly [string, Uint8Array, number])[] = [
  ['a key', first.p2pk, 1],
  ['a long key', p2pkScript(long), 1],
  ['the hash of a key', first.p2pkh, 1],
  ['the hash of a long key', p2pkhScript(hash160(long)), 1],
  ['two of three keys', redeems[0], 2],
  [
    'five of five keys, whose script has a length of three bytes',
    multisigScript(
      5,
      KEYS.slice(0, 5).map(({ pub }) => pub),
    ),
    5,
  ],
  ...redeems.map((script, index) => {
    return [`the hash of script ${index}`, p2shScript(hash160(script)), [2, 14, 1, 1][index] ?? 0] as const
  }),
]

describe('signaturesSize', () => {
  it.each(FORMS)('returns a tight upper bound for spending %s', (_, scriptPubKey, signatures) => {
    let closest = Number.POSITIVE_INFINITY
    for (let salt = 0; salt < 24; salt++) {
      const unsigned = transaction(2, salt)
      const spent = unsigned.vin.map(() => ({ value: 5n, scriptPubKey }))
      const { tx, errors } = signTransaction(unsigned, { spent, keys, branchId: 0, ccEnabled: false })
      expect(errors).toEqual([])
      const left = transactionSize(unsigned) + signaturesSize(spent, known) - transactionSize(tx)
      expect(left).toBeGreaterThanOrEqual(0)
      closest = Math.min(closest, left)
    }
    // Half of all signatures are one byte shorter, few are shorter by more.
    expect(closest).toBeLessThanOrEqual(2 * signatures)
  })

  it('assumes an uncompressed key if the key is unknown', () => {
    const spent = [{ value: 5n, scriptPubKey: first.p2pkh }]
    expect(signaturesSize(spent, { ...known, keySize: () => undefined }) - signaturesSize(spent, known)).toBe(32)
  })
})
