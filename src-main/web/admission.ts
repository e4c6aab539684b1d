import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { UNKNOWN_SESSION } from '#shared/channel.ts'
import { parseEnvelope } from './envelope.ts'

/**
 * Maximum number of unauthenticated sockets. Beyond it the oldest is closed: a real window sends its secret
 * immediately.
 */
const MAX_UNAUTHENTICATED = 16
const DEADLINE_MS = 5000
/** Maximum number of bytes before authentication: one frame with the secret. */
const MAX_FIRST_BYTES = 4096
/** Close code of RFC 6455. */
const POLICY_VIOLATION = 1008

export interface SocketAdmissionDeps {
  authorises(secret: string): boolean
  /** Runs `run` later. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void
  /** Called for an authenticated window. */
  serve(connection: WebSocket): void
}

/**
 * Creates a function that admits a socket if its first message is the secret of a session. Until then the socket gets
 * no data.
 */
export function createSocketAdmission({ authorises, after, serve }: SocketAdmissionDeps) {
  const strangers = new Set<WebSocket>()

  /** `raw` carries the bytes of the connection, and `head` its first bytes. */
  return (connection: WebSocket, raw: Duplex, head: Buffer): void => {
    let received = head.length
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_FIRST_BYTES) connection.terminate()
    }
    const cancel = after(DEADLINE_MS, () => connection.terminate())
    const leave = () => {
      cancel()
      raw.off('data', count)
      strangers.delete(connection)
    }
    raw.on('data', count)
    connection.on('error', () => connection.terminate())
    connection.once('close', leave)
    connection.once('message', (data) => {
      const first = parseEnvelope(data)
      // A rejected socket counts as unauthenticated until it is closed, because it may never answer the close frame.
      if (first?.kind !== 'session') return connection.close(POLICY_VIOLATION, 'not a session')
      if (!authorises(first.secret)) return connection.close(UNKNOWN_SESSION, 'unknown session')
      leave()
      serve(connection)
    })
    strangers.add(connection)
    if (strangers.size <= MAX_UNAUTHENTICATED) return
    const [oldest] = strangers
    oldest?.terminate()
  }
}
