import type { ServerResponse } from 'node:http'
import type { Budget } from './budget.ts'
import type { Connection } from './connections.ts'
import { REFUSALS } from './refusal.ts'
import type { TextStream } from './textStream.ts'
import { UnreadReplies } from './unreadReplies.ts'

export interface Reply {
  readonly status: number
  /** Flat list of names and values. */
  readonly headers: readonly string[]
  /** Pieces of the body in order: the complete body, or a text that is produced while it is sent. */
  readonly pieces: Pieces | TextStream
  /** Builds the reply to send if the text fails before anything was sent. */
  readonly instead?: (error: unknown) => Reply
}

type Pieces = readonly (string | Uint8Array)[]

export interface ReplyWriterDeps {
  readonly unread: Budget
  /** Timeout in ms for a client to read the next part of a reply. */
  readonly patience: number
}

/** HTTP status of a reply without a body. */
const NO_CONTENT_STATUS = 204

/**
 * Maximum number of UTF-16 units written per slice. Only the slice that is being written is encoded to bytes.
 */
const SLICE = 256 * 1024

/**
 * Sends replies no faster than clients read them. Unread text stays in memory and counts in `unread`. Beyond that
 * budget, the stalled connection with the most unread bytes is closed. If no connection is stalled, a long reply is
 * rejected.
 */
export class ReplyWriter {
  readonly #unread: Budget
  readonly #patience: number
  readonly #replies: UnreadReplies

  constructor({ unread, patience }: ReplyWriterDeps) {
    this.#unread = unread
    this.#patience = patience
    this.#replies = new UnreadReplies(unread)
  }

  /** Sends a reply. A client that does not read it loses the connection. */
  send(response: ServerResponse, connection: Connection, reply: Reply): void {
    const { status, headers, pieces } = reply
    if (isStreamed(pieces)) {
      void this.#sendStream(response, connection, reply, pieces)
      return
    }
    if (connection.socket.destroyed) return
    const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    if (bytes > SLICE && !this.#replies.admit(bytes)) {
      const { body, ...refusal } = REFUSALS.unread
      this.send(response, connection, { ...refusal, pieces: [body] })
      return
    }
    // HTTP forbids a length for a reply without content.
    response.writeHead(
      status,
      status === NO_CONTENT_STATUS ? [...headers] : ['Content-Length', String(bytes), ...headers],
    )
    if (bytes > SLICE) {
      this.#replies.hold(connection, bytes)
      void this.#sendSlices(response, connection, pieces, bytes)
      return
    }
    endWith(response, pieces.length === 1 ? pieces[0]! : joinPieces(pieces), bytes)
    // The system has usually taken all bytes already.
    if (connection.socket.writableLength > 0) void this.#awaitReading(response, connection, bytes)
  }

  async #sendSlices(response: ServerResponse, connection: Connection, pieces: Pieces, bytes: number): Promise<void> {
    let left = bytes
    for (const slice of splitIntoSlices(pieces)) {
      const buffer = typeof slice === 'string' ? Buffer.from(slice) : slice
      if (!response.write(buffer)) await this.#untilRead(response, connection, 'drain')
      if (connection.socket.destroyed) break
      left -= buffer.length
      this.#replies.release(connection, buffer.length)
    }
    this.#replies.release(connection, left)
    response.end()
  }

  async #awaitReading(response: ServerResponse, connection: Connection, bytes: number): Promise<void> {
    this.#unread.force(bytes)
    this.#replies.hold(connection, bytes)
    await this.#untilRead(response, connection, 'finish')
    this.#replies.release(connection, bytes)
  }

  /** Sends a slice of an incomplete text, after the headers. Resolves to false if the connection has ended. */
  async #sendSlice(
    response: ServerResponse,
    connection: Connection,
    { status, headers, text }: Pick<Reply, 'status' | 'headers'> & { readonly text: string },
  ): Promise<boolean> {
    if (!response.headersSent) response.writeHead(status, [...headers])
    const buffer = Buffer.from(text)
    this.#unread.force(buffer.length)
    this.#replies.hold(connection, buffer.length)
    if (!response.write(buffer)) await this.#untilRead(response, connection, 'drain')
    this.#replies.release(connection, buffer.length)
    return !connection.socket.destroyed
  }

  /**
   * Sends a text whose length is known only at its end. A text of one slice is sent with its length, a longer one in
   * chunks. An error after the first slice closes the connection.
   */
  async #sendStream(
    response: ServerResponse,
    connection: Connection,
    { status, headers, instead }: Reply,
    stream: TextStream,
  ): Promise<void> {
    const { socket } = connection
    let text: string | undefined
    try {
      for await (const next of joinIntoSlices(stream.pieces)) {
        if (text !== undefined && !(await this.#sendSlice(response, connection, { status, headers, text }))) return
        text = next
      }
    } catch (error) {
      // The producer of the text has logged the error.
      if (response.headersSent || instead === undefined) socket.destroy()
      else this.send(response, connection, instead(error))
      return
    } finally {
      stream.close()
    }
    if (!response.headersSent) this.send(response, connection, { status, headers, pieces: [text ?? ''] })
    else if (await this.#sendSlice(response, connection, { status, headers, text: text ?? '' })) response.end()
  }

  /**
   * Resolves when the written bytes are read or the connection has ended. The connection is closed after the timeout.
   */
  #untilRead(response: ServerResponse, { socket }: Connection, event: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.destroy(), this.#patience)
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
}

/** Ends a reply. Node.js writes ASCII faster as Latin-1, which has the same bytes. */
function endWith(response: ServerResponse, body: string | Uint8Array, bytes: number): void {
  if (typeof body === 'string' && body.length === bytes) response.end(body, 'latin1')
  else response.end(body)
}

const isStreamed = (pieces: Reply['pieces']): pieces is TextStream => 'close' in pieces

/** Joins pieces into slices. */
async function* joinIntoSlices(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < SLICE) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const joinPieces = (pieces: Pieces) =>
  pieces.every((piece) => typeof piece === 'string')
    ? pieces.join('')
    : Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))

/** Splits pieces into slices, never within a surrogate pair. */
function* splitIntoSlices(pieces: Pieces): Generator<string | Uint8Array> {
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
