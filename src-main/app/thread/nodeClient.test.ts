import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { NodeClient, type SlowStop, startNodeWorker } from './nodeClient.ts'

describe('NodeClient', () => {
  it('reports the death of the thread to all callers and rejects every call', async () => {
    // Invalid options, so that the thread throws before it can catch errors.
    const node = new NodeClient(startNodeWorker({ argv: null, transport: 'web' } as unknown as ThreadData))
    const events: NodeEvent[] = []
    node.onEvent((event) => events.push(event))
    const call = node.call('getinfo', '[]')
    await expect(call).rejects.toThrow('The node stopped unexpectedly')
    await expect(node.started).rejects.toThrow('The node stopped unexpectedly')
    expect(await node.ended).toMatch(/^The node stopped unexpectedly: /)
    expect(events).toMatchObject([{ type: 'status', phase: 'failed' }])
    await expect(node.call('getinfo', '[]')).rejects.toThrow('The node has stopped')
    await node.stop()
  })
})

/** Fake worker thread that a test controls. */
class TestWorker extends EventEmitter {
  readonly posted: ToThread['kind'][] = []
  terminated = 0
  postMessage({ kind }: ToThread): void {
    this.posted.push(kind)
  }
  async terminate(): Promise<void> {
    this.terminated++
    this.emit('exit', 1)
  }
  say(message: FromThread): void {
    this.emit('message', message)
  }
}

describe('NodeClient.stop', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = () => {
    const worker = new TestWorker()
    const node = new NodeClient(worker as unknown as Worker)
    const waits: SlowStop['state'][] = []
    const stopped = node.stop(({ state }) => waits.push(state))
    return { worker, waits, stopped }
  }

  it('never terminates a thread with open files, and reports why it waits', async () => {
    const { worker, waits, stopped } = begin()
    await vi.advanceTimersByTimeAsync(10_000)
    worker.say({ kind: 'pong' })
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(worker.terminated).toBe(0)
    expect(waits.slice(0, 3)).toEqual(['busy', 'closing', 'busy'])
    worker.emit('exit', 0)
    await stopped
    expect(worker.posted.filter((kind) => kind === 'stop')).toHaveLength(1)
  })

  it('terminates a thread that does not end after its files are closed', async () => {
    const { worker, stopped } = begin()
    worker.say({ kind: 'stopped' })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(worker.terminated).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(worker.terminated).toBe(1)
    await stopped
  })
})
