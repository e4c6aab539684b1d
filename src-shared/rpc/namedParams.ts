/** Converts parameters that a caller gave by name to the positions of the contract. */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type JsonObject, type JsonValue, memberNames } from '../json.ts'
import { takesSecrets } from './args.ts'
import type { Method } from './define.ts'
import { findParameter } from './named.ts'

const wrong = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/**
 * Returns the values in the order of the contract's parameters, with undefined for omitted ones before the last.
 * @throws RpcError −8 for an unknown name, a parameter that is given twice, and a missing required parameter
 */
export function toPositions(method: Method, named: JsonObject): readonly (JsonValue | undefined)[] {
  const values = new Map<number, JsonValue>()
  for (const name of memberNames(named)) {
    const position = findParameter(method, name)
    // A misplaced secret may be the name of a member.
    if (position === undefined) throw wrong(takesSecrets(method) ? 'Unknown named parameter' : unknownText(name))
    if (values.has(position)) throw wrong(`Parameter ${name} specified multiple times`)
    values.set(position, named.get(name) ?? null)
  }
  const missing = method.params.find((_, position) => position < method.leastParams && !values.has(position))
  if (missing !== undefined) throw wrong(`Missing named parameter ${missing.name}`)
  const length = Math.max(-1, ...values.keys()) + 1
  return Array.from({ length }, (_, position) => values.get(position))
}

const unknownText = (name: string) => `Unknown named parameter ${name}`
