/** A server with a few fake methods, and a client that sends HTTP as raw bytes, for tests. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Handlers, MethodName } from '#shared/rpc/index.ts'
import { methods } from '#shared/rpc/index.ts'
import type { Logger } from '../core/index.ts'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Record<string, unknown> | undefined
}

/** Returns a logger that records everything but debug lines, as a log has by default. */
export function recordingLogger(): { readonly logger: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  const at = (level: string) => (message: string, fields?: Record<string, unknown>) => {
    lines.push({ level, message, fields })
  }
  const logger: Logger = {
    debug: () => undefined,
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => logger,
  }
  return { logger, lines }
}

/** Returns handlers for all methods. Methods without a given handler must not be called. */
export function handlersWith(given: Partial<Handlers>): Handlers {
  const others = Object.keys(methods).map((name) => [
    name,
    () => {
      throw new Error(`${name} was not expected`)
    },
  ])
  return { ...(Object.fromEntries(others) as Record<MethodName, never>), ...given }
}

export interface RawReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Client connection. Content-Length separates the replies. */
export class RawClient {
  private readonly socket: Socket
  private received = Buffer.alloc(0)
  private ended = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk])
    })
    socket.on('close', () => {
      this.ended = true
    })
    socket.on('error', () => undefined)
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawClient> {
    const socket = connect(port, host)
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes)
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  /** Returns the next reply, or undefined if the connection ended without one. */
  async reply(): Promise<RawReply | undefined> {
    for (;;) {
      const reply = this.takeReply()
      if (reply !== undefined) return reply
      if (this.ended) return undefined
      await this.more()
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.ended) await this.more()
  }

  destroy(): void {
    this.socket.destroy()
  }

  private more(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.socket.off('data', done)
        this.socket.off('close', done)
        resolve()
      }
      this.socket.on('data', done)
      this.socket.on('close', done)
    })
  }

  private takeReply(): RawReply | undefined {
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [first = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    const length = Number(headers.get('content-length') ?? 0)
    if (this.received.length < end + 4 + length) return undefined
    const body = this.received.subarray(end + 4, end + 4 + length).toString('utf8')
    this.received = this.received.subarray(end + 4 + length)
    return { status: Number(first.split(' ')[1]), headers, body }
  }
}

export const BASIC = `Basic ${Buffer.from('user:pass').toString('base64')}`

export interface RequestParts {
  readonly method?: string
  readonly path?: string
  readonly version?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Returns the bytes of a request. A header set to an empty string is omitted. */
export function requestBytes(parts: RequestParts): Buffer {
  const body = Buffer.from(parts.body ?? '')
  const headers = { Host: '127.0.0.1', Authorization: BASIC, 'Content-Length': String(body.length), ...parts.headers }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  const first = `${parts.method ?? 'POST'} ${parts.path ?? '/'} HTTP/${parts.version ?? '1.1'}`
  return Buffer.concat([Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
