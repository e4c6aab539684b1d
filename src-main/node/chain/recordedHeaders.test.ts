import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BlockHeader, decodeCompact, parseBlock } from '../primitives/index.ts'
import { createTestNode, RECORDED_ARGS, type TestNode, vectorLines } from '../testing/index.ts'
import { fromHex, toDisplayHex } from '../util/index.ts'

interface Recorded {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly verbose1: { readonly bits: string; readonly time: number }
}

describe('headers of the recorded main-mode chain', () => {
  let recorded: Recorded[] = []
  let headers: BlockHeader[] = []
  let node: TestNode
  beforeAll(() => {
    recorded = vectorLines<Recorded>('tst1/blocks.jsonl').slice(1)
    headers = recorded.map(({ hex }) => parseBlock(fromHex(hex)).header)
    node = createTestNode({ args: RECORDED_ARGS.tst1, time: headers.at(-1)!.time })
  })
  afterAll(() => node?.close())

  const changed = (height: number, change: (header: BlockHeader) => Partial<BlockHeader>): BlockHeader => {
    const header = headers[height - 1]!
    return { ...header, ...change(header) }
  }
  const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
    Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte))

  it('accepts each header with its recorded target and time', () => {
    for (const [index, header] of headers.entries()) {
      const { height, hash, verbose1: verbose } = recorded[index]!
      expect(node.chain.nextBits(node.chain.bestHeader())).toBe(Number.parseInt(verbose.bits, 16))
      const { accepted, last, stopped } = node.chain.acceptHeaders([header])
      expect([accepted.length, last?.height, stopped]).toEqual([1, height, undefined])
      expect([last?.hashHex, last?.time]).toEqual([hash, verbose.time])
    }
    expect(node.chain.bestHeader().height).toBe(85)
    // Checks that the difficulty rule was in effect: the last target is harder than the first.
    const targets = headers.map(({ bits }) => decodeCompact(bits).target)
    expect(targets.at(-1)).toBeLessThan(targets[0]! / 3n)
  })

  it('accepts all headers in one call', () => {
    const other = createTestNode({ args: RECORDED_ARGS.tst1, time: headers.at(-1)!.time })
    const { accepted, last } = other.chain.acceptHeaders(headers)
    expect([accepted.length, toDisplayHex(last!.hash)]).toEqual([85, recorded.at(-1)!.hash])
    other.close()
  })

  it('counts leading headers with valid proof of work and then accepts only these', () => {
    const other = createTestNode({ args: RECORDED_ARGS.tst1, time: headers.at(-1)!.time })
    const { chain } = other
    const tampered = [...headers.slice(0, 4), changed(5, ({ nonce }) => ({ nonce: flipped(nonce, 5) }))]
    expect([chain.provenHeaders(headers.slice(0, 9)), chain.provenHeaders(tampered)]).toEqual([9, 4])
    expect([chain.provenHeaders(tampered.slice(4)), chain.provenHeaders([])]).toEqual([0, 0])
    expect(chain.bestHeader().height).toBe(0)
    const { accepted, stopped } = chain.acceptHeaders(tampered, 4)
    expect(accepted).toHaveLength(4)
    expect(stopped).toMatchObject({ index: 4, reason: { reason: 'invalid-solution' } })
    expect(chain.provenHeaders(tampered)).toBe(4)
    other.close()
  })

  it('rejects headers if the solution or the data it commits to is changed', () => {
    for (const height of [1, 18, 61, 85]) {
      const bit = (height * 7919) % 1344
      for (const change of [
        ({ solution }: BlockHeader) => ({ solution: flipped(solution, bit) }),
        ({ solution }: BlockHeader) => ({ solution: solution.subarray(0, 1343) }),
        ({ nonce }: BlockHeader) => ({ nonce: flipped(nonce, height % 32) }),
        ({ merkleRoot }: BlockHeader) => ({ merkleRoot: flipped(merkleRoot, height % 32) }),
        ({ finalSaplingRoot }: BlockHeader) => ({ finalSaplingRoot: flipped(finalSaplingRoot, height % 32) }),
        ({ time }: BlockHeader) => ({ time: time - 1 }),
        ({ version }: BlockHeader) => ({ version: version + 1 }),
        ({ bits }: BlockHeader) => ({ bits: bits - 1 }),
      ]) {
        const { accepted, stopped } = node.chain.acceptHeaders([changed(height, change)])
        expect(accepted).toEqual([])
        expect(stopped?.reason).toMatchObject({ ok: false, kind: 'refused', reason: 'invalid-solution' })
      }
    }
  })

  it('drops a header that is too far in the future', () => {
    const behind = createTestNode({ args: RECORDED_ARGS.tst1, time: headers[0]!.time - 301 })
    expect(behind.chain.acceptHeaders([headers[0]!])).toMatchObject({ stopped: { reason: { kind: 'dropped' } } })
    behind.close()
  })
})
