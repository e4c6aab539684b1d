import { afterEach, describe, expect, it } from 'vitest'
import type { PeerKind } from './peer/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { encodeFrame, type Incoming } from './wire/index.ts'

const CLAIMED = 900

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

/** Creates a node whose best header is ten days old. */
function startFarBehind(): TestCore {
  const test = start()
  test.node.clock.advance(10 * 86_400)
  return test
}

/** Connects a peer that claims blocks, and keeps the node's replies to its version. */
function meet(test: TestCore, kind: PeerKind, number = 1): Stranger {
  const stranger = test.stranger({ kind, host: `7.7.${number}.1` })
  stranger.introduce({ startHeight: CLAIMED })
  return stranger
}

const isAsked = (test: TestCore, { peer }: Stranger) => test.core.sync.progress(peer).started
const crowd = (test: TestCore, count: number, kind: PeerKind = 'inbound') =>
  Array.from({ length: count }, (_, index) => meet(test, kind, index))
const countAsked = (test: TestCore, strangers: readonly Stranger[]) =>
  strangers.filter((stranger) => isAsked(test, stranger)).length
const requests = (heard: readonly Incoming[]) => heard.filter(({ type }) => type === 'getheaders').length

describe('header requests of a node that is far behind', () => {
  it('go to two peers at once, and to a third after a wait', () => {
    const test = startFarBehind()
    const strangers = crowd(test, 3)
    expect(countAsked(test, strangers)).toBe(2)
    test.pass(100)
    expect(countAsked(test, strangers)).toBe(3)
    expect(strangers.every(({ line }) => !line.ended)).toBe(true)
  })

  it.each<PeerKind>(['outbound', 'added', 'connect'])(
    'go to a peer of kind %s at once, although 50 inbound peers stay silent',
    (kind) => {
      const test = startFarBehind()
      crowd(test, 50)
      expect(isAsked(test, meet(test, kind, 200))).toBe(true)
    },
  )

  it('reach the last of 200 silent inbound peers within a second', () => {
    const test = startFarBehind()
    const strangers = crowd(test, 200)
    for (let ticks = 0; ticks < 10; ticks++) test.pass(100)
    expect(countAsked(test, strangers)).toBe(200)
  })

  it('go to a peer that connects after 200 silent ones at the next tick', () => {
    const test = startFarBehind()
    crowd(test, 200)
    for (let ticks = 0; ticks < 10; ticks++) test.pass(100)
    const late = meet(test, 'inbound', 201)
    test.pass(100)
    expect(isAsked(test, late)).toBe(true)
  })

  it('go to two peers only while one of the two answers', () => {
    const elsewhere = start()
    const blocks = elsewhere.node.mine(400)
    const test = start()
    test.node.clock.set(blocks.at(-1)!.header.time + 10 * 86_400)
    const honest = meet(test, 'outbound', 100)
    const others = crowd(test, 20)
    for (let from = 0; from < 320; from += 160) {
      honest.send({ type: 'headers', headers: blocks.slice(from, from + 160).map(({ header }) => header) })
      test.pass(50)
    }
    expect([countAsked(test, others), requests(honest.heard())]).toEqual([1, 2])
  })

  it('stop after the first to a peer that repeats the same headers', () => {
    const elsewhere = start()
    const headers = elsewhere.node.mine(160).map(({ header }) => header)
    const test = start()
    test.node.clock.set(headers.at(-1)!.time + 10 * 86_400)
    const stranger = meet(test, 'inbound')
    for (let times = 0; times < 20; times++) stranger.send({ type: 'headers', headers })
    expect(requests(stranger.heard())).toBe(1)
    test.pass(1_100)
    expect(requests(stranger.heard())).toBe(1)
  })

  it('expire for a busy peer after the maximum extension of the timeout', () => {
    const test = startFarBehind()
    const busy = meet(test, 'inbound')
    busy.line.setPending(1_000_000)
    busy.raw(encodeFrame(test.node.params.magicBytes, 'ping', new Uint8Array(8)))
    test.pass(11_000)
    expect([busy.peer.busy, test.core.sync.bestHeight()]).toEqual([true, CLAIMED])
    test.pass(30_000)
    expect([busy.peer.busy, test.core.sync.bestHeight()]).toEqual([true, undefined])
  })
})
