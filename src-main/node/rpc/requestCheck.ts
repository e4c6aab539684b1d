import type { IncomingMessage } from 'node:http'
import { MAX_BODY } from './body.ts'
import type { Caller, Connection } from './connections.ts'
import type { Credentials } from './credentials.ts'
import type { HostCheck } from './hostCheck.ts'
import { REFUSALS, type Refusal } from './refusal.ts'
import type { Rest } from './rest/index.ts'
import type { RpcUser } from './users.ts'

/** Verbs that komodod's server knows. Its HTTP library knows DELETE too, and rejects all others. */
const KNOWN_VERBS = new Set(['GET', 'POST', 'HEAD', 'PUT'])

/** Result of checking the head of a request. The user is valid only for this request. */
export type CheckedHead =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'wrong password' }
  /** A REST path, which requires no password. */
  | { readonly kind: 'open'; readonly rest: Rest }
  /** `user` is undefined for the owner and for other users with all rights. */
  | { readonly kind: 'admitted'; readonly user: RpcUser | undefined }

export type RequestCheck = (request: IncomingMessage, connection: Connection) => CheckedHead

export interface RequestCheckDeps {
  readonly hostCheck: HostCheck
  readonly credentials: Pick<Credentials, 'userOf'>
  /** Returns undefined for a user with all rights. */
  readonly userCalled: (name: string) => RpcUser | undefined
  /** Returns true if the user may log in from this address of a client. */
  readonly admits: (name: string, address: string | undefined) => boolean
  readonly isStopping: () => boolean
  /** Undefined without a REST interface. */
  readonly rest: Rest | undefined
}

/** Creates the checks that precede reading the body, in komodod's order. */
export function createRequestCheck(deps: RequestCheckDeps): RequestCheck {
  const { hostCheck, credentials, userCalled, admits, isStopping, rest } = deps

  /** Finds the user of a header. The header is hashed only if the connection's last request had a different one. */
  function findCaller(header: string, connection: Connection): Caller | undefined {
    const { caller } = connection
    if (caller?.authorization === header) return caller
    const name = credentials.userOf(header)
    if (name === undefined || !admits(name, connection.socket.remoteAddress)) return undefined
    connection.caller = { authorization: header, user: userCalled(name) }
    return connection.caller
  }

  return (request, connection) => {
    if (isStopping()) return refused(REFUSALS.stopping)
    const open = rest?.takes(request.url ?? '') ? rest : undefined
    const refusal = originRefusal(request, connection, hostCheck) ?? verbRefusal(request, open !== undefined)
    if (refusal !== undefined) return refused(refusal)
    if (open !== undefined) return { kind: 'open', rest: open }
    const { authorization } = request.headers
    if (authorization === undefined) return refused(REFUSALS.unauthorized)
    const caller = findCaller(authorization, connection)
    if (caller === undefined) return { kind: 'wrong password' }
    if (Number(request.headers['content-length']) > MAX_BODY) return refused(REFUSALS.tooLarge)
    return { kind: 'admitted', user: caller.user }
  }
}

const refused = (refusal: Refusal): CheckedHead => ({ kind: 'refused', refusal })

function originRefusal(
  { headers, socket }: IncomingMessage,
  { allowed }: Connection,
  hostCheck: HostCheck,
): Refusal | undefined {
  if (!allowed || headers.origin !== undefined) return REFUSALS.forbidden
  return hostCheck.allows(headers.host, socket.localAddress) ? undefined : REFUSALS.forbidden
}

function verbRefusal({ method = '', url, httpVersionMajor }: IncomingMessage, open: boolean): Refusal | undefined {
  if (httpVersionMajor !== 1) return REFUSALS.badRequest
  if (!KNOWN_VERBS.has(method)) return method === 'DELETE' ? REFUSALS.unknownVerb : REFUSALS.strangeVerb
  if (open) return undefined
  if (url !== '/') return REFUSALS.unknownPath
  return method === 'POST' ? undefined : REFUSALS.notPost
}
