import { Agent, request } from 'node:http'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'

/** Idle connections are closed before the node's own timeout, so that no call hits a connection that is closing. */
const IDLE_MS = 10_000

export interface RawReply {
  readonly status: number
  /** the complete body, unparsed */
  readonly body: string
}

export interface RpcClient {
  /** POSTs a body unchanged. */
  post(body: string): Promise<RawReply>
  /** Returns the reply of a call, whatever its status. */
  raw(method: string, params: readonly unknown[]): Promise<RawReply>
  /** Returns the result, parsed by JSON.parse. @throws Error with `code` for an error reply */
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

/**
 * A plain client of the node's JSON-RPC server. It does not use the product's own client, so that tests do not test
 * that with itself.
 */
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
