import type { ServerResponse } from 'node:http'
import type { Budget } from './budget.ts'
import type { Connection } from './connections.ts'
import { REFUSALS } from './refusal.ts'
import type { TextStream } from './textStream.ts'
import { createUnreadReplies } from './unreadReplies.ts'

/** What answers a request. */
export interface Reply {
  readonly status: number
  /** a flat list of names and values */
  readonly headers: readonly string[]
  /** The body, in order: all of it, or a text that is made while it is sent. */
  readonly pieces: Pieces | TextStream
  /** What is sent instead where the text cannot be made and nothing of it was sent yet. */
  readonly instead?: (error: unknown) => Reply
}

type Pieces = readonly (string | Uint8Array)[]

export interface ReplyWriterDeps {
  /** of the replies that are not read yet */
  readonly unread: Budget
  /** milliseconds that a client may take to read the next part of a reply */
  readonly patience: number
}

/** UTF-16 units that are handed over at a time: what waits is kept as text, and these as bytes too. */
const SLICE = 256 * 1024

export interface ReplyWriter {
  /** Sends a reply; a client that does not read it loses the connection. */
  send(response: ServerResponse, connection: Connection, reply: Reply): void
}

/**
 * Sends replies no faster than they are read. What is not read yet waits as text and counts in `unread`; where that is too
 * much of all together, the connection that holds most of it and reads nothing ends, and if there is none, a long reply is
 * refused.
 */
export function createReplyWriter(deps: ReplyWriterDeps): ReplyWriter {
  const { unread, patience } = deps
  const replies = createUnreadReplies(unread)
  const { hold, release } = replies

  async function sendSlices(response: ServerResponse, connection: Connection, pieces: Pieces, bytes: number) {
    let left = bytes
    for (const slice of slicesOf(pieces)) {
      const buffer = typeof slice === 'string' ? Buffer.from(slice) : slice
      if (!response.write(buffer)) await untilRead(response, connection, { event: 'drain', patience })
      if (connection.socket.destroyed) break
      left -= buffer.length
      release(connection, buffer.length)
    }
    release(connection, left)
    response.end()
  }

  async function awaitReading(response: ServerResponse, connection: Connection, bytes: number): Promise<void> {
    unread.force(bytes)
    hold(connection, bytes)
    await untilRead(response, connection, { event: 'finish', patience })
    release(connection, bytes)
  }

  /** Sends a slice of a text that is not whole yet, after the headers; false: the connection has ended. */
  async function sendSlice(
    response: ServerResponse,
    connection: Connection,
    { status, headers, text }: Pick<Reply, 'status' | 'headers'> & { readonly text: string },
  ): Promise<boolean> {
    if (!response.headersSent) response.writeHead(status, [...headers])
    const buffer = Buffer.from(text)
    unread.force(buffer.length)
    hold(connection, buffer.length)
    if (!response.write(buffer)) await untilRead(response, connection, { event: 'drain', patience })
    release(connection, buffer.length)
    return !connection.socket.destroyed
  }

  /**
   * The length of such a text is known only at its end. One that is a single slice is sent like any other; a longer one goes out
   * in chunks, and an error in the middle of it ends the connection.
   */
  async function sendStream(
    response: ServerResponse,
    connection: Connection,
    { status, headers, instead }: Reply,
    stream: TextStream,
  ): Promise<void> {
    const { socket } = connection
    let text: string | undefined
    try {
      for await (const next of gathered(stream.pieces)) {
        if (text !== undefined && !(await sendSlice(response, connection, { status, headers, text }))) return
        text = next
      }
    } catch (error) {
      // It stands in the log already.
      if (response.headersSent || instead === undefined) socket.destroy()
      else send(response, connection, instead(error))
      return
    } finally {
      stream.close()
    }
    if (!response.headersSent) send(response, connection, { status, headers, pieces: [text ?? ''] })
    else if (await sendSlice(response, connection, { status, headers, text: text ?? '' })) response.end()
  }

  function send(response: ServerResponse, connection: Connection, reply: Reply): void {
    const { status, headers, pieces } = reply
    if (isStreamed(pieces)) {
      void sendStream(response, connection, reply, pieces)
      return
    }
    if (connection.socket.destroyed) return
    const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    if (bytes > SLICE && !replies.admit(bytes)) {
      const { body, ...refusal } = REFUSALS.unread
      send(response, connection, { ...refusal, pieces: [body] })
      return
    }
    response.writeHead(status, ['Content-Length', String(bytes), ...headers])
    if (bytes > SLICE) {
      hold(connection, bytes)
      void sendSlices(response, connection, pieces, bytes)
      return
    }
    response.end(pieces.length === 1 ? pieces[0] : joined(pieces))
    // Nearly always the system has taken it by now.
    if (connection.socket.writableLength > 0) void awaitReading(response, connection, bytes)
  }

  return { send }
}

/** Until what was written is read, or the connection has ended: it does so itself after `patience` milliseconds. */
function untilRead(
  response: ServerResponse,
  { socket }: Connection,
  { event, patience }: { readonly event: 'drain' | 'finish'; readonly patience: number },
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), patience)
    const end = () => {
      clearTimeout(timer)
      response.off(event, end)
      socket.off('close', end)
      resolve()
    }
    response.on(event, end)
    socket.on('close', end)
  })
}

const isStreamed = (pieces: Reply['pieces']): pieces is TextStream => 'close' in pieces

/** Pieces put together into slices. */
async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < SLICE) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const joined = (pieces: Pieces) =>
  pieces.every((piece) => typeof piece === 'string')
    ? pieces.join('')
    : Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))

/** Never cuts a character in two. */
function* slicesOf(pieces: Pieces): Generator<string | Uint8Array> {
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      for (let at = 0; at < piece.length; at += SLICE) yield piece.subarray(at, at + SLICE)
      continue
    }
    for (let at = 0; at < piece.length; ) {
      const unit = piece.charCodeAt(at + SLICE - 1)
      const end = at + SLICE - (unit >= 0xd800 && unit <= 0xdbff ? 1 : 0)
      yield piece.slice(at, end)
      at = end
    }
  }
}
