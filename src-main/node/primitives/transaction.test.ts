import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader, concat, DecodeError, fromHex, toDisplayHex, toHex } from '../util/index.ts'
import {
  computeTxid,
  isCoinbase,
  isNullOutPoint,
  OVERWINTER_GROUP,
  parseTransaction,
  readTransaction,
  SAPLING_GROUP,
  serializeTransaction,
  type Transaction,
  transactionSize,
} from './index.ts'

const SHEET_TX =
  '0400008085202f890201aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffffffff02bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0100000000feffffff024e61bc00000000001976a914531260aa2a199e228c537dfa42c82bea2c7c1f4d88acc0473905000000002321034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aaacf40100002c0100000000000000000000000000'

const arbitraryBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const u32 = fc.nat(0xffffffff)
const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const script = fc.uint8Array({ maxLength: 300 })
const blobs = (length: number) => fc.array(arbitraryBytes(length), { maxLength: 2 })

const vin = fc.array(
  fc.record({ prevout: fc.record({ hash: arbitraryBytes(32), index: u32 }), scriptSig: script, sequence: u32 }),
  { maxLength: 4 },
)
const vout = fc.array(fc.record({ value: i64, scriptPubKey: script }), { maxLength: 4 })
const form = fc.oneof(
  fc.record({ overwintered: fc.constant(false), version: fc.nat(6), versionGroupId: fc.constant(0) }),
  fc.record({ overwintered: fc.constant(false), version: fc.nat(0x7fffffff), versionGroupId: fc.constant(0) }),
  fc.constant({ overwintered: true, version: 3, versionGroupId: OVERWINTER_GROUP }),
  fc.constant({ overwintered: true, version: 4, versionGroupId: SAPLING_GROUP }),
)

const transactions: fc.Arbitrary<Transaction> = form.chain(({ overwintered, version, versionGroupId }) => {
  const sapling = overwintered && version === 4
  return fc
    .record({
      vin,
      vout,
      lockTime: u32,
      expiryHeight: overwintered ? u32 : fc.constant(0),
      valueBalance: sapling ? i64 : fc.constant(0n),
      shieldedSpends: sapling ? blobs(384) : fc.constant([]),
      shieldedOutputs: sapling ? blobs(948) : fc.constant([]),
      joinSplits: version >= 2 ? blobs(sapling ? 1698 : 1802) : fc.constant([]),
      auth: arbitraryBytes(96),
      sig: arbitraryBytes(64),
    })
    .map(({ auth, sig, ...rest }) => ({
      overwintered,
      version,
      versionGroupId,
      ...rest,
      joinSplitAuth: rest.joinSplits.length > 0 ? auth : new Uint8Array(0),
      bindingSig: rest.shieldedSpends.length + rest.shieldedOutputs.length > 0 ? sig : new Uint8Array(0),
    }))
})

