import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import type { MethodName, MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visibleText.ts'

export type OrderRow = MethodResult<'listorders'>['rows'][number]

export interface TradedToken {
  readonly tokenid: string
  /** written by the token's creator: any text */
  readonly name: string
  /** False if the token cannot be transferred, so that its orders cannot be filled. */
  readonly movable: boolean
}

interface Amounts {
  /** units that are offered, wanted, traded or returned */
  readonly units: bigint
  /** satoshis for all units */
  readonly coins: bigint
}

interface Existing {
  /** txid of the order's current transaction, for filling and cancelling */
  readonly order: string
  /** public key of the trader who placed the order, in hex */
  readonly owner: string
}

/** A requested trade. The built transaction must match it to be confirmed. */
export type TradeRequest = { readonly token: TradedToken } & Amounts &
  (
    | { readonly action: 'ask' | 'bid' /** coins per unit, decimal */; readonly price: string }
    | ({ readonly action: 'fill-ask' | 'fill-bid'; readonly left: Amounts } & Existing)
    | ({ readonly action: 'cancel-ask' | 'cancel-bid' } & Existing)
  )

export type TradeAction = ActionOf<'assets'>

/** Maximum number of characters of a token's name in a title. */
const MAX_NAME_LENGTH = 40

export const formatTokenName = ({ name }: Pick<TradedToken, 'name'>): string => visibleString(name, MAX_NAME_LENGTH)

/** Returns the RPC method that builds the trade, and its parameters. */
export function toTradeCall(request: TradeRequest): {
  readonly method: MethodName
  readonly params: readonly string[]
} {
  const { tokenid } = request.token
  const units = String(request.units)
  switch (request.action) {
    case 'ask':
      return { method: 'tokenask', params: [units, tokenid, request.price] }
    case 'bid':
      return { method: 'tokenbid', params: [units, tokenid, request.price] }
    case 'fill-ask':
      return { method: 'tokenfillask', params: [tokenid, request.order, units] }
    case 'fill-bid':
      return { method: 'tokenfillbid', params: [tokenid, request.order, units] }
    case 'cancel-ask':
      return { method: 'tokencancelask', params: [tokenid, request.order] }
    case 'cancel-bid':
      return { method: 'tokencancelbid', params: [tokenid, request.order] }
  }
}

/** Formats the trade in one line: the title of its review and of its task. */
export function tradeTitle({ action, token, units, coins }: TradeRequest, coin: string): string {
  return t(`trade:title.${action}`, {
    amount: groupDigits(units),
    name: formatTokenName(token),
    coins: plainAmount(coins),
    coin,
  })
}
