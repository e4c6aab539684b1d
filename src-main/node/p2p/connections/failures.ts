/** Reasons why a connection requested by the user failed. */
import type { ConnectFailureReason } from '../../core/index.ts'
import type { DisconnectReason } from '../disconnects.ts'

/** The target's address is on the ban list. */
export class BannedTarget extends Error {
  constructor() {
    super('banned')
  }
}

const BY_CODE: Readonly<Record<string, ConnectFailureReason>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ENOTFOUND: 'unknown-name',
  EAI_AGAIN: 'unknown-name',
  EAI_NODATA: 'unknown-name',
}

/** Texts of Dialler's timeout and of proxies, whose errors have no code. */
const BY_WORDS: readonly (readonly [RegExp, ConnectFailureReason])[] = [
  [/timeout|timed out/i, 'timeout'],
  [/refused/i, 'refused'],
  [/unreachable/i, 'unreachable'],
]

/** Returns the failure reason of a dialling error. */
export function classifyDialError(error: unknown): ConnectFailureReason {
  if (error instanceof BannedTarget) return 'banned'
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error && typeof error.code === 'string' ? BY_CODE[error.code] : undefined
  return code ?? BY_WORDS.find(([words]) => words.test(error.message))?.[1] ?? 'other'
}

const BY_END: Partial<Record<DisconnectReason, ConnectFailureReason>> = {
  'handshake timeout': 'silent',
  'wrong network magic': 'other-network',
  'self connection': 'self',
  'obsolete version': 'obsolete',
  'requested by user': 'ended',
  banned: 'banned',
  'closed by peer': 'closed',
}

/** Returns the failure reason of a connection that ended before its handshake. */
export const classifyEnd = (reason: DisconnectReason): ConnectFailureReason => BY_END[reason] ?? 'other'
