import type { MempoolView } from '../../core/index.ts'
import { computeTxid, type OutPoint, type Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { BuildError, type SpendableCoin } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { createMemoCache, type FindTransaction } from '../framework/memoCache.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import { findOrderData } from '../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import { findTokenData, openTokenReader } from '../tokens/reader.ts'
import type { OrderSide } from './schema.ts'

/** View used to find orders in chain and mempool, so that an unconfirmed order can be filled too. */
export interface OrderView {
  readonly mempool: MempoolView
  readonly find: FindTransaction
  /** true if the output is unspent in the chain */
  readonly isUnspent: (outpoint: OutPoint) => boolean
}

/** An order that can be filled or cancelled. */
export interface PlacedOrder {
  readonly tx: Transaction
  readonly side: OrderSide
  /** true if a fill of an earlier order left this one */
  readonly remainder: boolean
  readonly nftCode: number | undefined
  readonly owner: Uint8Array
  readonly units: bigint
  readonly coins: bigint
  /** first output of `tx`, which locks the offer */
  readonly locked: SpendableCoin
}

const FUNCS = { ask: 'sS', bid: 'bB' } as const

/**
 * Returns the order of a token that this transaction placed, or left after a fill.
 * @throws BuildError with the reason if it can be neither filled nor cancelled
 */
export function openOrder(txid: Uint8Array, tokenId: Uint8Array, side: OrderSide, view: OrderView): PlacedOrder {
  const fail = (reason: string): never => {
    throw new BuildError('request', reason)
  }
  const tx = view.find(txid)
  const data = tx && findTokenData(tx)
  const order = data && findOrderData(data)
  if (tx === undefined || order === undefined || !FUNCS[side].includes(order.func)) {
    return fail(`that transaction neither places nor updates any ${side}`)
  }
  if (!equal(order.tokenId, tokenId)) return fail(`this ${side} is for another token`)
  const reader = openTokenReader({ find: view.find, memo: createMemoCache() })
  const nftCode = reader.nftCode(tokenId)
  const first = tx.vout[0]
  const script = side === 'bid' ? BID_SCRIPT : askScript(nftCode ?? 0)
  const { owner, price, func } = order
  if (first === undefined || first.value === 0n || price === 0n || !isAt(first.scriptPubKey, script)) {
    return fail(`this ${side} is filled: nothing is left of it`)
  }
  if (price < 0n || owner.length === 0 || owner.length !== announcedKeyLength(owner[0])) {
    return fail(`this ${side} cannot be filled`)
  }
  if (side === 'ask' && reader.unitsOf(tx, 0, tokenId, true) === 0n) return fail('this ask holds no units of the token')
  const outpoint = { hash: computeTxid(tx), index: 0 }
  if (view.mempool.spender(outpoint)) {
    return fail(`this ${side} is filled or cancelled by an unconfirmed transaction`)
  }
  if (!view.isUnspent(outpoint) && view.mempool.get(txid) === undefined) {
    return fail(`this ${side} is already filled or cancelled`)
  }
  const [units, coins] = side === 'ask' ? [first.value, price] : [price, first.value]
  const remainder = func === 'S' || func === 'B'
  return { tx, side, remainder, nftCode, owner, units, coins, locked: { ...first, outpoint } }
}

function isAt(scriptPubKey: Uint8Array, script: Uint8Array): boolean {
  const cc = isPayToCryptoCondition(scriptPubKey)
  return cc !== false && equal(cc.subScript, script)
}
