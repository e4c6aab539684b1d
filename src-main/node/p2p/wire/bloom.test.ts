import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256d } from '../../crypto/index.ts'
import { computeTxid, merkleRoot, type OutPoint, type Transaction, type TxOut } from '../../primitives/index.ts'
import { opReturnScript, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { processorMillis, testKey } from '../../testing/index.ts'
import { ByteWriter, DecodeError, equal, fromHex, toHex } from '../../util/index.ts'
import { MAX_FILTER_BYTES } from './bloomFilter.ts'
import { BloomFilter, decodeMessage, encodeMessage, FILTER_UPDATE, readPartialTree } from './index.ts'
import { murmur3 } from './murmur3.ts'
import { buildPartialTree } from './partialMerkleTree.ts'

describe('murmur3', () => {
  it.each([
    [0, '', 0],
    [0xfba4c795, '', 0x6a396f08],
    [0xffffffff, '', 0x81f16f39],
    [0, '00', 0x514e28b7],
    [0xfba4c795, '00', 0xea3f0b17],
    [0, 'ff', 0xfd6cf10d],
    [0, '0011', 0x16c6b7ab],
    [0, '001122', 0x8eb51c3d],
    [0, '00112233', 0xb4471bf8],
    [0, '0011223344', 0xe2301fa8],
    [0, '001122334455', 0xfc2e4a15],
    [0, '00112233445566', 0xb074502c],
    [0, '0011223344556677', 0x8034d2a0],
    [0, '001122334455667788', 0xb4698def],
  ])('hashes seed %i and data %j', (seed, data, hash) => expect(murmur3(seed, fromHex(data))).toBe(hash))
})

function unsignedTransaction(spent: readonly OutPoint[], vout: readonly TxOut[]): Transaction {
  const none = new Uint8Array(0)
  return {
    overwintered: false,
    version: 1,
    versionGroupId: 0,
    vin: spent.map((prevout) => ({ prevout, scriptSig: none, sequence: 0 })),
    vout,
    lockTime: 0,
    expiryHeight: 0,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: none,
    bindingSig: none,
  }
}

/** Test vectors published with implementations of BIP37. */
describe('BloomFilter', () => {
  const items = [
    '99108ad8ed9bb6274d3980bab5a85c048f0950c8',
    'b5a2c786d9ef4658287ced5914b37a1b4aa32eee',
    'b9300670b4c5366e95b2699e8b18bc75e5f729c5',
  ].map(fromHex)

  it.each([
    [0, '03614e9b050000000000000001'],
    [2_147_483_649, '03ce4299050000000100008001'],
  ])('encodes three items with tweak %i like the published vector', (tweak, hex) => {
    const filter = BloomFilter.sized(3, 0.01, tweak, FILTER_UPDATE.all)
    expect(filter.contains(items[0]!)).toBe(false)
    for (const item of items) filter.insert(item)
    for (const item of items) expect(filter.contains(item)).toBe(true)
    expect(filter.contains(fromHex('19108ad8ed9bb6274d3980bab5a85c048f0950c8'))).toBe(false)
    const { command, payload } = encodeMessage(filter.message())
    expect([command, toHex(payload)]).toEqual(['filterload', hex])
    const loaded = decodeMessage(command, payload)
    const again = new BloomFilter(loaded.type === 'filterload' ? loaded : filter.message())
    for (const item of items) expect(again.contains(item)).toBe(true)
  })

  it('matches every inserted item', () => {
    const item = fc.uint8Array({ minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 50 }), fc.nat(0xffffffff), (list, tweak) => {
        const filter = BloomFilter.sized(list.length, 0.001, tweak, FILTER_UPDATE.none)
        for (const one of list) filter.insert(one)
        expect(list.every((one) => filter.contains(one))).toBe(true)
      }),
    )
  })

  it('accepts items until it is full, and then matches everything', () => {
    const filter = new BloomFilter({ data: new Uint8Array(8), hashFunctions: 3, tweak: 9, flags: 0 })
    const stranger = Uint8Array.of(255, 254, 253)
    const isFull = () => filter.message().data.every((byte) => byte === 0xff)
    for (let n = 0; n < 2_000 && !isFull(); n++) filter.insert(Uint8Array.of(n & 0xff, n >> 8))
    expect([isFull(), filter.contains(stranger)]).toEqual([true, true])
    filter.insert(stranger)
    expect(filter.contains(Uint8Array.of(1))).toBe(true)
  })

  it('inserts into an almost full filter of maximum size without scanning it', () => {
    const data = new Uint8Array(MAX_FILTER_BYTES).fill(0xff)
    data.fill(0, MAX_FILTER_BYTES - 400)
    const filter = new BloomFilter({ data, hashFunctions: 1, tweak: 5, flags: 1 })
    const took = processorMillis(() => {
      for (let n = 0; n < 20_000; n++) filter.insert(Uint8Array.of(n & 0xff, n >> 8, 3))
    })
    // Scanning the 0xff bytes at the start on each insertion would take over a second.
    expect(took).toBeLessThan(400)
  })

  it('matches everything if all ones or without bits, and nothing if all zeros', () => {
    const tx = unsignedTransaction([], [{ value: 1n, scriptPubKey: testKey(1).p2pkh }])
    const of = (data: Uint8Array) => new BloomFilter({ data, hashFunctions: 5, tweak: 0, flags: 1 })
    expect(of(new Uint8Array(4).fill(255)).matches(tx)).toBe(true)
    expect(of(new Uint8Array(0)).matches(tx)).toBe(true)
    expect(of(new Uint8Array(4)).matches(tx)).toBe(false)
    of(new Uint8Array(0)).insert(Uint8Array.of(1))
  })

  it('reports whether its size is within the limits', () => {
    const of = (size: number, hashFunctions: number) =>
      new BloomFilter({ data: new Uint8Array(size), hashFunctions, tweak: 0, flags: 0 }).withinLimits
    expect([of(36_000, 50), of(36_001, 50), of(36_000, 51)]).toEqual([true, false, false])
    expect(BloomFilter.sized(10_000_000, 0.0001, 0, 0).message().data).toHaveLength(36_000)
  })
})

