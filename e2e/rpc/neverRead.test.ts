/** Tests that memory stays bounded if clients of any port of the daemon send requests and never read replies. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeFrame, encodeMessage, type Message } from '../../src-main/node/p2p/wire/index.ts'
import { commandFrame, readyFrame } from '../../src-main/node/zmq/testing/subscriberClient.ts'
import { greeting } from '../../src-main/node/zmq/zmtp.ts'
import { type Daemon, readMemory, resetPeak, startDaemon } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { connectRaw } from '../support/rawPeer.ts'
import { AUTHORIZATION } from './hostileBodies.ts'
import { head } from './hostileClient.ts'

const MEGABYTE = 1 << 20
/** Maximum growth of resident memory during the flood. */
const MEMORY_GROWTH = 150 * MEGABYTE
/** Enough connections to exceed that limit several times over if each request costs much memory. */
const FEW_CONNECTIONS = 10
/** Bytes that each connection tries to send. */
const FLOOD_BYTES = 16 * MEGABYTE
/** Processor time in ms since the previous check below which the daemon counts as no longer reading requests. */
const IDLE_MS = 50
const CHECK_MS = 500
const CHAIN = ['-ac_name=UNREAD', '-regtest', '-ac_supply=1000', '-ac_cc=2']

/**
 * Sends a request repeatedly on a connection that reads nothing, until `isOver` returns true, the connection is closed
 * or all bytes are sent.
 */
async function flood(socket: Socket, request: Buffer, isOver: () => boolean): Promise<void> {
  socket.on('error', () => undefined)
  socket.pause()
  const block = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / request.length)).fill(request))
  for (let sent = 0; !socket.destroyed && sent < FLOOD_BYTES && !isOver(); ) {
    // Poll instead of waiting for an event: a blocked socket may never emit another one, and `isOver` changes
    // elsewhere.
    if (socket.writableLength >= MEGABYTE) await delay(5)
    else {
      socket.write(block)
      sent += block.length
    }
  }
}

/** Returns the processor time of a process so far, in ms. Linux only. */
function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  // A tick is 10 ms.
  return (user + system) * 10
}

describe('memory of the daemon with clients that never read', () => {
  let daemon: Daemon
  const ports = { rest: 0, metrics: 0, zmq: 0, p2p: 0 }
  beforeAll(async () => {
    for (const name of ['metrics', 'zmq', 'p2p'] as const) ports[name] = await freePort()
    daemon = await startDaemon({
      args: [
        ...[...CHAIN, '-rest', `-metrics=${ports.metrics}`, `-zmqpubhashtx=tcp://127.0.0.1:${ports.zmq}`],
        ...['-listen=1', `-port=${ports.p2p}`, '-bind=127.0.0.1'],
      ],
    })
    ports.rest = daemon.port
    await daemon.rpc.call('generate', 300)
  })
  afterAll(() => daemon.kill())

  /** @param count number of concurrent connections */
  async function expectBounded(count: number, open: () => Promise<Socket>, request: Buffer): Promise<void> {
    const pid = daemon.process.pid ?? 0
    const { now } = readMemory(pid)
    resetPeak(pid)
    const sockets = await Promise.all(Array.from({ length: count }, open))
    let isIdle = false
    let before = processorTime(pid)
    const check = setInterval(() => {
      const used = processorTime(pid) - before
      before += used
      isIdle = used < IDLE_MS
    }, CHECK_MS)
    await Promise.all(sockets.map((socket) => flood(socket, request, () => isIdle)))
    clearInterval(check)
    expect(await daemon.rpc.call('getblockcount')).toBe(300)
    const growth = readMemory(pid).peak - now
    for (const socket of sockets) socket.destroy()
    console.log(`      memory ${now >> 20} MB, and at most ${growth >> 20} MB more`)
    expect(growth).toBeLessThan(MEMORY_GROWTH)
  }

  const opener =
    (port: number, greet = Buffer.alloc(0)) =>
    async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(greet)
      return socket
    }
  const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

  it('stays bounded with long REST answers', async () => {
    const hash = await daemon.rpc.call<string>('getblockhash', 0)
    await expectBounded(FEW_CONNECTIONS, opener(ports.rest), get(`/rest/headers/2000/${hash}.hex`))
  })

  it('stays bounded with rejections of requests without a password', () =>
    expectBounded(FEW_CONNECTIONS, opener(ports.rest), get('/')))

  it('stays bounded with replies to RPC calls', async () => {
    const body = '{"method":"help"}'
    await expectBounded(20, opener(ports.rest), Buffer.from(head(AUTHORIZATION, body.length) + body))
  })

  it('stays bounded with replies of the metrics server', () =>
    expectBounded(20, opener(ports.metrics), get('/metrics')))

  it('stays bounded with replies to ZeroMQ PING', () => {
    const greet = Buffer.concat([greeting(), readyFrame('SUB')])
    return expectBounded(1, opener(ports.zmq, greet), commandFrame('PING', Buffer.alloc(2)))
  })

  it.each<readonly [string, Message]>([
    ['ping', { type: 'ping', nonce: 7n }],
    ['getheaders', { type: 'getheaders', version: 170_013, hashes: [], stop: new Uint8Array(32) }],
  ])('stays bounded with replies to %s messages of peers', async (_name, message) => {
    let magic = new Uint8Array(0)
    const open = async () => {
      const peer = await connectRaw(ports.p2p, CHAIN)
      magic = Uint8Array.from(peer.magic)
      return peer.socket
    }
    ;(await open()).destroy()
    const { command, payload } = encodeMessage(message)
    await expectBounded(3, open, Buffer.from(encodeFrame(magic, command, payload)))
  })
})
