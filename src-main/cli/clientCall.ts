import { RpcError } from '#shared/errors.ts'
import { JsonParseError, type JsonValue, NumberLiteral, parseJson, quoteJson } from '#shared/json.ts'
import type { RpcTarget } from './clientTarget.ts'

// Loaded as in src-main/node/util/http.ts, which the client cannot import because it imports nothing of the node.
const { request } = process.getBuiltinModule('node:http')

/**
 * Calls a method of the node. Parameters are the JSON text of an array or object, by default of an empty array.
 * @throws RpcError of the node, Unreachable, NoTarget, CallFailure
 */
export type MakeCall = (method: string, paramsText?: string) => Promise<JsonValue>

/** Thrown if nothing answers at the address. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Thrown if the server's reply is not that of a node. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
}

interface HttpReply {
  readonly status: number
  readonly body: string
}

/** @throws RpcError of the node, Unreachable, CallFailure */
export async function sendCall(target: RpcTarget, method: string, paramsText: string): Promise<JsonValue> {
  // Parameters by name are part of JSON-RPC 2.0.
  const version = paramsText.startsWith('{') ? '2.0' : '1.0'
  const body = `{"jsonrpc":"${version}","id":1,"method":${quoteJson(method)},"params":${paramsText}}`
  return readReply(await post(target, body))
}

function post(target: RpcTarget, body: string): Promise<HttpReply> {
  const { host, port, credentials, timeout } = target
  return new Promise((resolve, reject) => {
    const call = request({
      host,
      port,
      method: 'POST',
      path: '/',
      headers: {
        Authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      },
    })
    let answered = false
    call.on('error', (error: NodeJS.ErrnoException) => {
      reject(answered ? new CallFailure(`the response was cut off: ${error.message}`) : unreachable(target, error))
    })
    if (timeout > 0) {
      call.setTimeout(timeout, () => {
        reject(new CallFailure(`no response within ${timeout / 1000} seconds; see -rpcclienttimeout`))
        call.destroy()
      })
    }
    call.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error) => reject(new CallFailure(`the response was cut off: ${error.message}`)))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    call.end(body)
  })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no answer',
}

function unreachable({ host, port }: RpcTarget, error: NodeJS.ErrnoException): Unreachable {
  const reason = REASONS[error.code ?? ''] ?? error.message
  const where = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  return new Unreachable(
    `could not connect to the server at ${where}: ${reason}. Is the node running, and is this its RPC port?`,
    { cause: error },
  )
}

/** HTTP statuses that come with a JSON reply. */
const WITH_REPLY = new Set([200, 400, 404, 500])

function readReply({ status, body }: HttpReply): JsonValue {
  if (status === 401) throw new CallFailure('the server rejected this rpcuser and rpcpassword')
  if (!WITH_REPLY.has(status)) throw new CallFailure(`the server responded with HTTP status ${status}`)
  const reply = parseReply(body, status)
  const error = reply.get('error') ?? null
  if (error === null) return reply.get('result') ?? null
  const code = error instanceof Map ? error.get('code') : undefined
  const message = error instanceof Map ? error.get('message') : undefined
  if (code instanceof NumberLiteral && typeof message === 'string') throw new RpcError(Number(code.text), message)
  throw new CallFailure('the server responded with an unreadable error')
}

function parseReply(body: string, status: number): Map<string, JsonValue> {
  try {
    const reply = parseJson(body)
    if (reply instanceof Map) return reply
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error
  }
  const text = body.length > 0 && body.length < 200 && !body.startsWith('<') ? `: ${body.trim()}` : ''
  throw new CallFailure(`the server’s response is not JSON-RPC (HTTP status ${status})${text}`)
}
