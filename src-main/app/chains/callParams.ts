/** Reads members of the parameter objects of chain-management calls. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, NumberLiteral } from '#shared/json.ts'
import { isPort } from '../peerAddress.ts'
import type { ChainEntry } from './chainList.ts'

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/** Returns a text member, or '' if it is missing. @throws RpcError if it is not a text of at most 1000 characters */
export function textMember(object: JsonObject, name: string): string {
  const value = object.get(name) ?? ''
  if (typeof value === 'string' && value.length <= 1_000) return value
  throw rpcError(`${name}: expected a short text`)
}

/** Returns a boolean member, or false if it is missing. @throws RpcError if it is not a boolean */
export function boolMember(object: JsonObject, name: string): boolean {
  const value = object.get(name) ?? false
  if (typeof value === 'boolean') return value
  throw rpcError(`${name}: expected true or false`)
}

/**
 * Returns the ports given in the object; a missing port keeps its value. Returns undefined if both are missing.
 * @throws RpcError if a port is invalid
 */
export function chosenPorts(object: JsonObject): Partial<Pick<ChainEntry, 'p2pPort' | 'rpcPort'>> | undefined {
  const port = (name: string) => {
    const value = object.get(name)
    if (value === undefined || value === null) return undefined
    const number = value instanceof NumberLiteral && /^\d{1,5}$/.test(value.text) ? Number(value.text) : 0
    if (isPort(number)) return number
    throw rpcError(`${name}: expected a port from 1 to 65535`)
  }
  const [p2pPort, rpcPort] = [port('p2pport'), port('rpcport')]
  if (p2pPort === undefined && rpcPort === undefined) return undefined
  return { ...(p2pPort === undefined ? {} : { p2pPort }), ...(rpcPort === undefined ? {} : { rpcPort }) }
}
