import { Agent, request } from 'node:http'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'

/** An idle connection is given up before the node does so: a call must not meet the end of its connection. */
const IDLE_MS = 10_000

export interface RawReply {
  readonly status: number
  /** the whole body, as it came */
  readonly body: string
}

export interface RpcClient {
  /** POSTs a body as it is. */
  post(body: string): Promise<RawReply>
  /** The body of a call's answer, whatever its status. */
  raw(method: string, params: readonly unknown[]): Promise<RawReply>
  /** The result, parsed by JSON.parse; throws an error with `code` for an error reply. */
  call<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T>
  close(): void
}

export class RpcReplyError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A plain client of the node's JSON-RPC server, apart from the product's own one, so that tests do not test it with itself. */
export function connectRpc(options: {
  readonly port: number
  readonly user: string
  readonly password: string
}): RpcClient {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  const authorization = `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`

  const post = (body: string) =>
    new Promise<RawReply>((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: options.port,
          method: 'POST',
          agent,
          timeout: MAX_WAIT_MS,
          headers: { authorization, 'content-type': 'text/plain;', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          )
          response.on('error', reject)
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`The node did not answer for ${MAX_WAIT_MS / 1000} s`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  const raw = (method: string, params: readonly unknown[]) => post(JSON.stringify({ id: 'e2e', method, params }))

  return {
    post,
    raw,
    async call<T>(method: string, ...params: readonly unknown[]) {
      const { status, body } = await raw(method, params)
      if (body === '') throw new RpcReplyError(status, `HTTP ${status} without a body`)
      const reply = JSON.parse(body) as { result: T; error: { code: number; message: string } | null }
      if (reply.error) throw new RpcReplyError(reply.error.code, `${method}: ${reply.error.message}`)
      return reply.result
    },
    close: () => agent.destroy(),
  }
}
