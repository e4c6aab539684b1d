import { afterEach, describe, expect, it } from 'vitest'
import type { BlockHeader } from '../primitives/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

/** Creates a node with its own chain from block 1 on, the only block with a different tag. */
function start(blocks: number, tag: number): TestCore {
  const test = createTestCore()
  open.push(test)
  test.node.submit(test.node.buildBlock({ tag: 1_000 + tag }))
  test.node.mine(blocks - 1)
  test.node.clock.advance(100_000)
  return test
}

const headersFrom = ({ node: { chain } }: TestCore, from = 1, to = chain.tip().height): BlockHeader[] =>
  Array.from({ length: to - from + 1 }, (_, index) => chain.byHeight(from + index)!.header)

function met(test: TestCore, options: Parameters<TestCore['stranger']>[0]): Stranger {
  const stranger = test.stranger(options)
  stranger.introduce()
  return stranger
}

const sendHeaders = (stranger: Stranger, headers: readonly BlockHeader[]) =>
  stranger.send({ type: 'headers', headers: [...headers] })
const found = ({ core }: TestCore) => core.sync.otherChain()

describe('otherChain', () => {
  it('returns the chain of an outbound peer with another block 1 and more work', () => {
    const [test, other] = [start(5, 1), start(8, 2)]
    const peer = met(test, { kind: 'outbound' })
    expect(found(test)).toBeUndefined()
    sendHeaders(peer, headersFrom(other))
    const [own, theirs] = [test.node.chain, other.node.chain]
    expect(found(test)).toEqual({
      ...{ height: 8, first: theirs.byHeight(1)!.hash, ownFirst: own.byHeight(1)!.hash },
      ...{ work: theirs.tip().chainWork, ownWork: own.tip().chainWork, followers: 1, counted: 1 },
    })
    expect(peer.line.ended).toBe(false)
    expect(test.log.filter((line) => line.includes('score'))).toEqual([])
  })

  it.each([
    ['equal', 5],
    ['less', 4],
  ] as const)('ignores a chain with %s work', (_, blocks) => {
    const [test, other] = [start(5, 1), start(blocks, 2)]
    sendHeaders(met(test, { kind: 'outbound' }), headersFrom(other))
    expect(found(test)).toBeUndefined()
  })

  it('ignores the chain of any number of inbound peers', () => {
    const [test, other] = [start(5, 1), start(8, 2)]
    for (const host of ['9.1.1.1', '9.2.1.1', '9.3.1.1']) sendHeaders(met(test, { host }), headersFrom(other))
    expect(found(test)).toBeUndefined()
    for (const host of ['8.1.1.1', '8.2.1.1']) sendHeaders(met(test, { kind: 'outbound', host }), headersFrom(test))
    expect(found(test)).toBeUndefined()
    // Inbound peers do not add to the count of an outbound peer on that chain either.
    sendHeaders(met(test, { kind: 'outbound', host: '8.3.1.1' }), headersFrom(other))
    expect(found(test)).toBeUndefined()
  })

  it('returns a chain that half of the outbound peers follow, and ignores smaller groups', () => {
    const [test, other] = [start(5, 1), start(8, 2)]
    const sendHeadersFrom = (host: string, headers: BlockHeader[]) =>
      sendHeaders(met(test, { kind: 'added', host }), headers)
    sendHeadersFrom('8.1.1.1', headersFrom(test))
    sendHeadersFrom('8.2.1.1', headersFrom(other))
    expect(found(test)).toMatchObject({ followers: 1, counted: 2 })
    sendHeadersFrom('8.3.1.1', headersFrom(test))
    expect(found(test)).toBeUndefined()
    // The second peer has proven the work of the chain, so block 1 is enough for another peer to count as a follower.
    sendHeadersFrom('8.4.1.1', headersFrom(other, 1, 1))
    expect(found(test)).toMatchObject({ height: 8, followers: 2, counted: 4 })
  })

  it('returns undefined after its peers disconnect or switch, or our chain gets more work', () => {
    const [test, other] = [start(5, 1), start(8, 2)]
    const [first, second] = ['8.1.1.1', '8.2.1.1'].map((host) => met(test, { kind: 'outbound', host }))
    for (const peer of [first!, second!]) sendHeaders(peer, headersFrom(other))
    first!.line.hangUp()
    expect(found(test)).toMatchObject({ followers: 1, counted: 1 })
    sendHeaders(second!, headersFrom(test))
    expect(found(test)).toBeUndefined()
    sendHeaders(second!, headersFrom(other))
    expect(found(test)).toBeDefined()
    test.node.mine(3)
    expect(found(test)).toBeUndefined()
  })

  it('requests the missing headers of the proof, and later announced headers', () => {
    const [test, other] = [start(165, 1), start(170, 2)]
    const peer = met(test, { kind: 'outbound' })
    peer.heard()
    sendHeaders(peer, headersFrom(other, 1, 160))
    expect(found(test)).toBeUndefined()
    const asked = () => peer.heard().flatMap((message) => (message.type === 'getheaders' ? [message.hashes] : []))
    const at = (height: number) => other.node.chain.byHeight(height)!.hash
    expect(asked()).toEqual([[at(160), at(0)]])
    sendHeaders(peer, headersFrom(other, 161))
    expect(found(test)).toMatchObject({ height: 170 })
    const [next] = other.node.mine(1)
    peer.send({ type: 'inv', items: [{ type: 2, hash: at(171) }] })
    test.pass(1_000)
    expect(asked().at(-1)).toEqual([at(170), at(0)])
    sendHeaders(peer, [next!.header])
    expect(found(test)).toMatchObject({ height: 171 })
  })

  it('accepts the new headers of overlapping replies', () => {
    const [test, other] = [start(5, 1), start(12, 2)]
    const peer = met(test, { kind: 'outbound' })
    sendHeaders(peer, headersFrom(other, 1, 8))
    for (const last of [9, 10, 12]) sendHeaders(peer, headersFrom(other, 9, last))
    expect(found(test)).toMatchObject({ height: 12 })
  })

  it('requests more headers if our chain outgrows the proven work', () => {
    const [test, other] = [start(5, 1), start(200, 2)]
    const peer = met(test, { kind: 'outbound' })
    sendHeaders(peer, headersFrom(other, 1, 160))
    expect(found(test)).toMatchObject({ height: 160 })
    test.node.mine(160)
    peer.heard()
    test.pass(1_000)
    expect(peer.heard().map(({ type }) => type)).toContain('getheaders')
    sendHeaders(peer, headersFrom(other, 161))
    expect(found(test)).toMatchObject({ height: 200 })
  })

  it('ignores an invalid header and all headers after it', () => {
    const [test, other] = [start(4, 1), start(8, 2)]
    const headers = headersFrom(other)
    const peer = met(test, { kind: 'outbound' })
    const late = { ...headers[4]!, time: headers[1]!.time }
    sendHeaders(peer, [...headers.slice(0, 4), late])
    expect(found(test)).toBeUndefined()
    const cheap = headers.map((header) => ({ ...header, bits: 0x1d00ffff }))
    sendHeaders(met(test, { kind: 'outbound', host: '8.5.1.1' }), cheap.slice(0, 1))
    expect(found(test)).toBeUndefined()
  })

  it('logs the block and the reason once per peer and chain, not per block', () => {
    const [test, other] = [start(5, 1), start(8, 2)]
    const peer = met(test, { host: '9.1.1.1' })
    for (let round = 0; round < 20; round++) sendHeaders(peer, headersFrom(other))
    expect(test.log.filter((line) => /another chain|invalid header/.test(line))).toEqual([
      'peer is on another chain: block 1 differs from ours',
    ])
  })
})
