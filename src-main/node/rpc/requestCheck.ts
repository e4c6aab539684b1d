import type { IncomingMessage } from 'node:http'
import type { Credentials } from './auth.ts'
import { MAX_BODY } from './body.ts'
import type { Connection } from './connections.ts'
import type { HostCheck } from './hostCheck.ts'
import { REFUSALS, type Refusal } from './refusal.ts'
import type { RpcUser } from './users.ts'

/** What the reference's server knows; DELETE only its HTTP library knows, and nothing else even that. */
const KNOWN_VERBS = new Set(['GET', 'POST', 'HEAD', 'PUT'])

export type RequestCheck = (request: IncomingMessage, connection: Connection) => Refusal | 'wrong password' | undefined

export interface RequestCheckDeps {
  readonly hostCheck: HostCheck
  readonly credentials: Pick<Credentials, 'userOf'>
  /** undefined: a user with all rights */
  readonly userCalled: (name: string) => RpcUser | undefined
  readonly isStopping: () => boolean
  /** whether a path is answered without a password */
  readonly isOpen: (url: string) => boolean
}

/** Everything that is checked before the body is looked at, in the reference's order; undefined: the request may go on. */
export function createRequestCheck(deps: RequestCheckDeps): RequestCheck {
  const { hostCheck, credentials, userCalled, isStopping, isOpen } = deps
  return (request, connection) => {
    if (isStopping()) return REFUSALS.stopping
    const open = isOpen(request.url ?? '')
    const refusal = originRefusal(request, connection, hostCheck) ?? verbRefusal(request, open)
    if (refusal !== undefined || open) return refusal
    const { authorization } = request.headers
    if (authorization === undefined) return REFUSALS.unauthorized
    if (connection.authorization !== authorization) {
      const name = credentials.userOf(authorization)
      if (name === undefined) return 'wrong password'
      connection.authorization = authorization
      connection.user = userCalled(name)
    }
    return Number(request.headers['content-length']) > MAX_BODY ? REFUSALS.tooLarge : undefined
  }
}

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
