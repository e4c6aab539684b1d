import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { askFill, type FillAmounts } from '#shared/protocol/orderAmounts.ts'
import { ccOne } from '../../conditions/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import {
  type BuildContext,
  BuildError,
  type CoinSource,
  finaliseTransaction,
  type SpendableCoin,
} from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { fulfillmentTrees } from '../framework/fulfillmentTrees.ts'
import type { TokenCoin, TokenRecord } from '../framework/tokenView.ts'
import { ASSETS_KEY } from '../tokens/assetsKey.ts'
import { holderScript, requireMovable, selectNormalCoins, selectTokenCoins } from '../tokens/build.ts'
import { encodeTokenTransfer, PAYLOAD_ASSETS } from '../tokens/codec.ts'
import { TOKENS_KEY } from '../tokens/keys.ts'
import { encodeOrder, type OrderFunc } from '../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import type { TokenQueries } from '../tokens/queries.ts'
import { fillOfBid } from './amounts.ts'
import { type OrderView, openOrder, type PlacedOrder } from './placedOrder.ts'

/** Maximum number of inputs that the reference selects. */
const FEE_INPUTS = 3
const BID_INPUTS = 64
const FILL_INPUTS = 60
/** Fee plus marker of an order. */
const FEE_AND_MARKER = 2n * CONTRACT_FEE
const NOBODY = new Uint8Array()

/** Dependencies of the order builders. `coins` are the wallet's coins. */
export type OrderContext = BuildContext &
  OrderView & { readonly coins: CoinSource; readonly tokens: Pick<TokenQueries, 'token' | 'coins'> }

export interface NewOrder {
  readonly tokenId: Uint8Array
  readonly units: bigint
  /** satoshis for all units */
  readonly total: bigint
}

/** Reference to an order, by the transaction that placed it or by the fill that left its remainder. */
export interface OrderReference {
  readonly tokenId: Uint8Array
  readonly txid: Uint8Array
}

const marker = (owner: Uint8Array): TxOut => ({
  value: CONTRACT_FEE,
  scriptPubKey: ccScript(ccOne(EVAL_CODES.assets, owner.subarray(0, 33))),
})

function buildOrderData(
  tokenId: Uint8Array,
  receiver: Uint8Array | undefined,
  order: { readonly func: OrderFunc; readonly price?: bigint; readonly owner?: Uint8Array },
): Uint8Array {
  const blob = encodeOrder({ price: 0n, owner: NOBODY, ...order })
  return encodeTokenTransfer({ tokenId, pubkeys: receiver ? [receiver] : [], payloads: [{ id: PAYLOAD_ASSETS, blob }] })
}

/** Returns the token's record. @throws BuildError unless the token exists and its units can change hands */
function tradable(tokenId: Uint8Array, context: OrderContext): TokenRecord {
  const record = context.tokens.token(tokenId)
  if (record === undefined) throw new BuildError('request', 'unknown token')
  const code = record.nftData?.[0]
  requireMovable(code, context)
  if (record.supply === 0n) throw new BuildError('request', 'this token is a fake: its supply was not paid for')
  return record
}

/** @throws BuildError */
function feeCoins(context: OrderContext, total: bigint, maxInputs: number): SpendableCoin[] {
  const coins = selectNormalCoins(context, total, maxInputs)
  if (coins === undefined) throw new BuildError('funds', 'insufficient coins')
  return coins
}

