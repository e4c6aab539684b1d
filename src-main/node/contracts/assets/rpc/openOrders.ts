/** Open orders as the reference lists them. Each order is encoded once and then cached across blocks. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { priceText } from '#shared/price.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import type { ChainView } from '../../../core/index.ts'
import { LruMap, toDisplayHex, yieldToEventLoop } from '../../../util/index.ts'
import type { TokenIndex } from '../../tokens/index.ts'
import { BID_PLACE, type OrderEntry, type OrderIndex, outputName } from '../index.ts'

/** Maximum number of orders in one reply of the reference's list methods. */
export const MAX_LISTED_ORDERS = 50_000
/** Orders encoded per event-loop slice. */
const ORDERS_PER_BATCH = 1000
/** Maximum number of cached lists, and of orders in each. */
const MAX_CACHED_LISTS = 16
const MAX_CACHED_ORDERS = 5000
const TOO_MANY = 'More than 50,000 orders: use listorders, which returns pages'

type Item = MethodResult<'tokenorders'>[number]

const isBid = ({ func }: OrderEntry) => func === 'b' || func === 'B'

function encodeEntry(order: OrderEntry): Item {
  const { func, txid, vout, token, value, price, address, tokenAddress, other } = order
  const amount = isBid(order) ? formatAmount(value) : String(value)
  return {
    funcid: func,
    txid: toDisplayHex(txid),
    vout,
    amount,
    ...(isBid(order) ? { bidamount: amount } : { askamount: amount }),
    ...(address !== null && { origaddress: address }),
    ...(tokenAddress !== null && { origtokenaddress: tokenAddress }),
    tokenid: toDisplayHex(token),
    ...(other !== null && { otherid: toDisplayHex(other) }),
    ...(price > 0n && {
      totalrequired: isBid(order) ? price : formatAmount(price),
      price: isBid(order) ? priceText(value, price) : priceText(price, value),
    }),
  }
}

/** @throws RpcError if there are more than MAX_LISTED_ORDERS entries */
export async function encodeEntries(entries: readonly OrderEntry[], signal: AbortSignal): Promise<Item[]> {
  if (entries.length > MAX_LISTED_ORDERS) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, TOO_MANY)
  const items: Item[] = []
  for (const entry of entries) {
    if (items.push(encodeEntry(entry)) % ORDERS_PER_BATCH > 0) continue
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  return items
}

interface CachedList {
  /** hash of the tip at which the list was read */
  readonly tip: string
  readonly items: readonly Item[]
  /** the items by output name; the data of an output never change */
  readonly byName: ReadonlyMap<string, Item>
}

interface ListRequest {
  readonly orders: OrderIndex
  readonly tokens: Pick<TokenIndex, 'token'>
  /** undefined selects all fungible tokens */
  readonly tokenId: Uint8Array | undefined
  readonly signal: AbortSignal
}

/** Caches lists by tip. After a block, most orders of a list are still those of the previous block. */
export function createOpenOrderLists(chain: Pick<ChainView, 'tip'>) {
  const kept = new LruMap<string, CachedList>(MAX_CACHED_LISTS)

  /**
   * Rebuilds a cached list by reading only its new outputs. Returns undefined if too many are new for that to be
   * faster.
   */
  function renewed(
    { orders, tokenId }: ListRequest,
    code: number,
    { byName }: CachedList,
  ): CachedList['byName'] | undefined {
    const found = [BID_PLACE, code].flatMap((place) => orders.unspentNames(place, MAX_CACHED_ORDERS + 1, tokenId))
    const fresh = found.filter(({ name }) => !byName.has(name))
    if (found.length > MAX_CACHED_ORDERS || fresh.length > found.length / 4) return undefined
    const read = new Map<string, Item>()
    for (const { id, name } of fresh) {
      const entry = orders.unspent(id)
      if (entry === undefined) return undefined
      read.set(name, encodeEntry(entry))
    }
    return new Map(found.map(({ name }) => [name, (byName.get(name) ?? read.get(name)) as Item]))
  }

  return {
    async ofToken(asked: ListRequest): Promise<readonly Item[]> {
      const { orders, tokens, tokenId, signal } = asked
      // Reading the index may move the tip forward, so read the tip afterwards.
      const code = (tokenId && tokens.token(tokenId)?.nftData?.[0]) ?? 0
      const key = tokenId === undefined ? '' : toDisplayHex(tokenId)
      const tip = chain.tip().hashHex
      const known = kept.get(key)
      if (known?.tip === tip) return known.items
      const byName = known && renewed(asked, code, known)
      if (byName !== undefined) {
        const items = [...byName.values()]
        if (tip === chain.tip().hashHex) kept.set(key, { tip, items, byName })
        return items
      }
      const entries = [BID_PLACE, code].flatMap((place) => orders.unspentAt(place, MAX_LISTED_ORDERS + 1, tokenId))
      const sameTip = tip === chain.tip().hashHex
      const items = await encodeEntries(entries, signal)
      if (sameTip && items.length <= MAX_CACHED_ORDERS) {
        const names = entries.map((entry, at) => [outputName(entry), items[at]!] as const)
        kept.set(key, { tip, items, byName: new Map(names) })
      }
      return items
    },
  }
}
