/** Hostile RPC clients that know the password and write raw bytes. */
import { connect, type Socket } from 'node:net'

export interface HostileClients {
  /**
   * Sends a call's body on its own connection and never reads the replies. Resolves when the body is sent or the
   * connection is closed.
   */
  unread(body: string | Buffer): Promise<Socket>
  /** Opens a connection and sends only `text`. */
  silent(text: string): Promise<Socket>
  /** number of hostile connections that are still open */
  open(): number
  close(): void
}

export function hostileClients(port: number, authorization: string): HostileClients {
  const sockets = new Set<Socket>()

  function begin(): Socket {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  return {
    unread: (body) =>
      new Promise((resolve) => {
        const socket = begin()
        socket.pause()
        const done = () => resolve(socket)
        socket.on('close', done)
        socket.write(head(authorization, Buffer.byteLength(body)))
        socket.write(body, done)
      }),
    silent: (text) =>
      new Promise((resolve) => {
        const socket = begin()
        const done = () => resolve(socket)
        // Read and discard the replies, because an unread socket does not emit `close`.
        socket.resume()
        socket.on('close', done)
        socket.on('connect', () => (text === '' ? done() : socket.write(text, done)))
      }),
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const head = (authorization: string, length: number): string =>
  headWith(authorization, `Content-Length: ${length}`)

export const chunkedHead = (authorization: string): string => headWith(authorization, 'Transfer-Encoding: chunked')

const headWith = (authorization: string, framing: string) =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n${framing}\r\n\r\n`
