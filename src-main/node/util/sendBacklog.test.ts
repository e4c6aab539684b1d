import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { waitFor } from '../testing/waitFor.ts'
import { SendBacklog, WRITE_OVERHEAD } from './sendBacklog.ts'

/** Opens a connected pair of sockets, whose far end reads nothing. */
async function openPair(): Promise<{ readonly near: Socket; readonly far: Socket; close(): void }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  far.pause()
  const [near] = (await once(server, 'connection')) as [Socket]
  const close = () => {
    for (const socket of [near, far]) socket.destroy()
    server.close()
  }
  return { near, far, close }
}

describe('SendBacklog', () => {
  it('counts the memory of queued small writes, and 0 once they have been read', async () => {
    const { near, far, close } = await openPair()
    const onEmpty = vi.fn()
    const backlog = new SendBacklog(near, onEmpty)
    const block = Buffer.alloc(1 << 20)
    while (backlog.bytes === 0) backlog.write(block)
    const before = backlog.bytes
    const count = 1000
    for (let written = 0; written < count; written++) backlog.write(Buffer.of(written))
    expect(backlog.bytes - before).toBe(count * (WRITE_OVERHEAD + 1))
    expect(onEmpty).not.toHaveBeenCalled()
    far.resume()
    await waitFor(() => expect(backlog.bytes).toBe(0))
    expect(onEmpty).toHaveBeenCalledTimes(1)
    close()
  })

  it('stops counting when the connection has ended', async () => {
    const { near, close } = await openPair()
    const backlog = new SendBacklog(near)
    while (backlog.bytes < 4 << 20) backlog.write(Buffer.alloc(1 << 20))
    near.destroy()
    await once(near, 'close')
    expect(backlog.bytes).toBe(near.writableLength)
    close()
  })
})
