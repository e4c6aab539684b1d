/** Tests that hostile clients, with or without the password, do not affect the daemon or its other clients. */
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { startDaemon } from '../support/daemon.ts'
import { AUTHORIZATION, BODIES, expectBodyHarmless, expectGood, latencies, long, useAttacked } from './hostileBodies.ts'
import { chunkedHead, head, hostileClients } from './hostileClient.ts'

const batch = (method: string, count: number) => `[${long(`{"method":"${method}"},`, count * (method.length + 14))}{}]`

describe('the daemon under hostile callers', () => {
  const attacked = useAttacked()

  it.each(BODIES)('serves other clients during an attack with %s', (what, body) =>
    expectBodyHarmless(attacked, what, body()),
  )

  it('serves other clients while 60 connections with ids and results of many megabytes never read', async () => {
    const text = Buffer.from(`{"method":"getblockcount","id":"${long('x', 30e6)}"}`)
    const echo = Buffer.from(`{"method":"decodescript","params":["6a${long('4b', 3000)}"]}`)
    const many = Buffer.from(`[${long(`${echo},`, 3 << 20)}${echo}]`)
    const times = await latencies(attacked.daemon, async () => {
      await Promise.all(Array.from({ length: 60 }, (_, at) => attacked.hostile.unread(at % 2 === 0 ? text : many)))
    })
    expectGood(attacked, times, '60 that never read')
    attacked.hostile.close()
  })

  it('serves other clients while 4 connections send long bodies in chunks of one byte', async () => {
    const text = `${chunkedHead(AUTHORIZATION)}${long('1\r\n \r\n', 2 << 20)}`
    const times = await latencies(attacked.daemon, () =>
      Promise.all(Array.from({ length: 4 }, () => attacked.hostile.silent(text))),
    )
    expectGood(attacked, times, 'chunks of one byte')
    attacked.hostile.close()
  })

  it('serves other clients while 8 batches of 2,000 rpc.discover are never read', async () => {
    const text = batch('rpc.discover', 2000)
    const times = await latencies(attacked.daemon, () =>
      Promise.all(Array.from({ length: 8 }, () => attacked.hostile.unread(text))),
    )
    const after = await latencies(attacked.daemon)
    expectGood(
      attacked,
      [...times, ...after].toSorted((a, b) => a - b),
      '8 batches',
    )
    attacked.hostile.close()
  })

  it('serves other clients while one connection pipelines without reading', async () => {
    const body = '{"method":"rpc.discover"}'
    const request = Buffer.from(`${head(AUTHORIZATION, body.length)}${body}`)
    const times = await latencies(attacked.daemon, async () => {
      const socket = await attacked.hostile.unread(body)
      for (let sent = 0; sent < 4000 && !socket.destroyed; sent++) socket.write(request)
    })
    expectGood(attacked, times, 'a pipeline')
    attacked.hostile.close()
  })

  it('serves other clients during 600 connections with half a header, and closes those', async () => {
    const half = `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthor`
    await Promise.all(Array.from({ length: 600 }, () => attacked.hostile.silent(half)))
    const times = await latencies(attacked.daemon)
    expectGood(attacked, times, '600 half-open')
    await waitFor(() => expect(attacked.hostile.open()).toBe(0))
  })

  it('serves other clients during 600 connections with a complete header and a wrong password', async () => {
    await Promise.all(Array.from({ length: 600 }, () => attacked.hostile.silent(head('Basic eDp5', 100))))
    const times = await latencies(attacked.daemon)
    expectGood(attacked, times, '600 that guess')
    attacked.hostile.close()
  })

  it('serves other clients during 600 authorized connections that never send the announced body', async () => {
    await Promise.all(Array.from({ length: 600 }, () => attacked.hostile.silent(head(AUTHORIZATION, 1000))))
    const times = await latencies(attacked.daemon)
    expectGood(attacked, times, '600 that owe a body')
    attacked.hostile.close()
  })

  it('replies without logged errors after the attacks', async () => {
    expect(await attacked.daemon.rpc.call('getblockcount')).toBe(5)
    expect(attacked.daemon.output()).not.toMatch(/[Ee]rror/)
  })
})

describe('a request body that arrives byte by byte', () => {
  it('ends with a closed connection after -rpcservertimeout', async () => {
    const daemon = await startDaemon({ args: ['-ac_name=DRIP', '-regtest', '-rpcservertimeout=1'] })
    const hostile = hostileClients(daemon.port, AUTHORIZATION)
    const socket = await hostile.silent(head(AUTHORIZATION, 100_000))
    const before = performance.now()
    await waitFor(() => {
      socket.write(' ')
      expect(socket.destroyed).toBe(true)
    })
    expect(performance.now() - before).toBeGreaterThan(1000)
    hostile.close()
    await daemon.stop()
  })
})
