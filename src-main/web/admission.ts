import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { UNKNOWN_SESSION } from '#shared/channel.ts'
import { parseEnvelope } from './envelope.ts'

/** Most sockets that have not sent a secret yet; beyond that the oldest is closed, since a window sends it at once. */
const MAX_STRANGERS = 16
const DEADLINE_MS = 5000
/** Most bytes before authentication: one frame with the secret. */
const MAX_FIRST_BYTES = 4096
/** Closing codes of RFC 6455. */
const POLICY_VIOLATION = 1008

export interface SocketAdmissionDeps {
  authorises(secret: string): boolean
  /** returns the function that cancels it */
  after(milliseconds: number, run: () => void): () => void
  /** Called for an authenticated window. */
  serve(connection: WebSocket): void
}

/** Admits a socket whose first message is the secret of a session. Before that nothing is sent to it or done for it. */
export function createSocketAdmission({ authorises, after, serve }: SocketAdmissionDeps) {
  const strangers = new Set<WebSocket>()

  /** `raw` carries the connection's bytes, and `head` the first of them. */
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
      // A refused socket counts as unauthenticated until it is closed: it may not answer the closing frame.
      if (first?.kind !== 'session') return connection.close(POLICY_VIOLATION, 'not a session')
      if (!authorises(first.secret)) return connection.close(UNKNOWN_SESSION, 'unknown session')
      leave()
      serve(connection)
    })
    strangers.add(connection)
    if (strangers.size <= MAX_STRANGERS) return
    const [oldest] = strangers
    oldest?.terminate()
  }
}
