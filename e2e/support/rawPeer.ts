import { connect, createServer, type Server, type Socket } from 'node:net'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import {
  decodeMessage,
  encodeFrame,
  encodeMessage,
  FrameReader,
  type Incoming,
  type Message,
  type VersionMessage,
} from '../../src-main/node/p2p/wire/index.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'

const NOBODY = { services: 0n, ip: new Uint8Array(16), port: 0 }

/** A scripted peer on a real socket. */
export interface RawPeer {
  readonly socket: Socket
  readonly magic: Uint8Array
  readonly heard: Incoming[]
  readonly closed: boolean
  send(message: Message): void
  raw(bytes: Uint8Array): void
  /** waits for a message of this type. Resolves to `undefined` if the connection has ended */
  next<T extends Incoming['type']>(type: T): Promise<Extract<Incoming, { type: T }> | undefined>
  end(): void
}

function rawPeer(socket: Socket, magic: Uint8Array): RawPeer {
  const heard: Incoming[] = []
  let closed = false
  const reader = new FrameReader({ magic }, (event) => {
    if (event.kind === 'message') heard.push(decodeMessage(event.command, event.payload))
  })
  socket.on('data', (chunk) => reader.feed(chunk))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    closed = true
  })
  let read = 0
  const raw = (bytes: Uint8Array) => void socket.write(bytes)
  return {
    socket,
    magic,
    heard,
    get closed() {
      return closed
    },
    raw,
    send(message) {
      const { command, payload } = encodeMessage(message)
      raw(encodeFrame(magic, command, payload))
    },
    next: (type) =>
      waitFor(() => {
        for (let message = heard[read]; message !== undefined; message = heard[read]) {
          read++
          if (message.type === type) return message as never
        }
        if (closed) return undefined
        throw new Error(`no ${type} came`)
      }),
    end: () => void socket.destroy(),
  }
}

export function buildVersionMessage(startHeight: number): VersionMessage {
  return {
    ...{ type: 'version', version: 170_013, services: 1n, time: BigInt(Math.floor(Date.now() / 1000)) },
    ...{ receiver: NOBODY, sender: NOBODY, nonce: BigInt(Math.floor(Math.random() * 2 ** 52)) },
    ...{ userAgent: '/raw/', startHeight, relay: true },
  }
}

/** Connects to a node and performs the handshake, unless `silent` is set. */
export async function connectRaw(
  port: number,
  chain: readonly string[],
  {
    startHeight = 0,
    silent = false,
    host = '127.0.0.1',
  }: { readonly startHeight?: number; readonly silent?: boolean; readonly host?: string } = {},
): Promise<RawPeer> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, host, () => resolve(opened))
    opened.once('error', reject)
  })
  const peer = rawPeer(socket, chainParamsFromArgs(chain).magicBytes)
  if (silent) return peer
  peer.send(buildVersionMessage(startHeight))
  await peer.next('verack')
  peer.send({ type: 'verack' })
  return peer
}

/** Accepts connections of nodes and answers their handshakes. Calls `met` for each. */
export async function listenRaw(
  port: number,
  chain: readonly string[],
  startHeight: number,
  met: (peer: RawPeer) => void,
): Promise<Server> {
  const server = createServer((socket) => {
    const peer = rawPeer(socket, chainParamsFromArgs(chain).magicBytes)
    peer.send(buildVersionMessage(startHeight))
    peer.send({ type: 'verack' })
    met(peer)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