describe('BloomFilter.matches', () => {
  const key = testKey(1)
  const parent = unsignedTransaction(
    [],
    [
      { value: 5n, scriptPubKey: p2pkhScript(testKey(9).hash) },
      { value: 5n, scriptPubKey: p2pkScript(key.pub) },
      { value: 5n, scriptPubKey: key.p2pkh },
    ],
  )
  const child = (index: number) => unsignedTransaction([{ hash: computeTxid(parent), index }], [])
  const filterFor = (item: Uint8Array, flags: number) => {
    const filter = BloomFilter.sized(10, 0.000_001, 5, flags)
    filter.insert(item)
    return filter
  }

  it('checks txid, outputs, spent outpoints and pushed data', () => {
    expect(filterFor(computeTxid(parent), 0).matches(parent)).toBe(true)
    expect(filterFor(key.pub, 0).matches(parent)).toBe(true)
    expect(filterFor(testKey(9).hash, 0).matches(parent)).toBe(true)
    expect(filterFor(testKey(8).hash, 0).matches(parent)).toBe(false)
    const outpoint = new ByteWriter(36).bytes(computeTxid(parent)).u32le(1).finish()
    expect(filterFor(outpoint, 0).matches(child(1))).toBe(true)
    expect(filterFor(outpoint, 0).matches(child(2))).toBe(false)
    const spend = child(0)
    const signed = { ...spend, vin: spend.vin.map((input) => ({ ...input, scriptSig: Uint8Array.of(3, 7, 8, 9) })) }
    expect(filterFor(Uint8Array.of(7, 8, 9), 0).matches(signed)).toBe(true)
    expect(filterFor(Uint8Array.of(7, 8), 0).matches(signed)).toBe(false)
    const data = unsignedTransaction([], [{ value: 0n, scriptPubKey: opReturnScript(Uint8Array.of(1, 2, 3, 4)) }])
    expect(filterFor(Uint8Array.of(1, 2, 3, 4), 0).matches(data)).toBe(true)
  })

  it('adds matching outputs to the filter according to its flags', () => {
    const cases = [
      { flags: FILTER_UPDATE.none, item: key.pub, index: 1, follows: false },
      { flags: FILTER_UPDATE.all, item: key.pub, index: 1, follows: true },
      { flags: FILTER_UPDATE.pubkeyOnly, item: key.pub, index: 1, follows: true },
      { flags: FILTER_UPDATE.all, item: key.hash, index: 2, follows: true },
      { flags: FILTER_UPDATE.pubkeyOnly, item: key.hash, index: 2, follows: false },
    ]
    for (const { flags, item, index, follows } of cases) {
      const filter = filterFor(item, flags)
      expect(filter.matches(child(index))).toBe(false)
      expect(filter.matches(parent)).toBe(true)
      expect(filter.matches(child(index))).toBe(follows)
      expect(filter.matches(child(0))).toBe(false)
    }
  })
})

describe('partial Merkle tree', () => {
  const hashes = (count: number) => Array.from({ length: count }, (_, n) => sha256d(Uint8Array.of(n & 255, n >> 8)))

  it('proves exactly the selected transactions of a block of any size', () => {
    const block = fc
      .integer({ min: 1, max: 140 })
      .chain((count) => fc.array(fc.boolean(), { minLength: count, maxLength: count }))
    fc.assert(
      fc.property(block, (matched) => {
        const txids = hashes(matched.length)
        const tree = buildPartialTree(txids, matched)
        const { root, matches } = readPartialTree(tree)
        expect(root).toEqual(merkleRoot(txids).root)
        expect(matches.map(({ index }) => index)).toEqual(matched.flatMap((match, index) => (match ? [index] : [])))
        expect(matches.every(({ hash, index }) => equal(hash, txids[index]!))).toBe(true)
      }),
    )
  })

  it('throws DecodeError for trees that no builder creates', () => {
    const tree = buildPartialTree(hashes(7), [true, false, false, false, false, false, true])
    const refused = [
      { ...tree, txCount: 0 },
      { ...tree, txCount: 69_906 },
      { ...tree, txCount: 3 },
      { ...tree, hashes: tree.hashes.slice(1) },
      { ...tree, hashes: [...tree.hashes, tree.hashes[0]!] },
      { ...tree, flags: tree.flags.slice(1) },
      { ...tree, flags: new Uint8Array([...tree.flags, 0]) },
      { ...tree, flags: new Uint8Array(0) },
    ]
    for (const one of refused) expect(() => readPartialTree(one)).toThrow(DecodeError)
    // Two equal halves: the attack that repeats a transaction without changing the root.
    const [only] = hashes(1)
    const twice = { txCount: 2, hashes: [only!, only!], flags: Uint8Array.of(7) }
    expect(() => readPartialTree(twice)).toThrow(DecodeError)
  })

  it('throws only DecodeError for random flags and hashes', () => {
    const tree = fc.record({
      txCount: fc.nat(200),
      hashes: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 30 }),
      flags: fc.uint8Array({ maxLength: 10 }),
    })
    fc.assert(
      fc.property(tree, (one) => {
        try {
          readPartialTree(one)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
    )
  })
})
