import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { BlockObserver, ConnectedBlock, ConnectedTx } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { encodeAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import { mayBeCondition, mayHoldData } from '../framework/scriptChecks.ts'
import type { TokenData } from '../tokens/codec.ts'
import { type AssetData, findOrderData } from '../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import { tokenSigners } from '../tokens/outputs.ts'
import { findTokenData } from '../tokens/reader.ts'
import type { TokenTables } from '../tokens/tokenTables.ts'
import type { OrderTables, SpentOrder } from './orderTables.ts'
import { BID_PLACE, type OrderSide } from './schema.ts'

/** Maximum number of owners whose addresses are cached: few owners place most orders. */
const MAX_CACHED_OWNERS = 10_000
const KEY_BYTES = 33
const EMPTY_BYTES = new Uint8Array()

/** The part of the token index that the index of orders reads. */
export type KnownTokens = Pick<TokenTables, 'tokenBy' | 'unitsOf'>

interface OwnerAddresses {
  readonly address: string | null
  readonly tokenAddress: string | null
}

/** A transaction with order data, while its block is being connected. */
interface Subject extends ConnectedTx {
  readonly block: ConnectedBlock
  readonly data: TokenData
  readonly order: AssetData
  /** the token's create transaction, if it precedes this transaction; fake tokens are created too */
  readonly token: { readonly id: number; readonly nftCode: number | undefined } | undefined
}

type SpentAt = SpentOrder & { readonly input: number }

/** How a transaction that spends an order ends it. The rules check its second input (tokens.md §4). */
type Ending = { readonly kind: 'fill' | 'cancelled' | 'spent'; readonly units: bigint; readonly coins: bigint }

interface LockedOutput {
  readonly index: number
  readonly place: number
  readonly value: bigint
}

/** Updates the order index while blocks connect and disconnect. The token index must process each block first. */
export class OrderObserver implements BlockObserver {
  readonly name = 'assets'
  readonly #tables: OrderTables
  readonly #tokens: KnownTokens
  readonly #addresses = new LruMap<string, OwnerAddresses>(MAX_CACHED_OWNERS)
  /** scripts that lock the units of asks, by the token's code */
  readonly #askScripts = new Map<number, Uint8Array>()

  constructor(tables: OrderTables, tokens: KnownTokens) {
    this.#tables = tables
    this.#tokens = tokens
  }

  connect(block: ConnectedBlock): void {
    for (const connected of block.txs) this.#connectTx(block, connected)
  }

  disconnect(block: ConnectedBlock): void {
    for (const connected of block.txs.toReversed()) this.#disconnectTx(connected)
  }

  #connectTx(block: ConnectedBlock, connected: ConnectedTx): void {
    const spent = this.#spendOrders(connected)
    const data = findTokenData(connected.tx)
    const order = data && findOrderData(data)
    const subject = data && order && this.#findSubject(block, connected, data, order)
    const filled = this.#endOrders(block, connected, subject, spent)
    if (subject) this.#addOutputs(subject, filled)
  }

  #disconnectTx({ tx, txNum, spent }: ConnectedTx): void {
    const conditions = spent.filter(({ scriptPubKey }) => mayBeCondition(scriptPubKey))
    if (conditions.length > 0 || mayHoldData(tx.vout.at(-1)?.scriptPubKey)) this.#tables.remove(txNum)
    for (const coin of conditions) this.#tables.unspend(coin.txNum + coin.outpoint.index)
  }

  #findSubject(block: ConnectedBlock, connected: ConnectedTx, data: TokenData, order: AssetData): Subject {
    const token = this.#tokens.tokenBy(order.tokenId)
    // The token index may be ahead: it has this block's later transactions, and all blocks while this index is being
    // built.
    return { ...connected, block, data, order, token: token && token.id < connected.txNum ? token : undefined }
  }

  // ---------------------------------------------------------------- spent orders

  #spendOrders({ txNum, spent }: ConnectedTx): SpentAt[] {
    const found: SpentAt[] = []
    for (const [input, { outpoint, txNum: from, scriptPubKey }] of spent.entries()) {
      if (!mayBeCondition(scriptPubKey)) continue
      const order = this.#tables.spend(from + outpoint.index, txNum)
      if (order !== undefined) found.push({ ...order, input })
    }
    return found
  }

  /** Ends the orders that a transaction spends. Returns the order that it fills. */
  #endOrders(
    block: ConnectedBlock,
    { tx, txid, txNum }: ConnectedTx,
    subject: Subject | undefined,
    spent: readonly SpentAt[],
  ): SpentAt | undefined {
    let filled: SpentAt | undefined
    const { height, time } = block.entry
    for (const order of spent) {
      const { kind, units, coins } = findEnding(order, subject)
      if (kind === 'fill') filled = order
      this.#tables.end(order.origin, kind === 'fill' ? 'filled' : kind, txNum)
      const party = subject && kind !== 'spent' ? findParty(tx, subject, order, kind) : undefined
      this.#tables.addEvent({
        ...{ token: order.token, tx: txNum, origin: order.origin, kind, units, coins, party },
        ...{ txid, height, time },
      })
    }
    return filled
  }

  // ---------------------------------------------------------------- placed orders

  #addOutputs(subject: Subject, filled: SpentAt | undefined): void {
    subject.tx.vout.forEach(({ value, scriptPubKey }, index) => {
      const place = value > 0n ? this.#findPlace(subject, scriptPubKey) : undefined
      if (place !== undefined) this.#addOutput(subject, { index, place, value }, filled)
    })
  }

  #addOutput(subject: Subject, { index, place, value }: LockedOutput, filled?: SpentAt): void {
    const { txid, txNum, order, block, token } = subject
    const { func, price, owner, tokenId, otherTokenId } = order
    const id = txNum + index
    const side = index === 0 && token !== undefined ? this.#findSide(subject, place) : undefined
    const before = side !== undefined && filled?.side === side && filled.token === token?.id ? filled.origin : undefined
    const rate = side === undefined ? 0 : computeRate(side, value, price)
    this.#tables.addOutput({
      ...{ id, tx: txNum, txid, height: block.entry.height, place, token: tokenId, func, value, price, owner, rate },
      ...{ ...this.#ownerAddresses(owner), other: otherTokenId ?? null },
      origin: side === undefined ? null : (before ?? id),
    })
    if (before !== undefined) this.#tables.moveOn(before, id, rate)
    else if (side !== undefined && token !== undefined) this.#placeOrder(subject, token, { id, side, value, rate })
  }

  #placeOrder(
    { order }: Subject,
    token: NonNullable<Subject['token']>,
    { id, side, value, rate }: { id: number; side: OrderSide; value: bigint; rate: number },
  ): void {
    const { price, owner } = order
    const [units, coins] = side === 'ask' ? [value, price] : [price, value]
    const nft = token.nftCode !== undefined
    this.#tables.place({ id, token: token.id, nft, side, owner, units, coins, rate })
  }

  /** Returns the place of an output, or `undefined` if its script is not one of the contract's. */
  #findPlace({ token }: Subject, script: Uint8Array): number | undefined {
    const cc = mayBeCondition(script) ? isPayToCryptoCondition(script) : false
    if (cc === false) return undefined
    if (equal(cc.subScript, BID_SCRIPT)) return BID_PLACE
    if (equal(cc.subScript, this.#askScript(0))) return 0
    const code = token?.nftCode
    return code !== undefined && equal(cc.subScript, this.#askScript(code)) ? code : undefined
  }

  /**
   * Returns the side of the first output, or `undefined` if the rules allow neither filling nor cancelling it
   * (tokens.md §4).
   */
  #findSide({ tx, txNum, order, token }: Subject, place: number): OrderSide | undefined {
    const { func, price, owner } = order
    if (price <= 0n || owner.length === 0 || owner.length !== announcedKeyLength(owner[0])) return undefined
    if (place === BID_PLACE) {
      // A new bid needs a condition as its second output (its marker). Without it, the bid can be neither filled nor
      // cancelled.
      const marked = func === 'B' || (func === 'b' && mayBeCondition(tx.vout[1]?.scriptPubKey ?? EMPTY_BYTES))
      return marked ? 'bid' : undefined
    }
    if ((func !== 's' && func !== 'S') || place !== (token?.nftCode ?? 0)) return undefined
    return this.#tokens.unitsOf(txNum)?.token === token?.id ? 'ask' : undefined
  }

  // ---------------------------------------------------------------- addresses and scripts

  #ownerAddresses(owner: Uint8Array): OwnerAddresses {
    if (owner.length !== KEY_BYTES) return { address: null, tokenAddress: null }
    const key = hashKey(owner)
    const before = this.#addresses.get(key)
    if (before !== undefined) return before
    const [address, tokenAddress] = [EVAL_CODES.assets, EVAL_CODES.tokens].map((code) =>
      encodeAddress(ccAddress(code, owner)),
    )
    const made = { address: address ?? null, tokenAddress: tokenAddress ?? null }
    this.#addresses.set(key, made)
    return made
  }

  #askScript(nftCode: number): Uint8Array {
    const script = this.#askScripts.get(nftCode) ?? askScript(nftCode)
    this.#askScripts.set(nftCode, script)
    return script
  }
}

function findEnding({ side, value, price, input }: SpentAt, subject: Subject | undefined): Ending {
  const whole = side === 'ask' ? { units: value, coins: price } : { units: price, coins: value }
  const func = input === 1 ? subject?.order.func : undefined
  const at = (index: number) => subject?.tx.vout[index]?.value ?? 0n
  if (side === 'ask' && func === 'S') return { kind: 'fill', units: at(1), coins: at(2) }
  if (side === 'bid' && func === 'B') return { kind: 'fill', units: at(2), coins: at(1) }
  return { kind: func === (side === 'ask' ? 'x' : 'o') ? 'cancelled' : 'spent', ...whole }
}

/** Returns the key that filled or cancelled an order. */
function findParty(tx: Transaction, { data }: Subject, { side, owner }: SpentOrder, kind: 'fill' | 'cancelled') {
  if (kind === 'cancelled') return owner
  return side === 'ask' ? (data.func === 't' ? data.pubkeys[0] : undefined) : tokenSigners(tx)[0]
}

function computeRate(side: OrderSide, value: bigint, price: bigint): number {
  return side === 'ask' ? Number(price) / Number(value) : Number(value) / Number(price)
}
