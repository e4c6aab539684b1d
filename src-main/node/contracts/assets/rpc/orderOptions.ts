/** Parses the options of order and trade lists, which are untrusted input. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { asBool, asInt32, asText } from '#shared/rpc/convert.ts'
import type { PageQuery } from '../../../core/index.ts'
import { absent, checkNames, choice, NO_OPTIONS, parsePageOptions } from '../../../rpc/format/pageOptions.ts'
import { BuildError } from '../../../transactions/index.ts'
import { ORDER_STATES, type OrderSide, type OrderState, parsePrice } from '../index.ts'

const SATOSHIS = 1e8

export interface OrderQuery extends PageQuery {
  /** token id as the caller gave it */
  readonly token: string | undefined
  readonly side: OrderSide | undefined
  readonly state: OrderState | undefined
  readonly mine: boolean
  /** satoshis per unit */
  readonly minRate: number | undefined
  readonly maxRate: number | undefined
  readonly sort: 'newest' | 'price'
}

export interface TradeQuery extends Pick<PageQuery, 'limit' | 'cursor'> {
  readonly mine: boolean
  readonly start: number | undefined
}

const flag = (value: JsonValue | undefined): boolean => (absent(value) ? false : asBool(value))

function parseRate(options: JsonObject, name: string): number | undefined {
  const value = options.get(name)
  if (absent(value)) return undefined
  try {
    return parsePrice(asText(value)) * SATOSHIS
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${error.message.replace(/^price/, name)}`)
  }
}

/** @throws RpcError */
export function orderQuery(options: JsonObject = NO_OPTIONS): OrderQuery {
  checkNames(options, [
    ...['limit', 'cursor', 'descending', 'token', 'side', 'state', 'mine', 'minprice', 'maxprice', 'sort'],
  ])
  const token = options.get('token')
  const side = choice(options, 'side', ['all', 'ask', 'bid'])
  const state = choice(options, 'state', [...ORDER_STATES, 'all'])
  return {
    ...parsePageOptions(options),
    token: absent(token) ? undefined : asText(token),
    side: side === 'all' ? undefined : side,
    state: state === 'all' ? undefined : state,
    mine: flag(options.get('mine')),
    minRate: parseRate(options, 'minprice'),
    maxRate: parseRate(options, 'maxprice'),
    sort: choice(options, 'sort', ['newest', 'price']),
  }
}

/** @throws RpcError */
export function tradeQuery(options: JsonObject = NO_OPTIONS): TradeQuery {
  checkNames(options, ['limit', 'cursor', 'mine', 'start'])
  const { limit, cursor } = parsePageOptions(options)
  const start = options.get('start')
  return { limit, cursor, mine: flag(options.get('mine')), start: absent(start) ? undefined : asInt32(start) }
}
