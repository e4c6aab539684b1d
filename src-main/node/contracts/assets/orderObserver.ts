import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { encodeAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import { mayBeCondition, mayHoldData } from '../framework/scriptChecks.ts'
import type { TokenData } from '../tokens/codec.ts'
import { type AssetData, orderOf } from '../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import { tokenSigners } from '../tokens/outputs.ts'
import { tokenDataOf } from '../tokens/reader.ts'
import type { TokenTables } from '../tokens/tokenTables.ts'
import { BID_PLACE, type OrderSide } from './schema.ts'
import type { OrderTables, SpentOrder } from './orderTables.ts'

/** Owners whose addresses are remembered: few people place most orders. */
const REMEMBERED_OWNERS = 10_000
const KEY_BYTES = 33

/** What the index of orders asks of that of tokens. */
export type KnownTokens = Pick<TokenTables, 'tokenBy' | 'unitsOf'>

interface Context {
  readonly tables: OrderTables
  readonly tokens: KnownTokens
  readonly addressesOf: (owner: Uint8Array) => OwnerAddresses
  /** where asks lock units of a token with this code */
  readonly askScriptOf: (nftCode: number) => Uint8Array
}

interface OwnerAddresses {
  readonly address: string | null
  readonly tokenAddress: string | null
}

/** A transaction with order data, while its block connects. */
interface Subject extends ConnectedTx {
  readonly block: ConnectedBlock
  readonly data: TokenData
  readonly order: AssetData
  /** the token's create, if it is before this transaction; fakes are created too */
  readonly token: { readonly id: number; readonly nftCode: number | undefined } | undefined
}

/** Keeps the index of orders while blocks connect and disconnect. The tokens of a block must be in theirs before. */
export function createOrderObserver(tables: OrderTables, tokens: KnownTokens): BlockObserver {
  const context: Context = { tables, tokens, addressesOf: createOwnerAddresses(), askScriptOf: createAskScripts() }
  return {
    name: 'assets',
    connect(block) {
      for (const connected of block.txs) connectTx(context, block, connected)
    },
    disconnect(block) {
      for (const connected of block.txs.toReversed()) disconnectTx(context, connected)
    },
  }
}

function connectTx(context: Context, block: ConnectedBlock, connected: ConnectedTx): void {
  const spent = spendOrders(context, connected)
  const data = tokenDataOf(connected.tx)
  const order = data && orderOf(data)
  const subject = data && order && subjectOf(context, block, connected, data, order)
  const filled = endOrders(context, block, connected, subject, spent)
  if (subject) addOutputs(context, subject, filled)
}

function disconnectTx({ tables }: Context, { tx, txNum, spent }: ConnectedTx): void {
  const conditions = spent.filter(({ scriptPubKey }) => mayBeCondition(scriptPubKey))
  if (conditions.length > 0 || mayHoldData(tx.vout.at(-1)?.scriptPubKey)) tables.remove(txNum)
  for (const coin of conditions) tables.unspend(coin.txNum + coin.outpoint.index)
}

function subjectOf(
  { tokens }: Context,
  block: ConnectedBlock,
  connected: ConnectedTx,
  data: TokenData,
  order: AssetData,
): Subject {
  const token = tokens.tokenBy(order.tokenId)
  // The index of tokens may be ahead: of this block's later transactions, and of all blocks while this one is built.
  return { ...connected, block, data, order, token: token && token.id < connected.txNum ? token : undefined }
}

// ---------------------------------------------------------------- what is spent

type SpentAt = SpentOrder & { readonly input: number }

function spendOrders({ tables }: Context, { txNum, spent }: ConnectedTx): SpentAt[] {
  const found: SpentAt[] = []
  for (const [input, { outpoint, txNum: from, scriptPubKey }] of spent.entries()) {
    if (!mayBeCondition(scriptPubKey)) continue
    const order = tables.spend(from + outpoint.index, txNum)
    if (order !== undefined) found.push({ ...order, input })
  }
  return found
}

/** What a transaction does with an order that it spends: the rules look at its second input (tokens.md §4). */
type Ending = { readonly kind: 'fill' | 'cancelled' | 'spent'; readonly units: bigint; readonly coins: bigint }

/** Returns the order that it fills. */
function endOrders(
  { tables }: Context,
  block: ConnectedBlock,
  { tx, txid, txNum }: ConnectedTx,
  subject: Subject | undefined,
  spent: readonly SpentAt[],
): SpentAt | undefined {
  let filled: SpentAt | undefined
  const { height, time } = block.entry
  for (const order of spent) {
    const ending = endingOf(order, subject)
    const { kind, units, coins } = ending
    if (kind === 'fill') filled = order
    tables.end(order.origin, kind === 'fill' ? 'filled' : kind, txNum)
    const party = subject && kind !== 'spent' ? partyOf(tx, subject, order, kind) : undefined
    tables.addEvent({
      ...{ token: order.token, tx: txNum, origin: order.origin, kind, units, coins, party },
      ...{ txid, height, time },
    })
  }
  return filled
}

function endingOf({ side, value, price, input }: SpentAt, subject: Subject | undefined): Ending {
  const whole = side === 'ask' ? { units: value, coins: price } : { units: price, coins: value }
  const func = input === 1 ? subject?.order.func : undefined
  const at = (index: number) => subject?.tx.vout[index]?.value ?? 0n
  if (side === 'ask' && func === 'S') return { kind: 'fill', units: at(1), coins: at(2) }
  if (side === 'bid' && func === 'B') return { kind: 'fill', units: at(2), coins: at(1) }
  return { kind: func === (side === 'ask' ? 'x' : 'o') ? 'cancelled' : 'spent', ...whole }
}

/** Who filled or cancelled an order. */
function partyOf(tx: Transaction, { data }: Subject, { side, owner }: SpentOrder, kind: 'fill' | 'cancelled') {
  if (kind === 'cancelled') return owner
  return side === 'ask' ? (data.func === 't' ? data.pubkeys[0] : undefined) : tokenSigners(tx)[0]
}

// ---------------------------------------------------------------- what is placed

function addOutputs(context: Context, subject: Subject, filled: SpentAt | undefined): void {
  subject.tx.vout.forEach(({ value, scriptPubKey }, index) => {
    const place = value > 0n ? placeOf(context, subject, scriptPubKey) : undefined
    if (place !== undefined) addOutput(context, subject, { index, place, value }, filled)
  })
}

interface Locked {
  readonly index: number
  readonly place: number
  readonly value: bigint
}

function addOutput(context: Context, subject: Subject, { index, place, value }: Locked, filled?: SpentAt): void {
  const { txid, txNum, order, block, token } = subject
  const { func, price, owner, tokenId, otherTokenId } = order
  const id = txNum + index
  const side = index === 0 && token !== undefined ? sideOf(context, subject, place) : undefined
  const before = side !== undefined && filled?.side === side && filled.token === token?.id ? filled.origin : undefined
  const rate = side === undefined ? 0 : rateOf(side, value, price)
  context.tables.addOutput({
    ...{ id, tx: txNum, txid, height: block.entry.height, place, token: tokenId, func, value, price, owner, rate },
    ...{ ...context.addressesOf(owner), other: otherTokenId ?? null },
    origin: side === undefined ? null : (before ?? id),
  })
  if (before !== undefined) context.tables.moveOn(before, id, rate)
  else if (side !== undefined && token !== undefined) placeOrder(context, subject, token, { id, side, value, rate })
}

function rateOf(side: OrderSide, value: bigint, price: bigint): number {
  return side === 'ask' ? Number(price) / Number(value) : Number(value) / Number(price)
}

function placeOrder(
  { tables }: Context,
  { order }: Subject,
  token: NonNullable<Subject['token']>,
  { id, side, value, rate }: { id: number; side: OrderSide; value: bigint; rate: number },
): void {
  const { price, owner } = order
  const [units, coins] = side === 'ask' ? [value, price] : [price, value]
  const nft = token.nftCode !== undefined
  tables.place({ id, token: token.id, nft, side, owner, units, coins, rate })
}

/** Where an output lies, if that is a place of the module. */
function placeOf({ askScriptOf }: Context, { token }: Subject, script: Uint8Array): number | undefined {
  const cc = mayBeCondition(script) ? isPayToCryptoCondition(script) : false
  if (cc === false) return undefined
  if (equal(cc.subScript, BID_SCRIPT)) return BID_PLACE
  if (equal(cc.subScript, askScriptOf(0))) return 0
  const code = token?.nftCode
  return code !== undefined && equal(cc.subScript, askScriptOf(code)) ? code : undefined
}

/** Whether the first output is an order that the rules let somebody fill or its owner cancel (tokens.md §4). */
function sideOf({ tokens }: Context, { tx, txNum, order, token }: Subject, place: number): OrderSide | undefined {
  const { func, price, owner } = order
  if (price <= 0n || owner.length === 0 || owner.length !== announcedKeyLength(owner[0])) return undefined
  if (place === BID_PLACE) {
    // A new bid marks itself by its second output: without that nobody can fill or cancel it.
    const marked = func === 'B' || (func === 'b' && mayBeCondition(tx.vout[1]?.scriptPubKey ?? NOTHING))
    return marked ? 'bid' : undefined
  }
  if ((func !== 's' && func !== 'S') || place !== (token?.nftCode ?? 0)) return undefined
  return tokens.unitsOf(txNum)?.token === token?.id ? 'ask' : undefined
}

const NOTHING = new Uint8Array()

// ---------------------------------------------------------------- addresses and scripts

function createOwnerAddresses(): (owner: Uint8Array) => OwnerAddresses {
  const known = new LruMap<string, OwnerAddresses>(REMEMBERED_OWNERS)
  return (owner) => {
    if (owner.length !== KEY_BYTES) return { address: null, tokenAddress: null }
    const key = hashKey(owner)
    const before = known.get(key)
    if (before !== undefined) return before
    const [address, tokenAddress] = [EVAL_CODES.assets, EVAL_CODES.tokens].map((code) =>
      encodeAddress(ccAddress(code, owner)),
    )
    const made = { address: address ?? null, tokenAddress: tokenAddress ?? null }
    known.set(key, made)
    return made
  }
}

function createAskScripts(): (nftCode: number) => Uint8Array {
  const known = new Map<number, Uint8Array>()
  return (nftCode) => {
    const script = known.get(nftCode) ?? askScript(nftCode)
    known.set(nftCode, script)
    return script
  }
}
