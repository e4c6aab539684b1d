import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import type { MethodName, MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visibleText.ts'

/** An order as `listorders` lists it. */
export type OrderRow = MethodResult<'listorders'>['rows'][number]

export interface TradedToken {
  readonly tokenid: string
  /** as its creator wrote it: any text */
  readonly name: string
  /** false: nobody can move it, so no order of it can be filled */
  readonly movable: boolean
}

interface Amounts {
  /** what is offered, wanted, changes hands or returns */
  readonly units: bigint
  /** satoshis for all of them */
  readonly coins: bigint
}

interface Existing {
  /** transaction that fills and cancels name */
  readonly order: string
  /** public key of who placed it, in hex */
  readonly owner: string
}

/** What a transaction is asked to do, and must do to be confirmed. */
export type TradeRequest = { readonly token: TradedToken } & Amounts &
  (
    | { readonly action: 'ask' | 'bid' /** coins for a unit, decimal */; readonly price: string }
    | ({ readonly action: 'fill-ask' | 'fill-bid'; readonly left: Amounts } & Existing)
    | ({ readonly action: 'cancel-ask' | 'cancel-bid' } & Existing)
  )

export type TradeAction = ActionOf<'assets'>

/** Characters of a token's name in a title. */
const MOST_NAME = 40

export const nameOf = ({ name }: Pick<TradedToken, 'name'>): string => visibleString(name, MOST_NAME)

/** The method that builds it, and its parameters. */
export function callOf(request: TradeRequest): { readonly method: MethodName; readonly params: readonly string[] } {
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

/** What it does, in a line: the title of its review and of its task. */
export function tradeTitle({ action, token, units, coins }: TradeRequest, coin: string): string {
  return t(`trade:title.${action}`, {
    amount: groupDigits(units),
    name: nameOf(token),
    coins: plainAmount(coins),
    coin,
  })
}
