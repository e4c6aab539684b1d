import { type ChainMethodName, isChainMethod, windowMethods } from '#shared/chains/index.ts'
import { MAX_CALL_BYTES } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { JsonParseError, type JsonValue, parseJson } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import type { NodeCallOptions } from '../thread/nodeClient.ts'
import type { BrokerOptions } from './options.ts'

/** A call of the page, decoded according to the contract. */
export interface PageCall {
  readonly name: string
  readonly method: Method
  /** positional parameters as received */
  readonly values: readonly JsonValue[]
  /** decoded parameters by name, as a handler gets them */
  readonly args: Readonly<Record<string, unknown>>
  readonly options: NodeCallOptions
}

/** Maximum number of characters of parameters, which are parsed on the app's own thread. */
const MAX_TEXT_LENGTH = 1_000_000
/** Maximum for methods with transaction parameters; some take several variants of a transaction. */
const MAX_TRANSACTIONS_LENGTH = 4_000_000
/** Amount limit in satoshis that is above the supply of any chain; the node applies the limit of its own chain. */
const MAX_MONEY = 10n ** 18n - 1n

const isChainMethodName = (name: string): name is ChainMethodName => isChainMethod(name)

export function findWindowMethod(name: string): Method | undefined {
  return Object.hasOwn(windowMethods, name) ? windowMethods[name as keyof typeof windowMethods] : undefined
}

export const isAboutChains = ({ name }: Pick<PageCall, 'name'>): boolean => isChainMethodName(name)

interface Reading {
  readonly call: NodeCallOptions
  readonly secrets: BrokerOptions['secrets']
}

/** Returns the maximum number of characters of a method's parameters. */
function mostText({ params }: Method, secrets: BrokerOptions['secrets']): number {
  if (secrets === 'page' && params.some(({ traits }) => traits.secret === true)) return MAX_CALL_BYTES
  return params.some(({ traits }) => traits.transaction === true) ? MAX_TRANSACTIONS_LENGTH : MAX_TEXT_LENGTH
}

/**
 * Decodes parameters like the node, so that calls the node would reject never open a prompt.
 * @throws RpcError as the node's dispatcher does
 */
export function readCall(name: string, method: Method, params: string, { call, secrets }: Reading): PageCall {
  if (params.length > mostText(method, secrets)) {
    throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params are too long')
  }
  const values = parseValues(params)
  return { name, method, values, args: parseParams(method, values, { maxMoney: MAX_MONEY }), options: call }
}

function parseValues(text: string): readonly JsonValue[] {
  let values: JsonValue
  try {
    values = parseJson(text)
  } catch (error) {
    if (error instanceof JsonParseError) throw new RpcError(RPC_ERROR.PARSE, 'Parse error', { cause: error })
    throw error
  }
  if (values === null) return []
  if (Array.isArray(values)) return values
  throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params must be an array')
}

/** Returns the call with one parameter replaced. */
export function withValue(call: PageCall, name: string, value: JsonValue): PageCall {
  const place = call.method.params.findIndex((param) => param.name === name)
  const values = [...call.values]
  while (values.length < place) values.push(null)
  values[place] = value
  return { ...call, values, args: { ...call.args, [name]: value } }
}
