import { afterEach, describe, expect, it } from 'vitest'
import { type Block, blockHash, serializeBlock } from '../primitives/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { encodeFrame, INV, type Incoming } from './wire/index.ts'

/** Number of attacking peers, which claim blocks and never deliver them. */
const CROWD = 40
const HOLD_MS = 20_000

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(): TestCore {
  const test = createTestCore()
  test.node.mine(3)
  open.push(test)
  return test
}

/** Mines blocks on another node that has the same first three. */
function mined(test: TestCore, count: number): Block[] {
  const blocks = start().node.mine(count)
  test.node.clock.set(blocks.at(-1)!.header.time)
  return blocks
}

function met(test: TestCore, host: string, startHeight = 3): Stranger {
  const stranger = test.stranger({ host })
  stranger.introduce({ startHeight })
  return stranger
}

const crowd = (test: TestCore) => Array.from({ length: CROWD }, (_, index) => met(test, `7.7.${index}.1`))
const ofType = <T extends Incoming['type']>(messages: readonly Incoming[], type: T) =>
  messages.filter((message): message is Extract<Incoming, { type: T }> => message.type === type)
const announce = ({ header }: Block) => ({
  type: 'inv' as const,
  items: [{ type: INV.block, hash: blockHash(header) }],
})
const height = (test: TestCore) => test.node.chain.tip().height

/** Answers requests like an honest node. Returns the number of requested blocks. */
function answer(stranger: Stranger, blocks: readonly Block[]): number {
  const byHash = new Map(blocks.map((block) => [Buffer.from(blockHash(block.header)).toString('hex'), block]))
  let asked = 0
  for (let heard = stranger.heard(); heard.length > 0; heard = stranger.heard()) {
    if (ofType(heard, 'getheaders').length > 0)
      stranger.send({ type: 'headers', headers: blocks.map(({ header }) => header) })
    for (const { items } of ofType(heard, 'getdata')) {
      for (const { hash } of items) {
        const block = byHash.get(Buffer.from(hash).toString('hex'))
        asked++
        if (block !== undefined) stranger.send({ type: 'block', bytes: serializeBlock(block) })
      }
    }
  }
  return asked
}

/** Returns the seconds until the node reaches a height while one peer is honest. */
function secondsUntil(test: TestCore, wanted: number, honest: Stranger, blocks: readonly Block[]): number {
  for (let seconds = 0; seconds < 3_600; seconds++) {
    answer(honest, blocks)
    if (height(test) >= wanted) return seconds
    test.pass(1_000)
  }
  return Number.POSITIVE_INFINITY
}

describe('block that many peers announce and withhold', () => {
  it('arrives from an honest peer soon, although all peers claim to have it', () => {
    const test = start()
    const blocks = mined(test, 1)
    const liars = crowd(test)
    const honest = met(test, '9.9.9.9')
    for (const liar of [...liars, honest]) liar.heard()
    for (const liar of liars) liar.send(announce(blocks[0]!))
    honest.send(announce(blocks[0]!))
    // A block is requested from one peer at a time until the timeout.
    expect(ofType(honest.heard(), 'getdata')).toEqual([])
    expect(secondsUntil(test, 4, honest, blocks)).toBeLessThanOrEqual(2 * (HOLD_MS / 1000) + CROWD)
  })

  it('moves to the sender of the previous block after the first timeout', () => {
    const test = start()
    const blocks = mined(test, 2)
    const liars = crowd(test)
    const honest = met(test, '9.9.9.9')
    honest.send(announce(blocks[0]!))
    answer(honest, blocks.slice(0, 1))
    expect(height(test)).toBe(4)
    for (const peer of [...liars, honest]) peer.send(announce(blocks[1]!))
    const seconds = secondsUntil(test, 5, honest, blocks)
    expect([seconds >= HOLD_MS / 1000, seconds <= HOLD_MS / 1000 + 2]).toEqual([true, true])
  })

  it('gets more time from a peer that is still sending slowly', () => {
    const test = start()
    const blocks = mined(test, 1)
    const slow = met(test, '7.7.7.7')
    const other = met(test, '9.9.9.9')
    for (const peer of [slow, other]) peer.send({ type: 'headers', headers: [blocks[0]!.header] })
    other.heard()
    slow.raw(encodeFrame(test.node.params.magicBytes, 'block', new Uint8Array(2_000_000)).subarray(0, 24))
    const asked: number[] = []
    for (let seconds = 0; seconds < 60; seconds++) {
      slow.raw(new Uint8Array(8_000))
      test.pass(1_000)
      if (ofType(other.heard(), 'getdata').length > 0) asked.push(seconds)
    }
    expect(asked.length).toBe(1)
    expect(asked[0]).toBeGreaterThan(45)
  })

  it('arrives from another peer if its first announcer disconnects', () => {
    const test = start()
    const blocks = mined(test, 1)
    const liar = met(test, '7.7.7.7')
    const honest = met(test, '9.9.9.9')
    liar.send(announce(blocks[0]!))
    honest.send(announce(blocks[0]!))
    expect(answer(honest, blocks)).toBe(0)
    liar.line.hangUp()
    answer(honest, blocks)
    expect(height(test)).toBe(4)
  })

  it('shortens the timeout of its withholding peer with every block', () => {
    const test = start()
    const blocks = mined(test, 6)
    const honest = met(test, '9.9.9.9')
    const liar = met(test, '7.7.7.7')
    const waits = blocks.map((block, index) => {
      for (const peer of [liar, honest]) peer.send(announce(block))
      return secondsUntil(test, 4 + index, honest, blocks.slice(0, index + 1))
    })
    expect(waits[0]).toBeGreaterThan(15)
    expect(waits.at(-1)).toBeLessThanOrEqual(3)
    // The withholding peer gets less time at each block, even if another peer delivered it.
    expect(waits.every((wait, index) => index === 0 || wait <= waits[index - 1]!)).toBe(true)
  })
})

describe('blocks that many peers claim by their headers and withhold', () => {
  it('arrive from an honest peer after the timeouts', () => {
    const test = start()
    const blocks = mined(test, 120)
    const liars = crowd(test)
    for (const liar of liars) {
      liar.heard()
      liar.send({ type: 'headers', headers: blocks.map(({ header }) => header) })
    }
    const asked = liars.flatMap((liar) => ofType(liar.heard(), 'getdata').flatMap(({ items }) => items))
    expect(asked.length).toBe(120)
    const honest = met(test, '9.9.9.9')
    honest.send({ type: 'headers', headers: blocks.map(({ header }) => header) })
    expect(secondsUntil(test, 123, honest, blocks)).toBeLessThanOrEqual(2 * (HOLD_MS / 1000) + CROWD)
  })

  it('go to one other peer after the timeout, not to all', () => {
    const test = start()
    const blocks = mined(test, 10)
    const headers = blocks.map(({ header }) => header)
    const peers = ['7.7.7.7', '9.9.9.9', '9.8.9.8', '9.7.9.7'].map((host) => met(test, host))
    for (const peer of peers) {
      peer.heard()
      peer.send({ type: 'headers', headers })
    }
    test.pass(HOLD_MS + 1_000)
    const counts = peers.map((peer) => ofType(peer.heard(), 'getdata').flatMap(({ items }) => items).length)
    expect(counts).toEqual([10, 10, 0, 0])
  })
})
