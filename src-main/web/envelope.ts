import type { RawData } from 'ws'
import type { ConfirmBy, FromBrowser } from '#shared/channel.ts'

const MAX_METHOD_LENGTH = 64
/** Maximum UTF-16 units of a session secret, code or passphrase. The longest passphrase has 1024 bytes. */
const MAX_SECRET_LENGTH = 1024

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const isSecret = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_SECRET_LENGTH
const isConfirmBy = (value: unknown): value is ConfirmBy => value === 'code' || value === 'passphrase'

function readAnswer(id: number, secret: unknown, change: unknown): FromBrowser | undefined {
  if (secret === null) return { kind: 'answer', id, secret, ...(change === true && { change }) }
  return isSecret(secret) ? { kind: 'answer', id, secret } : undefined
}

export function parseEnvelope(data: RawData): FromBrowser | undefined {
  let value: unknown
  try {
    value = JSON.parse(data.toString())
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, id, method, params, secret, change, confirmBy } = value as Record<string, unknown>
  if (kind === 'session') return isSecret(secret) ? { kind, secret } : undefined
  if (kind === 'choose') return isConfirmBy(confirmBy) ? { kind, confirmBy } : undefined
  if (!isId(id)) return undefined
  if (kind === 'cancel') return { kind, id }
  if (kind === 'answer') return readAnswer(id, secret, change)
  if (kind !== 'call' || typeof method !== 'string' || typeof params !== 'string') return undefined
  return method.length <= MAX_METHOD_LENGTH ? { kind, id, method, params } : undefined
}