describe('transaction', () => {
  it('parses the signed fields of the protocol sheet', () => {
    const tx = parseTransaction(fromHex(SHEET_TX))
    expect(tx).toMatchObject({ overwintered: true, version: 4, versionGroupId: SAPLING_GROUP, lockTime: 500 })
    expect([tx.expiryHeight, tx.valueBalance, tx.vin.length, tx.vout.length]).toEqual([300, 0n, 2, 2])
    expect([tx.vin[1]?.prevout.index, tx.vin[1]?.sequence, tx.vout[1]?.value]).toEqual([1, 0xfffffffe, 87_640_000n])
    expect(toDisplayHex(computeTxid(tx))).toBe('2ea1b5aae3b5d0b1f7fb727dd12cc1e886209828c961a882ca252655cd8ac8e2')
  })

  it('gives the version 1 form another id', () => {
    const tx = parseTransaction(fromHex(SHEET_TX))
    const plain: Transaction = { ...tx, overwintered: false, version: 1, versionGroupId: 0, expiryHeight: 0 }
    expect(toDisplayHex(computeTxid(plain))).toBe('3972587ab9ef5c2002af1cb90461ce18cd4c1822892fb286ae515b5b87e27dca')
  })

  it('round-trips in every form with any values', () => {
    fc.assert(
      fc.property(transactions, (tx) => {
        const bytes = serializeTransaction(tx)
        expect(transactionSize(tx)).toBe(bytes.length)
        const parsed = parseTransaction(bytes)
        expect({ ...parsed }).toEqual(tx)
        expect(transactionSize(parsed)).toBe(bytes.length)
        expect(computeTxid(parsed)).toEqual(computeTxid(tx))
        expect(serializeTransaction(parsed)).toEqual(bytes)
        expect(serializeTransaction({ ...parsed })).toEqual(bytes)
      }),
    )
  })

  it('parses from the middle of other data', () => {
    fc.assert(
      fc.property(transactions, fc.uint8Array({ maxLength: 5 }), (tx, around) => {
        const bytes = serializeTransaction(tx)
        const reader = new ByteReader(concat(around, bytes, around), around.length)
        const parsed = readTransaction(reader)
        expect(reader.remaining).toBe(around.length)
        expect(serializeTransaction(parsed)).toEqual(bytes)
      }),
      { numRuns: 30 },
    )
  })

  it('hashes once per object, and a changed copy again', () => {
    const tx = parseTransaction(fromHex(SHEET_TX))
    const built = { ...tx }
    const changed = { ...tx, lockTime: 501 }
    expect(computeTxid(tx)).toBe(computeTxid(tx))
    expect(computeTxid(built)).toBe(computeTxid(built))
    expect(computeTxid(built)).toEqual(computeTxid(tx))
    expect(computeTxid(changed)).not.toEqual(computeTxid(tx))
    expect(computeTxid(structuredClone(tx))).toEqual(computeTxid(tx))
  })

  it('distinguishes a coinbase from other transactions', () => {
    const tx = parseTransaction(fromHex(SHEET_TX))
    const nothing = {
      prevout: { hash: new Uint8Array(32), index: 0xffffffff },
      scriptSig: new Uint8Array(2),
      sequence: 0,
    }
    expect(isCoinbase(tx)).toBe(false)
    expect(isCoinbase({ ...tx, vin: [nothing] })).toBe(true)
    expect(isCoinbase({ ...tx, vin: [nothing, nothing] })).toBe(false)
    expect(isCoinbase({ ...tx, vin: [] })).toBe(false)
    expect(isNullOutPoint({ hash: new Uint8Array(32), index: 0 })).toBe(false)
    expect(isNullOutPoint({ hash: new Uint8Array(32).fill(1, 31), index: 0xffffffff })).toBe(false)
  })
})

describe('transaction parser', () => {
  const refuses = (hex: string) => expect(() => parseTransaction(fromHex(hex))).toThrow(DecodeError)

  it.each([
    ['version 3 with the group of version 4', `0300008085202f89${SHEET_TX.slice(16)}`],
    ['version 4 with the group of version 3', `040000807082c403${SHEET_TX.slice(16)}`],
    ['an unknown group', `0400008000000000${SHEET_TX.slice(16)}`],
    ['an unknown version', `0500008085202f89${SHEET_TX.slice(16)}`],
    ['nothing but the header', '0400008085202f89'],
    ['a negative version without the rest', 'ffffffffffffffff'],
  ])('rejects %s', (_, hex) => refuses(hex))

  it('names an unknown transaction format', () => {
    expect(() => parseTransaction(fromHex(`0300008085202f89${SHEET_TX.slice(16)}`))).toThrow(
      'Unknown transaction format',
    )
  })

  it('rejects trailing and missing bytes', () => {
    refuses(`${SHEET_TX}00`)
    for (let length = 0; length < SHEET_TX.length; length += 2) refuses(SHEET_TX.slice(0, length))
  })

  it('rejects the long form of a small count', () => {
    refuses(SHEET_TX.replace('85202f8902', '85202f89fd0200'))
  })

  it('rejects a huge count before it allocates memory', () => {
    refuses('01000000fe00000002')
    refuses(`0100000000fe00000002${'00'.repeat(100)}`)
    refuses(`020000000000${'00000000'}fd4000${'00'.repeat(1802)}`)
  })

  it('throws only DecodeError, and round-trips accepted input', () => {
    const start = fc.constantFrom('', '01000000', '02000000', '030000807082c403', '0400008085202f89').map(fromHex)
    const accept = (bytes: Uint8Array) => {
      try {
        expect(toHex(serializeTransaction({ ...parseTransaction(bytes) }))).toBe(toHex(bytes))
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
      }
    }
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (prefix, rest) => accept(concat(prefix, rest))),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(transactions, fc.nat(), fc.nat(255), fc.boolean(), (tx, place, byte, cut) => {
        const bytes = serializeTransaction(tx).slice()
        const at = place % bytes.length
        bytes[at] = byte
        accept(cut ? bytes.subarray(0, at) : bytes)
      }),
      { numRuns: 300 },
    )
  })
})
