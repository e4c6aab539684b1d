import { afterEach, describe, expect, it } from 'vitest'
import { serializeBlock } from '../primitives/index.ts'
import { FloodAllowance } from './floodAllowance.ts'
import { ALLOWANCE_PER_SECOND, FLOOD_COSTS, type FloodKind, MAX_ALLOWANCE } from './floods.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { encodeFrame, INV, ipFromText, type Message } from './wire/index.ts'

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

function met(test: TestCore, options: Parameters<TestCore['stranger']>[0] = {}): Stranger {
  const stranger = test.stranger(options)
  stranger.introduce()
  return stranger
}

let serial = 0
function unknownHash(): Uint8Array {
  const hash = new Uint8Array(32).fill(0xcc)
  new DataView(hash.buffer).setUint32(0, serial++)
  return hash
}

const items = (type: number, count: number) => Array.from({ length: count }, () => ({ type, hash: unknownHash() }))
const locator = { version: 170_013, stop: new Uint8Array(32), hashes: [new Uint8Array(32)] }
const address = { ip: ipFromText('1.2.3.4')!, port: 8000, services: 1n, time: 0 }

type Flood = readonly [string, FloodKind, (test: TestCore, round: number) => Message]

const FLOODS: readonly Flood[] = [
  ['transactions that it never delivers', 'announcement', () => ({ type: 'inv', items: items(INV.tx, 1_000) })],
  ['blocks that it never delivers', 'blockAnnouncement', () => ({ type: 'inv', items: items(INV.block, 500) })],
  ['pings', 'ping', () => ({ type: 'ping', nonce: 1n })],
  ['pongs', 'unmatchedPong', () => ({ type: 'pong', nonce: 1n })],
  ['addresses', 'addressMessage', () => ({ type: 'addr', addresses: Array(1_000).fill(address) })],
  ['requests for addresses', 'getaddr', () => ({ type: 'getaddr' })],
  ['requests for the mempool', 'mempool', () => ({ type: 'mempool' })],
  ['the same request for headers', 'repeatedEntry', () => ({ type: 'getheaders', ...locator })],
  ['the same request for blocks', 'repeatedEntry', () => ({ type: 'getblocks', ...locator })],
  ['requests for unknown transactions', 'missingTransaction', () => ({ type: 'getdata', items: items(INV.tx, 1_000) })],
  ['requests for unknown blocks', 'unknownBlock', () => ({ type: 'getdata', items: items(INV.block, 100) })],
  ['transactions unasked', 'unaskedTransaction', () => ({ type: 'tx', bytes: new Uint8Array(10) })],
  ['rejections', 'reject', () => ({ type: 'reject', command: 'tx', code: 1, reason: 'x', hash: undefined })],
  ['filters', 'filter', () => ({ type: 'filterclear' })],
  ['alerts', 'uselessMessage', () => ({ type: 'alert', bytes: new Uint8Array(10) })],
  [
    'headers unasked',
    'unaskedHeader',
    ({ node }) => ({ type: 'headers', headers: [1, 2, 3].map((height) => node.chain.byHeight(height)!.header) }),
  ],
  [
    'a known block',
    'unaskedBlock',
    ({ node }) => ({ type: 'block', bytes: serializeBlock(node.chain.block(node.chain.byHeight(3)!)!) }),
  ],
]

const MAX_MESSAGES = 15_000

describe('flood protection', () => {
  it.each(FLOODS)('disconnects a peer after a flood of %s', (_, kind, make) => {
    const test = start()
    const stranger = met(test)
    const other = met(test, { host: '9.9.9.9' })
    let sent = 0
    while (!stranger.line.ended && sent < MAX_MESSAGES) stranger.send(make(test, sent++))
    expect([stranger.line.ended, other.line.ended]).toEqual([true, false])
    expect(test.log.some((line) => line.includes('message flood'))).toBe(true)
    expect(sent).toBeGreaterThan(5)
    expect(kind in FLOOD_COSTS).toBe(true)
    expect(test.bans.list()).toEqual([])
  })

  it('disconnects a peer that floods messages with wrong checksums', () => {
    const test = start()
    const stranger = met(test)
    const frame = encodeFrame(test.node.params.magicBytes, 'ping', new Uint8Array(8))
    frame[20]! ^= 1
    for (let i = 0; i < 1_000 && !stranger.line.ended; i++) stranger.raw(frame)
    expect(stranger.line.ended).toBe(true)
  })

  it('keeps the connection of a whitelisted peer', () => {
    const test = start()
    const trusted = met(test, { whitelisted: true })
    for (let i = 0; i < 1_000; i++) trusted.send({ type: 'ping', nonce: 1n })
    expect(trusted.line.ended).toBe(false)
  })
})

describe('busy honest peer', () => {
  it('stays connected while it announces the transactions of full blocks for 90 seconds', () => {
    const test = start()
    const stranger = met(test)
    // 4 MB of 250-byte transactions per minute are 280 per second.
    for (let seconds = 0; seconds < 90; seconds += 30) {
      for (let messages = 0; messages < 9; messages++) stranger.send({ type: 'inv', items: items(INV.tx, 1_000) })
      stranger.send({ type: 'ping', nonce: 1n })
      test.pass(30_000)
    }
    expect(stranger.line.ended).toBe(false)
  })

  it('stays connected while it requests headers for a thousand blocks announced in a second', () => {
    const test = start()
    const stranger = met(test)
    stranger.send({ type: 'getheaders', ...locator })
    for (let i = 0; i < 1_000; i++) {
      const [block] = test.node.mine(1)
      test.node.clock.set(block!.header.time)
      // With the same locator each time, like a node that has not handled the replies yet.
      stranger.send({ type: 'getheaders', ...locator })
    }
    expect(stranger.line.ended).toBe(false)
  })
})

describe('FloodAllowance', () => {
  it('recovers with time, up to its limit', () => {
    let now = 0
    const allowance = new FloodAllowance(() => now)
    expect([allowance.spend('announcement', MAX_ALLOWANCE), allowance.spend('announcement', 1)]).toEqual([true, false])
    now += 1_000
    expect(allowance.spend('announcement', ALLOWANCE_PER_SECOND - 1)).toBe(true)
    now += 1_000_000
    expect(allowance.spend('announcement', MAX_ALLOWANCE + 1)).toBe(false)
  })

  it('gives a reason and a sensible number of units for each cost', () => {
    for (const { units, why } of Object.values(FLOOD_COSTS))
      expect([units > 0, why.length > 20, units * 4 < MAX_ALLOWANCE]).toEqual([true, true, true])
  })
})
