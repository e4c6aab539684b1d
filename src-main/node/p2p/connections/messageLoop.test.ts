import { describe, expect, it } from 'vitest'
import type { MessageReceivers } from '../handleMessage.ts'
import type { Peer } from '../peer/index.ts'
import { FOREIGN_MS_PER_TICK, FREE_MS } from './limits.ts'
import { MessageLoop } from './messageLoop.ts'

interface FakePeer {
  readonly name: string
  /** processor time of one message in ms */
  readonly cost: number
  readonly inbound: boolean
  messages: number
  delivered: boolean
}

/** Creates a loop whose clock advances only with messages. */
function start({ isFetching = false } = {}) {
  let now = 0
  const turns: string[] = []
  const queue: (() => void)[] = []
  const loop = new MessageLoop({
    receivers: {} as MessageReceivers,
    ...{ millis: () => now, cpuMillis: () => now, isFetching: () => isFetching },
    soon: (callback) => void queue.push(callback),
    failed(_, error) {
      throw error
    },
  })
  return {
    turns,
    tick: () => loop.tick(),
    connected: () => loop.connected(),
    /** runs slices until none is scheduled, at most this many */
    run(slices = Number.POSITIVE_INFINITY) {
      for (let done = 0; queue.length > 0 && done < slices; done++) queue.shift()!()
    },
    add(name: string, given: Partial<FakePeer> = {}): Peer {
      const state: FakePeer = { name, cost: 1, inbound: true, messages: 1, delivered: false, ...given }
      const peer = {
        ...{ ready: true, whitelisted: false, introduced: false },
        inbound: state.inbound,
        delivered: state.delivered,
        step() {
          now += state.cost
          turns.push(name)
          return --state.messages > 0
        },
      } as unknown as Peer
      loop.wake(peer)
      return peer
    },
  }
}

const count = (turns: readonly string[], name: string) => turns.filter((turn) => turn === name).length

describe('MessageLoop', () => {
  it('ends a slice after one message if a peer connected', () => {
    const { turns, run, add, connected } = start()
    add('busy', { messages: 100 })
    connected()
    run(1)
    expect(turns).toHaveLength(1)
    run(1)
    expect(turns.length).toBeGreaterThan(3)
  })

  it('gives two busy peers the same time, not the same number of messages', () => {
    const { turns, run, add, tick } = start()
    add('dear', { cost: 10, messages: 1_000 })
    add('cheap', { cost: 1, messages: 10_000 })
    for (let ticks = 0; ticks < 20; ticks++) {
      tick()
      run()
    }
    const [dear, cheap] = [count(turns, 'dear') * 10, count(turns, 'cheap')]
    expect(Math.abs(dear - cheap)).toBeLessThanOrEqual(30)
    expect(dear).toBeGreaterThan(200)
  })

  it('serves a peer that returns after a pause before peers that stayed busy', () => {
    const { turns, run, add, tick } = start()
    for (let i = 0; i < 50; i++) add(`busy ${i}`, { messages: 1_000 })
    for (let ticks = 0; ticks < 50; ticks++) {
      tick()
      run()
    }
    add('late', { messages: FREE_MS })
    const before = turns.length
    for (let ticks = 0; ticks < 50; ticks++) {
      tick()
      run()
    }
    expect(turns.lastIndexOf('late') - before).toBeLessThan(FREE_MS * 50)
    expect(count(turns, 'late')).toBe(FREE_MS)
  })

  it('serves an outbound peer sixteen times as long as an inbound peer', () => {
    const { turns, run, add, tick } = start()
    add('inbound', { messages: 10_000 })
    add('outbound', { messages: 1_000, inbound: false })
    tick()
    run(100)
    expect(count(turns, 'outbound')).toBeGreaterThan(count(turns, 'inbound') * 8)
  })

  it('charges no time for messages that deliver requested data', () => {
    const { turns, run, add, tick } = start()
    for (let i = 0; i < 20; i++) add(`busy ${i}`, { messages: 1_000 })
    for (let ticks = 0; ticks < 50; ticks++) {
      tick()
      run()
    }
    const before = turns.length
    add('useful', { messages: 100, delivered: true })
    tick()
    run(100)
    expect(turns.lastIndexOf('useful') - before).toBe(99)
  })

  it.each([
    ['little', true, FOREIGN_MS_PER_TICK.fetching],
    ['half of the', false, FOREIGN_MS_PER_TICK.otherwise],
  ] as const)('gives inbound peers together %s time per tick, with block download %s', (_, isFetching, limit) => {
    const { turns, run, add, tick } = start({ isFetching })
    for (let i = 0; i < 10; i++) add(`inbound ${i}`, { messages: 1_000 })
    run()
    for (const ticks of [1, 2, 3]) {
      const before = turns.length
      tick()
      run()
      expect([ticks, turns.length - before]).toEqual([ticks, limit])
    }
    add('outbound', { inbound: false, messages: 500 })
    run()
    expect(count(turns, 'outbound')).toBe(500)
  })
})
