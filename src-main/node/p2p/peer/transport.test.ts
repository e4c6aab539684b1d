import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { waitFor } from '../../testing/waitFor.ts'
import { SocketTransport } from './transport.ts'

const PONG = Buffer.alloc(32)

describe('SocketTransport', () => {
  it('counts the memory of pending small messages, and reports when they are sent', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const peer = connect((server.address() as AddressInfo).port, '127.0.0.1')
    peer.pause()
    const [socket] = (await once(server, 'connection')) as [Socket]
    const transport = new SocketTransport(socket)
    const drained = vi.fn()
    transport.attach({ data: () => undefined, drained, closed: () => undefined })
    while (transport.pending === 0) transport.write(Buffer.alloc(1 << 20))
    const before = transport.pending
    for (let sent = 0; sent < 1000; sent++) transport.write(PONG)
    expect(transport.pending - before).toBeGreaterThan(1000 * (PONG.length + 250))
    drained.mockClear()
    peer.resume()
    await waitFor(() => expect(transport.pending).toBe(0))
    expect(drained).toHaveBeenCalled()
    transport.destroy()
    peer.destroy()
    server.close()
  })
})
