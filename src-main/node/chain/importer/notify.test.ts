import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainUpdate, ConnectedBlock, NewBlock } from '../../core/index.ts'
import { type Block, computeTxid } from '../../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../testing/index.ts'
import { ChainNotifications } from './notify.ts'

describe('ChainNotifications', () => {
  let source: TestNode
  let blocks: ConnectedBlock[]
  let read: ReturnType<typeof vi.fn<(entry: unknown) => Block | undefined>>
  let notifications: ChainNotifications
  const errors = vi.fn()

  beforeEach(() => {
    source = createTestNode()
    blocks = []
    const stop = source.chain.subscribe(
      () => undefined,
      (block) => {
        blocks.push(block)
        return false
      },
    )
    source.mine(2)
    source.mineBlock({ txs: [source.pay(testKey(0), [{ value: 7n, scriptPubKey: testKey(3).p2pkh }])] })
    stop()
    read = vi.fn((entry) => source.chain.block(entry as ConnectedBlock['entry']))
    errors.mockReset()
    notifications = new ChainNotifications({
      tip: () => source.chain.tip(),
      read,
      logger: { ...silentLogger, error: errors },
    })
  })
  afterEach(() => source.close())

  const getTxids = ({ txs }: NewBlock) => txs.map(({ tx, txid }) => [txid, computeTxid(tx)])

  it('keeps the transactions that a listener wants and reads those of other blocks on access', () => {
    const heard: ChainUpdate[] = []
    notifications.subscribe(
      (update) => heard.push(update),
      ({ txs }) => txs.length > 1,
    )
    for (const block of blocks) notifications.connected(block)
    notifications.notify()
    const [{ connected, tip }] = heard as [ChainUpdate]
    expect(tip).toBe(source.chain.tip())
    expect(connected.map(({ entry }) => entry)).toEqual(blocks.map(({ entry }) => entry))
    expect(connected[2]).toBe(blocks[2])
    expect(read).not.toHaveBeenCalled()
    expect(connected.map(getTxids)).toEqual(blocks.map(getTxids))
    // Each block is read only once.
    expect(connected.map(getTxids)).toEqual(blocks.map(getTxids))
    expect(read.mock.calls.map(([entry]) => entry)).toEqual(blocks.slice(0, 2).map(({ entry }) => entry))
  })

  it('calls every `wants` callback, even if one returns true', () => {
    const [one, other] = [vi.fn(() => true), vi.fn(() => false)]
    notifications.subscribe(() => undefined, one)
    notifications.subscribe(() => undefined, other)
    notifications.connected(blocks[0]!)
    expect([one, other].map(({ mock }) => mock.calls)).toEqual([[[blocks[0]]], [[blocks[0]]]])
  })

  it('notifies the other listeners if one throws', () => {
    const heard = vi.fn()
    const fail = () => {
      throw new Error('on purpose')
    }
    notifications.subscribe(fail, fail)
    notifications.subscribe(heard)
    notifications.connected(blocks[0]!)
    notifications.notify()
    expect(errors).toHaveBeenCalledTimes(2)
    // A failing `wants` counts as true.
    expect((heard.mock.calls[0] as [ChainUpdate])[0].connected).toEqual([blocks[0]])
  })

  it('notifies of a limited number of blocks per call, and of no rolled-back blocks', () => {
    const heard: number[][] = []
    const stop = notifications.subscribe(({ connected, tip }) => {
      heard.push([...connected.map(({ entry }) => entry.height), tip.height])
    })
    for (const block of blocks) notifications.connected(block)
    notifications.notify(2)
    expect([heard, notifications.isEmpty]).toEqual([[[1, 2, 2]], false])
    notifications.notify(2)
    notifications.notify(2)
    expect([heard, notifications.isEmpty]).toEqual([
      [
        [1, 2, 2],
        [3, 3],
      ],
      true,
    ])
    notifications.connected(blocks[0]!)
    notifications.forget()
    notifications.notify()
    stop()
    notifications.connected(blocks[0]!)
    notifications.notify()
    expect(heard).toHaveLength(2)
  })
})
