import { describe, expect, it } from 'vitest'
import { UNKNOWN_SESSION } from '#shared/channel.ts'
import { ConnectionError } from './connection.ts'
import type { SessionState } from './session.ts'
import { createWebSocketBridge, type SocketEvents } from './webSocketBridge.ts'

/** Simulates a server by arrays, with a clock that only moves when called. */
function world(first: SessionState = { secret: 'of this tab' }) {
  const sockets: (SocketEvents & { readonly sent: string[] })[] = []
  const timers: { at: number; run(): void }[] = []
  let time = 0
  let session = first
  let forgotten = 0
  const bridge = createWebSocketBridge({
    connect(events) {
      const sent: string[] = []
      sockets.push({ ...events, sent })
      return { send: (text) => sent.push(text) }
    },
    session: {
      open: async () => session,
      forget: () => {
        forgotten += 1
        session = { secret: undefined }
      },
    },
    now: () => time,
    random: () => 0.5,
    after(milliseconds, run) {
      const timer = { at: time + milliseconds, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  return {
    bridge,
    sockets,
    forgotten: () => forgotten,
    /** Opens the newest socket and accepts the secret. */
    welcome() {
      sockets.at(-1)?.opened()
      sockets.at(-1)?.received(WELCOME)
    },
    flushPromises: () => new Promise((resolve) => setTimeout(resolve, 0)),
    async pass(milliseconds: number) {
      time += milliseconds
      for (const timer of timers.filter((candidate) => candidate.at <= time)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

const SHOWN = '{"kind":"session","secret":"of this tab"}'
const WELCOME = '{"kind":"welcome","confirmBy":"code"}'
const ABNORMAL = 1006
const answer = (id: number, result: string) => JSON.stringify({ kind: 'result', id, result })

describe('createWebSocketBridge', () => {
  it('queues calls until the connection is accepted, then sends and answers them', async () => {
    const { bridge, sockets, flushPromises } = world()
    const call = bridge.call(1, 'getinfo', '[]')
    await flushPromises()
    expect(bridge.connection().state).toBe('connecting')
    sockets[0]?.opened()
    expect(sockets[0]?.sent).toEqual([SHOWN])
    expect(bridge.connection().state).toBe('connecting')
    sockets[0]?.received(WELCOME)
    expect(sockets[0]?.sent).toEqual([SHOWN, '{"kind":"call","id":1,"method":"getinfo","params":"[]"}'])
    sockets[0]?.received(answer(1, '{"blocks":1}'))
    expect(await call).toBe('{"blocks":1}')
  })

  it('rejects with the JSON of the error, like the preload script', async () => {
    const { bridge, sockets, flushPromises, welcome } = world()
    await flushPromises()
    welcome()
    const call = bridge.call(1, 'getblock', '["x"]')
    sockets[0]?.received('{"kind":"error","id":1,"error":{"code":-5,"message":"Block not found"}}')
    await expect(call).rejects.toThrow('{"code":-5,"message":"Block not found"}')
  })

  it('rejects calls in flight when the connection breaks, and never sends them twice', async () => {
    const { bridge, sockets, flushPromises, pass, welcome } = world()
    await flushPromises()
    welcome()
    const call = bridge.call(1, 'sendrawtransaction', '["00"]')
    sockets[0]?.closed(ABNORMAL)
    await expect(call).rejects.toBeInstanceOf(ConnectionError)
    await pass(250)
    welcome()
    expect(sockets[1]?.sent).toEqual([SHOWN])
    expect(bridge.connection().state).toBe('live')
  })

  it('doubles the reconnect delay up to ten seconds, and keeps the time of the loss', async () => {
    const { bridge, sockets, flushPromises, pass } = world()
    await flushPromises()
    const pauses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const before = sockets.length
      sockets.at(-1)?.closed(ABNORMAL)
      const connection = bridge.connection()
      if (connection.state !== 'lost') throw new Error('not lost')
      expect(connection.since).toBe(0)
      const pause = connection.nextTry - pauses.reduce((sum, value) => sum + value, 0)
      pauses.push(pause)
      await pass(pause)
      expect(sockets.length).toBe(before + 1)
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('rejects a call that waited five seconds for the connection', async () => {
    const { bridge, flushPromises, pass } = world()
    await flushPromises()
    const call = bridge.call(1, 'getinfo', '[]')
    const refused = expect(call).rejects.toThrow('cannot be reached')
    await pass(5000)
    await refused
  })

  it('reports locked if the server rejects the secret, removes it and stops reconnecting', async () => {
    const { bridge, sockets, flushPromises, pass, forgotten } = world()
    const call = bridge.call(1, 'getinfo', '[]')
    await flushPromises()
    sockets[0]?.opened()
    sockets[0]?.closed(UNKNOWN_SESSION)
    await expect(call).rejects.toThrow('signed in')
    expect(bridge.connection()).toEqual({ state: 'locked' })
    expect(forgotten()).toBe(1)
    await pass(60_000)
    expect(sockets).toHaveLength(1)
    await expect(bridge.call(2, 'getinfo', '[]')).rejects.toThrow('signed in')
  })

  it('reports locked without a secret, and opens no socket', async () => {
    const { bridge, sockets, flushPromises } = world({ secret: undefined })
    await flushPromises()
    expect(bridge.connection()).toEqual({ state: 'locked' })
    expect(sockets).toHaveLength(0)
  })

  it('sends the secret on each new connection, and keeps it when a connection breaks', async () => {
    const { bridge, sockets, flushPromises, pass, welcome, forgotten } = world()
    await flushPromises()
    welcome()
    sockets[0]?.closed(ABNORMAL)
    await pass(250)
    welcome()
    expect(sockets.map(({ sent }) => sent)).toEqual([[SHOWN], [SHOWN]])
    expect(bridge.connection().state).toBe('live')
    expect(forgotten()).toBe(0)
  })

  it('forwards events and cancels calls', async () => {
    const { bridge, sockets, flushPromises, welcome } = world()
    await flushPromises()
    welcome()
    const seen: unknown[] = []
    void bridge.onEvent((event) => seen.push(event))
    sockets[0]?.received('{"kind":"event","event":{"type":"wallet"}}')
    expect(seen).toEqual([{ type: 'wallet' }])
    void bridge.call(7, 'generate', '[1]')
    await bridge.cancel(7)
    expect(sockets[0]?.sent.at(-1)).toBe('{"kind":"cancel","id":7}')
  })
})
