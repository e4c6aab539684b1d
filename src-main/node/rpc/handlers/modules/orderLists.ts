import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { priceText } from '#shared/price.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Handlers, MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { tokenCcOne } from '../../../conditions/index.ts'
import { secp256k1 } from '../../../crypto/index.ts'
import type { IndexedAddress } from '../../../interfaces.ts'
import { ASSETS_KEY, BID_PLACE, type OrderEntry } from '../../../modules/assets/index.ts'
import { ccAddress } from '../../../modules/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { LruMap, toDisplayHex, yieldToEventLoop } from '../../../util/index.ts'
import { ADDRESS_GATE_TEXT, normalAddress, parsePubkey } from './moduleGate.ts'
import { createOrderGate } from './orderGate.ts'
import { parseTokenId, type TokenGateDeps } from './tokenGate.ts'

type Names = 'assetsaddress' | 'mytokenorders' | 'tokenorders'

/** Orders that one answer of the reference's lists holds at most. */
const MOST_ORDERS = 50_000
/** Orders that are written down before others get their turn. */
const AT_A_TIME = 1000
/** Lists that are kept while the tip stays: so many, of so many orders at most. */
const KEPT_LISTS = 16
const LONGEST_KEPT = 5000
const TOO_MANY = 'More than 50,000 orders: listorders has them in pages'
const HIGHEST_CODE = 255
const NUMBER = /^(?:0|[1-9]\d{0,2}|0x[0-9a-f]{1,2})$/i

const isBid = ({ func }: OrderEntry) => func === 'b' || func === 'B'

function encodeEntry(order: OrderEntry): MethodResult<'tokenorders'>[number] {
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

/** The lists of open orders and the addresses of the module as the reference gives them (tokens.md §5). */
export function createOrderListHandlers(deps: TokenGateDeps): Pick<Handlers, Names> {
  const { chain } = deps
  const gate = createOrderGate(deps)
  const kept = new LruMap<string, MethodResult<'tokenorders'>>(KEPT_LISTS)
  const addressOf = (pubkey: Uint8Array) => ccAddress(EVAL_CODES.assets, pubkey)

  async function encodeAll(entries: readonly OrderEntry[], signal: AbortSignal) {
    if (entries.length > MOST_ORDERS) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, TOO_MANY)
    const items: MethodResult<'tokenorders'>[number][] = []
    for (const entry of entries) {
      if (items.push(encodeEntry(entry)) % AT_A_TIME > 0) continue
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    return items
  }

  return {
    assetsaddress({ pubkey: text }) {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT)
      const given = text === undefined ? undefined : parsePubkey(text, secp256k1.isPublicKey)
      if (text !== undefined && !given) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'invalid pubkey')
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const key = ASSETS_KEY.publicKey
      const asks = indexedAddress(ccScript(tokenCcOne(EVAL_CODES.assets, 0, key))) as IndexedAddress
      return {
        result: 'success',
        AssetsCCAddress: encodeAddress(addressOf(key)),
        AssetsCCBalance: balance(addressOf(key)),
        AssetsNormalAddress: encodeAddress(normalAddress(key)),
        AssetsNormalBalance: balance(normalAddress(key)),
        AssetsCCTokensAddress: encodeAddress(asks),
        ...(given && {
          'PubkeyCCaddress(Assets)': encodeAddress(addressOf(given)),
          // The reference looks this one up under the wrong index type, so it is always zero.
          'PubkeyCCbalance(Assets)': 0n,
        }),
        'myCCAddress(Assets)': encodeAddress(addressOf(pubkey)),
        'myCCbalance(Assets)': balance(addressOf(pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
      }
    },
    async tokenorders({ tokenid }, { signal }) {
      const { orders, tokens } = gate.reading()
      const tokenId = tokenid === undefined ? undefined : parseTokenId(tokenid)
      if (tokenid !== undefined && !tokenId?.some((byte) => byte !== 0)) {
        throw new RpcError(RPC_ERROR.MISC, 'incorrect tokenid\n')
      }
      // The list follows from the tip alone. Reading the index may move the tip forward, so it is looked at behind that.
      const code = (tokenId && tokens.token(tokenId)?.nftData?.[0]) ?? 0
      const key = `${chain.tip().hashHex} ${tokenid?.toLowerCase() ?? ''}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const found = [BID_PLACE, code].map((place) => orders.unspentAt(place, MOST_ORDERS + 1, tokenId))
      const sameTip = key.startsWith(chain.tip().hashHex)
      const items = await encodeAll(found.flat(), signal)
      if (sameTip && items.length <= LONGEST_KEPT) kept.set(key, items)
      return items
    },
    async mytokenorders({ evalcode }, { signal }) {
      const { orders, pubkey } = gate.acting()
      const code = evalcode === undefined ? 0 : NUMBER.test(evalcode) ? Number(evalcode) : Number.NaN
      if (!(code <= HIGHEST_CODE)) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'evalcode must be a number from 0 to 255')
      }
      const found = [BID_PLACE, code].map((place) => orders.asksOf(pubkey, place, MOST_ORDERS + 1))
      return encodeAll(found.flat(), signal)
    },
  }
}
