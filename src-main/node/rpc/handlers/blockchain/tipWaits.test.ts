import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { createTestTimers, type TestTimers } from '../../../mining/testing/testMiner.ts'
import { createTestNode, type TestNode } from '../../../testing/index.ts'
import { createTipWaitHandlers } from './tipWaits.ts'

let node: TestNode
let timers: TestTimers
let stopping: AbortController
let client: AbortController
/** number of subscriptions to the chain */
let listeners: number
let handlers: ReturnType<typeof createTipWaitHandlers>

beforeEach(() => {
  node = createTestNode()
  node.mine(2)
  timers = createTestTimers()
  stopping = new AbortController()
  client = new AbortController()
  listeners = 0
  const { chain } = node
  const subscribe: typeof chain.subscribe = (listener) => {
    listeners++
    const end = chain.subscribe(listener)
    return () => {
      listeners--
      end()
    }
  }
  const view = {
    ...{ tip: () => chain.tip(), byHash: (hash: Uint8Array) => chain.byHash(hash), subscribe },
    isActive: (entry: Parameters<typeof chain.isActive>[0]) => chain.isActive(entry),
  }
  handlers = createTipWaitHandlers({ chain: view, timers, stopping: stopping.signal })
})
afterEach(() => {
  expect([listeners, timers.waiting.length]).toEqual([0, 0])
  node.close()
})

const context = (): CallContext => ({ signal: client.signal, transport: 'http' })
const tip = () => ({ hash: node.chain.tip().hashHex, height: node.chain.tip().height })
const forNew = (timeout = 0, known?: string) =>
  handlers.waitfornewblock({ timeout, current_tip: known as never }, context())

describe('waitfornewblock', () => {
  it('returns the next tip', async () => {
    const waiting = forNew()
    node.mine(1)
    expect(await waiting).toEqual({ ...tip(), height: 3 })
  })

  it('returns at once if the caller knows another tip', async () => {
    expect(await forNew(0, node.chain.byHeight(1)?.hashHex)).toEqual(tip())
    const waiting = forNew(0, tip().hash)
    node.mine(1)
    expect(await waiting).toMatchObject({ height: 3 })
  })

  it('returns the current tip after the timeout', async () => {
    const waiting = forNew(5000)
    expect(timers.waiting.map(({ millis }) => millis)).toEqual([5000])
    timers.run()
    expect(await waiting).toEqual(tip())
  })

  it('returns the current tip when the node stops, before or during the wait', async () => {
    const waiting = forNew()
    stopping.abort()
    expect(await waiting).toEqual(tip())
    expect(await forNew()).toEqual(tip())
  })

  it('ends when the client disconnects, before or during the wait', async () => {
    const waiting = forNew(5000)
    client.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(forNew()).rejects.toThrow('gone')
  })

  it('rejects the 65th waiting call, and accepts one later', async () => {
    const waiting = Array.from({ length: 64 }, () => forNew())
    await expect(forNew()).rejects.toMatchObject({ code: -1, message: 'Too many calls wait for a block' })
    node.mine(1)
    expect(await Promise.all(waiting)).toHaveLength(64)
    const later = forNew()
    node.mine(1)
    expect(await later).toMatchObject({ height: 4 })
  })
})

describe('waitforblock', () => {
  const forBlock = (blockhash: string, timeout = 0) =>
    handlers.waitforblock({ blockhash: blockhash as never, timeout }, context())

  it('returns a block of the active chain at once', async () => {
    const { hashHex: hash, height } = node.chain.byHeight(1)!
    expect(await forBlock(hash)).toEqual({ hash, height })
  })

  it('waits for a block that is not known yet', async () => {
    const other = createTestNode()
    const [, , third] = other.mine(3)
    const hash = other.chain.tip().hashHex
    other.close()
    const waiting = forBlock(hash)
    node.submit(third!)
    expect(await waiting).toEqual({ hash, height: 3 })
  })

  it('waits for a block of another branch until it is active', async () => {
    const fork = node.buildBlock({ prev: node.chain.byHeight(1)! })
    node.submit(fork)
    const entry = node.chain.tips().find((each) => !node.chain.isActive(each))!
    const waiting = forBlock(entry.hashHex)
    node.mineBlock({ prev: entry })
    expect(await waiting).toEqual({ hash: entry.hashHex, height: 2 })
  })
})

describe('waitforblockheight', () => {
  const forHeight = (height: number, timeout = 0) => handlers.waitforblockheight({ height, timeout }, context())

  it('returns at once if the chain has the height', async () => {
    expect(await forHeight(1)).toEqual(tip())
  })

  it('waits for the height', async () => {
    const waiting = forHeight(4)
    node.mine(1)
    node.mine(1)
    expect(await waiting).toEqual({ ...tip(), height: 4 })
  })

  it('returns a lower tip after the timeout', async () => {
    const waiting = forHeight(4, 1)
    timers.run()
    expect(await waiting).toMatchObject({ height: 2 })
  })
})
