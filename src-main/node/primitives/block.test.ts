import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader, concat, DecodeError, fromHex, toDisplayHex, toHex } from '../util/index.ts'
import {
  blockHash,
  computeTxid,
  isCoinbase,
  merkleRoot,
  parseBlock,
  readHeader,
  serializeBlock,
  serializeHeader,
  serializeHeaderWithoutSolution,
  transactionSize,
  verifyEquihash,
} from './index.ts'

// chain-params.md §5
const REGTEST_GENESIS =
  '040000000000000000000000000000000000000000000000000000000000000000000000db4d7a85b768123f1dff1d4c4cece70083b2d27e117b4ac2e31d087988a5eac40000000000000000000000000000000000000000000000000000000000000000dae5494d0f0f0f2009000000000000000000000000000000000000000000000000000000000000002401936b7db1eb4ac39f151b8704642d0a8bda13ec547d54cd5e43ba142fc6d8877cab07b30101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff071f0104455a6361736830623963346565663862376363343137656535303031653335303039383462366665613335363833613763616331343161303433633432303634383335643334ffffffff010000000000000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'

describe('block', () => {
  const bytes = fromHex(REGTEST_GENESIS)
  const block = parseBlock(bytes)

  it('parses the genesis block of regtest', () => {
    expect(block.header).toMatchObject({ version: 4, time: 1296688602, bits: 0x200f0f0f })
    expect(block.header.nonce[0]).toBe(9)
    expect(block.header.solution.length).toBe(36)
    expect(toDisplayHex(blockHash(block.header))).toBe(
      '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327',
    )
    expect(toDisplayHex(block.header.merkleRoot)).toBe(
      'c4eaa58879081de3c24a7b117ed2b28300e7ec4c4c1dff1d3f1268b7857a4ddb',
    )
    expect(block.txs.length).toBe(1)
    const [coinbase] = block.txs
    expect(coinbase && isCoinbase(coinbase)).toBe(true)
    expect(merkleRoot(block.txs.map(computeTxid))).toEqual({ root: block.header.merkleRoot, mutated: false })
    const input = serializeHeaderWithoutSolution(block.header)
    expect(verifyEquihash({ n: 48, k: 5 }, input, block.header.solution)).toBe(true)
  })

  it('serialises to the same bytes, from the parsed bytes or from its fields', () => {
    expect(toHex(serializeBlock(block))).toBe(REGTEST_GENESIS)
    const rebuilt = { header: { ...block.header }, txs: block.txs.map((tx) => ({ ...tx })) }
    expect(toHex(serializeBlock(rebuilt))).toBe(REGTEST_GENESIS)
    expect(blockHash(rebuilt.header)).toEqual(blockHash(block.header))
    expect(serializeHeaderWithoutSolution(rebuilt.header)).toEqual(bytes.subarray(0, 140))
    expect(rebuilt.txs.map(transactionSize)).toEqual(block.txs.map(transactionSize))
  })

  it('hashes a header once, and a changed copy again', () => {
    const changed = { ...block.header, version: -1, nonce: new Uint8Array(32).fill(7) }
    expect(blockHash(block.header)).toBe(blockHash(block.header))
    expect(blockHash(changed)).toBe(blockHash(changed))
    expect(blockHash(changed)).not.toEqual(blockHash(block.header))
    expect({ ...readHeader(new ByteReader(serializeHeader(changed))) }).toEqual(changed)
  })

  it('rejects trailing and missing bytes', () => {
    expect(() => parseBlock(concat(bytes, Uint8Array.of(0)))).toThrow(DecodeError)
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseBlock(bytes.subarray(0, length))).toThrow(DecodeError)
    }
  })

  it('rejects more transactions than the bytes can hold', () => {
    const header = serializeHeader(block.header)
    expect(() => parseBlock(concat(header, fromHex('fe00000002')))).toThrow(DecodeError)
    expect(() => parseBlock(concat(header, fromHex('0a'), new Uint8Array(99)))).toThrow('more items announced')
  })

  it('parses mutated bytes to a block that serialises to them, or throws DecodeError', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 }), (at, patch) => {
        const mutated = concat(bytes.subarray(0, at), patch, bytes.subarray(at + patch.length))
        try {
          const parsed = parseBlock(mutated)
          const rebuilt = { header: { ...parsed.header }, txs: parsed.txs.map((tx) => ({ ...tx })) }
          expect(toHex(serializeBlock(rebuilt))).toBe(toHex(mutated))
        } catch (error) {
          if (!(error instanceof DecodeError)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })
})