const sumValues = (coins: readonly TokenCoin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

/** Returns unspent input units to the spender. */
const tokenChange = (change: bigint, nftCode: number | undefined, pubkey: Uint8Array): TxOut[] =>
  change > 0n ? [{ value: change, scriptPubKey: holderScript(nftCode, pubkey) }] : []

function finish(
  context: OrderContext,
  plan: { readonly inputs: readonly SpendableCoin[]; readonly outputs: readonly TxOut[]; readonly data: Uint8Array },
  nftCode: number | undefined,
): Transaction {
  const trees = [ASSETS_KEY, TOKENS_KEY].flatMap((key) =>
    fulfillmentTrees(key, nftCode ?? 0, context.pubkey, context.keys),
  )
  return finaliseTransaction({ ...plan, unlocking: trees }, context)
}

/** Builds a signed transaction that offers units for coins (tokens.md §2). @throws BuildError */
export function buildAsk({ tokenId, units, total }: NewOrder, context: OrderContext): Transaction {
  const code = tradable(tokenId, context).nftData?.[0]
  const { pubkey } = context
  const fee = feeCoins(context, FEE_AND_MARKER, FEE_INPUTS)
  const held = selectTokenCoins(context.tokens.coins(tokenId, pubkey), units, context)
  const outputs = [
    { value: units, scriptPubKey: askScript(code ?? 0) },
    marker(pubkey),
    ...tokenChange(sumValues(held) - units, code, pubkey),
  ]
  const data = buildOrderData(tokenId, ASSETS_KEY.publicKey, { func: 's', price: total, owner: pubkey })
  return finish(context, { inputs: [...fee, ...held], outputs, data }, code)
}

/** Builds a signed transaction that offers coins for units (tokens.md §2). @throws BuildError */
export function buildBid({ tokenId, units, total }: NewOrder, context: OrderContext): Transaction {
  const code = tradable(tokenId, context).nftData?.[0]
  const inputs = feeCoins(context, total + FEE_AND_MARKER, BID_INPUTS)
  const outputs = [{ value: total, scriptPubKey: BID_SCRIPT }, marker(context.pubkey)]
  const data = buildOrderData(tokenId, undefined, { func: 'b', price: units, owner: context.pubkey })
  return finish(context, { inputs, outputs, data }, code)
}

/** Builds a signed transaction that cancels the wallet's own ask (tokens.md §2). @throws BuildError */
export function buildCancelAsk({ tokenId, txid }: OrderReference, context: OrderContext): Transaction {
  const ask = ownOrder(openOrder(txid, tokenId, 'ask', context), context)
  requireMovable(ask.nftCode, context)
  const fee = feeCoins(context, FEE_AND_MARKER, FEE_INPUTS)
  const outputs = [{ value: ask.units, scriptPubKey: holderScript(ask.nftCode, context.pubkey) }, marked(context)]
  const data = buildOrderData(tokenId, context.pubkey, { func: 'x' })
  const inputs = [...fee, ask.locked, ...findMarkerCoin(ask, context)]
  return finish(context, { inputs, outputs, data }, ask.nftCode)
}

/** Builds a signed transaction that cancels the wallet's own bid (tokens.md §2). @throws BuildError */
export function buildCancelBid({ tokenId, txid }: OrderReference, context: OrderContext): Transaction {
  const bid = ownOrder(openOrder(txid, tokenId, 'bid', context), context)
  const fee = feeCoins(context, FEE_AND_MARKER, FEE_INPUTS)
  const outputs = [{ value: bid.coins, scriptPubKey: p2pkScript(context.pubkey) }, marked(context)]
  const data = buildOrderData(tokenId, undefined, { func: 'o' })
  return finish(context, { inputs: [...fee, bid.locked], outputs, data }, bid.nftCode)
}

/** Output that returns a marker's value as a coin. */
const marked = ({ pubkey }: OrderContext): TxOut => ({ value: CONTRACT_FEE, scriptPubKey: p2pkScript(pubkey) })

function ownOrder(order: PlacedOrder, { pubkey }: OrderContext): PlacedOrder {
  if (equal(order.owner, pubkey)) return order
  throw new BuildError('key', `this ${order.side} belongs to another key: only its creator can cancel it`)
}

/** Returns the marker of an own ask if it is unspent. The ask can be cancelled without it. */
function findMarkerCoin({ tx, remainder, locked }: PlacedOrder, context: OrderContext): SpendableCoin[] {
  const index = remainder ? 3 : 1
  const output = tx.vout[index]
  const outpoint = { hash: locked.outpoint.hash, index }
  if (output === undefined || !equal(output.scriptPubKey, marker(context.pubkey).scriptPubKey)) return []
  if (context.mempool.spender(outpoint) || !(context.isUnspent(outpoint) || context.mempool.coin(outpoint))) return []
  return [{ ...output, outpoint }]
}

/**
 * Builds a signed transaction that buys units of an ask. See `askFill` for the cost (tokens.md §2).
 * @throws BuildError
 */
export function buildFillAsk(
  { tokenId, txid, units }: OrderReference & { readonly units: bigint },
  context: OrderContext,
): Transaction {
  const ask = openOrder(txid, tokenId, 'ask', context)
  tradable(tokenId, context)
  const fill = askFill(ask, units)
  const wanted = (ask.coins * units) / ask.units
  const coins = fillCoins(context, wanted > fill.coins ? [wanted, fill.coins] : [fill.coins])
  const outputs = [
    { value: fill.unitsLeft, scriptPubKey: askScript(ask.nftCode ?? 0) },
    { value: fill.units, scriptPubKey: holderScript(ask.nftCode, context.pubkey) },
    { value: fill.coins, scriptPubKey: p2pkScript(ask.owner) },
    marker(ask.owner),
  ]
  const data = buildOrderData(tokenId, context.pubkey, { func: 'S', price: fill.coinsLeft, owner: ask.owner })
  return finish(context, { inputs: [...coins, ask.locked], outputs, data }, ask.nftCode)
}

/**
 * Selects coins for the requested amount, as the reference does even if it then pays less. Falls back to the actual
 * price if the wallet lacks that much.
 */
function fillCoins(context: OrderContext, prices: readonly bigint[]): SpendableCoin[] {
  for (const price of prices) {
    const coins = selectNormalCoins(context, price + FEE_AND_MARKER, FILL_INPUTS)
    if (coins !== undefined) return coins
  }
  throw new BuildError('funds', 'insufficient coins to fill sell')
}

/**
 * Builds a signed transaction that sells units to a bid. See `bidFill` for the proceeds (tokens.md §2).
 * @throws BuildError
 */
export function buildFillBid(
  { tokenId, txid, units }: OrderReference & { readonly units: bigint },
  context: OrderContext,
): Transaction {
  const bid = openOrder(txid, tokenId, 'bid', context)
  tradable(tokenId, context)
  const fill = fillOfBid(bid, units)
  const fee = feeCoins(context, FEE_AND_MARKER, FEE_INPUTS)
  const held = fillTokens(context, tokenId, units, fill)
  const outputs = [
    { value: fill.coinsLeft, scriptPubKey: BID_SCRIPT },
    { value: fill.coins, scriptPubKey: p2pkScript(context.pubkey) },
    { value: fill.units, scriptPubKey: holderScript(bid.nftCode, bid.owner.subarray(0, 33)) },
    marker(bid.owner),
    ...tokenChange(sumValues(held) - fill.units, bid.nftCode, context.pubkey),
  ]
  const data = buildOrderData(tokenId, bid.owner, { func: 'B', price: fill.unitsLeft, owner: bid.owner })
  return finish(context, { inputs: [...fee, bid.locked, ...held], outputs, data }, bid.nftCode)
}

/**
 * Selects the requested units, as the reference does even if the bid wants fewer. Falls back to the filled units if the
 * wallet lacks that many.
 */
function fillTokens(context: OrderContext, tokenId: Uint8Array, units: bigint, fill: FillAmounts): TokenCoin[] {
  const all = context.tokens.coins(tokenId, context.pubkey)
  const free = all.filter(({ outpoint }) => context.mempool.spender(outpoint) === undefined)
  return selectTokenCoins(all, sumValues(free) >= units ? units : fill.units, context)
}
