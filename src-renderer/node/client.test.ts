import { describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import type { NodeEvent, Progress } from '#shared/events.ts'
import { createNodeAccess, readError } from './client.ts'
import { type ConnectedBridge, ConnectionError } from './connection.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: string
  resolve(text: string): void
  reject(error: Error): void
}

function fakeBridge() {
  const calls: Call[] = []
  const cancelled: number[] = []
  const listeners = new Set<(event: NodeEvent) => void>()
  const bridge: ConnectedBridge = {
    call: (id, method, params) => new Promise((resolve, reject) => calls.push({ id, method, params, resolve, reject })),
    cancel: async (id) => void cancelled.push(id),
    onEvent(listener) {
      listeners.add(listener)
      return Promise.resolve(() => {
        listeners.delete(listener)
        cancelled.push(-1)
      })
    },
    connection: () => ({ state: 'live' }),
    onConnection: () => () => {},
    reconnect() {},
  }
  return { bridge, calls, cancelled, listeners }
}

describe('createNodeAccess', () => {
  it('encodes parameters by the contract, decodes amounts exactly, and numbers its calls', async () => {
    const { bridge, calls } = fakeBridge()
    const { client } = createNodeAccess(bridge)
    const balance = client.call('getbalance')
    void client.call('getblock', { 'hash|height': '1' })
    expect(calls.map(({ id, method, params }) => [id, method, params])).toEqual([
      [1, 'getbalance', '[]'],
      [2, 'getblock', '["1"]'],
    ])
    calls[0]?.resolve('90071992.54740993')
    expect(await balance).toBe(9007199254740993n)
  })

  it('cancels only the call whose signal aborts', async () => {
    const { bridge, calls, cancelled } = fakeBridge()
    const { client } = createNodeAccess(bridge)
    const controller = new AbortController()
    const slow = client.callText('generate', '[1]', { signal: controller.signal })
    void client.callText('getinfo', '[]')
    controller.abort()
    expect(cancelled).toEqual([1])
    calls[0]?.reject(new Error('{"code":-1,"message":"Cancelled"}'))
    await expect(slow).rejects.toBeInstanceOf(RpcError)
  })

  it('reports the progress of a call only to its caller, until the call ends', async () => {
    const { bridge, calls, listeners } = fakeBridge()
    const { client } = createNodeAccess(bridge)
    const told: Progress[] = []
    const long = client.callText('auditaddressindex', '[]', { onProgress: (progress) => told.push(progress) })
    void client.callText('getinfo', '[]')
    expect(listeners.size).toBe(1)
    const emitProgress = (call: number, done: number) => {
      for (const hear of listeners) hear({ type: 'progress', call, progress: { done, total: 9, unit: 'rows' } })
    }
    emitProgress(1, 4)
    emitProgress(2, 5)
    expect(told).toEqual([{ done: 4, total: 9, unit: 'rows' }])
    calls[0]?.resolve('{}')
    await long
    await Promise.resolve()
    expect(listeners.size).toBe(0)
  })

  it('ends a subscription if the bridge returned a promise of its unsubscribe function', async () => {
    const { bridge, cancelled } = fakeBridge()
    createNodeAccess(bridge).onEvent(() => {})()
    await Promise.resolve()
    await Promise.resolve()
    expect(cancelled).toEqual([-1])
  })
})

describe('readError', () => {
  it('parses the JSON of a wire error, and returns all other errors unchanged', () => {
    expect(readError(new Error('{"code":-5,"message":"Block not found"}'))).toMatchObject({
      code: -5,
      message: 'Block not found',
    })
    const broken = new ConnectionError('gone')
    expect(readError(broken)).toBe(broken)
    const odd = new Error('{"code":"x"}')
    expect(readError(odd)).toBe(odd)
  })
})
