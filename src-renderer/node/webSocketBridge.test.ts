import { describe, expect, it } from 'vitest'
import { ConnectionError } from './connection.ts'
import type { SessionState } from './session.ts'
import { createWebSocketBridge, type SocketEvents } from './webSocketBridge.ts'

/** A server made of arrays, and a clock that moves only when told to. */
function world() {
  const sockets: (SocketEvents & { readonly sent: string[] })[] = []
  const timers: { at: number; run(): void }[] = []
  let time = 0
  let session: SessionState = 'open'
  const bridge = createWebSocketBridge({
    connect(events) {
      const sent: string[] = []
      sockets.push({ ...events, sent })
      return { send: (text) => sent.push(text) }
    },
    session: async () => session,
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
    setSession: (next: SessionState) => {
      session = next
    },
    /** lets promises settle */
    settle: () => new Promise((resolve) => setTimeout(resolve, 0)),
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

const answer = (id: number, result: string) => JSON.stringify({ kind: 'result', id, result })

describe('createWebSocketBridge', () => {
  it('sends calls made before the connection stands, then answers them', async () => {
    const { bridge, sockets, settle } = world()
    const call = bridge.call(1, 'getinfo', '[]')
    await settle()
    expect(bridge.connection().state).toBe('connecting')
    sockets[0]?.opened()
    expect(sockets[0]?.sent).toEqual(['{"kind":"call","id":1,"method":"getinfo","params":"[]"}'])
    sockets[0]?.received(answer(1, '{"blocks":1}'))
    expect(await call).toBe('{"blocks":1}')
  })

  it('rejects with the JSON of the error, as the preload does', async () => {
    const { bridge, sockets, settle } = world()
    await settle()
    sockets[0]?.opened()
    const call = bridge.call(1, 'getblock', '["x"]')
    sockets[0]?.received('{"kind":"error","id":1,"error":{"code":-5,"message":"Block not found"}}')
    await expect(call).rejects.toThrow('{"code":-5,"message":"Block not found"}')
  })

  it('never sends a call twice: what was under way when the connection broke is rejected', async () => {
    const { bridge, sockets, settle, pass } = world()
    await settle()
    sockets[0]?.opened()
    const call = bridge.call(1, 'sendrawtransaction', '["00"]')
    sockets[0]?.closed()
    await expect(call).rejects.toBeInstanceOf(ConnectionError)
    await pass(250)
    sockets[1]?.opened()
    expect(sockets[1]?.sent).toEqual([])
    expect(bridge.connection().state).toBe('live')
  })

  it('waits longer after each failure, up to ten seconds, and remembers since when it is lost', async () => {
    const { bridge, sockets, settle, pass } = world()
    await settle()
    const pauses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const before = sockets.length
      sockets.at(-1)?.closed()
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

  it('gives up a call that waited five seconds for the connection', async () => {
    const { bridge, settle, pass } = world()
    await settle()
    const call = bridge.call(1, 'getinfo', '[]')
    const refused = expect(call).rejects.toThrow('cannot be reached')
    await pass(5000)
    await refused
  })

  it('says locked when the session has ended, and stops trying', async () => {
    const { bridge, sockets, settle, pass, setSession } = world()
    await settle()
    sockets[0]?.opened()
    setSession('locked')
    sockets[0]?.closed()
    await pass(250)
    expect(bridge.connection()).toEqual({ state: 'locked' })
    await pass(60_000)
    expect(sockets).toHaveLength(1)
    await expect(bridge.call(2, 'getinfo', '[]')).rejects.toThrow('signed in')
  })

  it('passes events on and cancels calls', async () => {
    const { bridge, sockets, settle } = world()
    await settle()
    sockets[0]?.opened()
    const seen: unknown[] = []
    bridge.onEvent((event) => seen.push(event))
    sockets[0]?.received('{"kind":"event","event":{"type":"wallet"}}')
    expect(seen).toEqual([{ type: 'wallet' }])
    void bridge.call(7, 'generate', '[1]')
    await bridge.cancel(7)
    expect(sockets[0]?.sent.at(-1)).toBe('{"kind":"cancel","id":7}')
  })
})
