/** Rejects secrets that a page must leave empty, because the prompt asks for them. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import type { PageCall } from './pageCall.ts'

const isEmpty = (value: JsonValue | undefined): boolean => {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return value instanceof Map && [...value.values()].every(isEmpty)
}

/** @throws RpcError if the page passes a secret */
export function rejectGivenSecrets({ method, values }: PageCall): void {
  const given = method.params.find(({ traits }, place) => traits.secret === true && !isEmpty(values[place]))
  if (given === undefined) return
  throw new RpcError(
    RPC_ERROR.INVALID_PARAMETER,
    `${given.name}: must be empty, because the app asks for this value in its own window`,
  )
}
