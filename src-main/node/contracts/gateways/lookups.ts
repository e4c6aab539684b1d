import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { IndexedAddress } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { displayText } from '../framework/displayText.ts'
import { findTokenData } from '../tokens/reader.ts'
import {
  decodeBind,
  decodeComplete,
  decodePartialSign,
  decodeWithdraw,
  findGatewayFunc,
  GATEWAY_FUNC,
  type GatewayBind,
  type GatewayWithdraw,
  namedCoin,
} from './codec.ts'
import { GATEWAY_MARKER_SCRIPT } from './keys.ts'

/** Views from which builders and lists read gateways. */
export type GatewayReads = Pick<ContractReads, 'view' | 'addressIndex'>

export const MARKER_ADDRESS = indexedAddress(GATEWAY_MARKER_SCRIPT) as IndexedAddress

export const fail = (text: string): never => {
  throw new BuildError('request', text)
}

export const coinBytes = (coin: string): Uint8Array => new TextEncoder().encode(coin)

/** Returns the binding of a gateway for this coin. @throws BuildError with the error text of building methods */
export function requireBind(txid: Uint8Array, coin: Uint8Array, { view }: GatewayReads): GatewayBind {
  const tx = view.transaction(txid)?.tx
  if (tx === undefined) return fail(`cant find bindtxid ${toDisplayHex(txid)}`)
  const bind = decodeBind(tx)
  if (bind !== undefined && equal(bind.coin, coin)) return bind
  return fail(`invalid coin - bindtxid ${toDisplayHex(txid)} coin.${displayText(bind?.coin ?? namedCoin(tx))}`)
}

/** Returns the binding of a gateway for this coin, or the error text of listing methods. */
export function findBind(txid: Uint8Array, coin: Uint8Array | undefined, { view }: GatewayReads): GatewayBind | string {
  const tx = view.transaction(txid)?.tx
  if (tx === undefined) return `cant find bindtxid ${toDisplayHex(txid)}`
  const bind = decodeBind(tx)
  if (bind !== undefined && (coin === undefined || equal(bind.coin, coin))) return bind
  return `invalid bindtxid ${toDisplayHex(txid)} coin.${displayText(bind?.coin ?? namedCoin(tx))}`
}

/**
 * Sums the confirmed unspent outputs of an address, if their transactions create the token or name it in their data.
 * As in komodod, token rules are not checked, so outputs of fake tokens and of other contracts count (gateways.md §7).
 *
 * @returns units
 */
export function sumOutputsNamingToken(
  address: IndexedAddress,
  tokenId: Uint8Array,
  { view, addressIndex }: GatewayReads,
): bigint {
  let sum = 0n
  for (const { txid, satoshis } of addressIndex.unspent(address)) {
    const tx = view.transaction(txid)?.tx
    const data = tx && findTokenData(tx)
    if (equal(txid, tokenId) || (data?.func === 't' && equal(data.tokenId, tokenId))) sum += satoshis
  }
  return sum
}

/** Withdrawal that is not completed, with the state after its latest signature. */
export interface OpenWithdrawal {
  /** id of the latest step: the withdrawal itself, or a signature */
  readonly last: Uint8Array
  readonly txid: Uint8Array
  readonly tx: Transaction
  readonly terms: GatewayWithdraw
  readonly signatures: number
  /** hex of the other chain's transaction after the last signature */
  readonly hex: Uint8Array | undefined
}

/** Returns the withdrawal of a step, or undefined if the step is neither a withdrawal nor a signature. */
export function findOpenWithdrawal(last: Uint8Array, { view }: GatewayReads): OpenWithdrawal | undefined {
  const step = view.transaction(last)?.tx
  if (step === undefined) return undefined
  if (findGatewayFunc(step) === GATEWAY_FUNC.withdraw) {
    const terms = decodeWithdraw(step)
    return terms && { last, txid: last, tx: step, terms, signatures: 0, hex: undefined }
  }
  const signed = findGatewayFunc(step) === GATEWAY_FUNC.partialSign ? decodePartialSign(step) : undefined
  const tx = signed && view.transaction(signed.withdraw)?.tx
  const terms = tx && decodeWithdraw(tx)
  if (signed === undefined || tx === undefined || terms === undefined || !equal(signed.coin, terms.coin))
    return undefined
  return { last, txid: signed.withdraw, tx, terms, signatures: signed.signatures, hex: signed.hex }
}

/** Yields the open withdrawals of a gateway in the order of their confirmed markers in the address index. */
export function* listOpenWithdrawals(bindTxid: Uint8Array, bind: GatewayBind, reads: GatewayReads) {
  for (const { txid, index, satoshis } of reads.addressIndex.unspent(MARKER_ADDRESS)) {
    if (index !== 0 || satoshis !== CONTRACT_FEE) continue
    const open = findOpenWithdrawal(txid, reads)
    if (open === undefined || !equal(open.terms.bind, bindTxid)) continue
    if (equal(open.terms.coin, bind.coin) && equal(open.terms.tokenId, bind.tokenId)) yield open
  }
}

/**
 * Yields the completed withdrawals of a coin that are not marked as done, in index order. As in the reference's lists,
 * they may belong to any gateway of the coin.
 */
export function* listCompletedWithdrawals(coin: Uint8Array, reads: GatewayReads) {
  for (const { txid, index, satoshis } of reads.addressIndex.unspent(MARKER_ADDRESS)) {
    const step = index === 0 && satoshis === CONTRACT_FEE ? reads.view.transaction(txid)?.tx : undefined
    const complete = step && decodeComplete(step)
    if (complete === undefined || !equal(complete.coin, coin)) continue
    const tx = reads.view.transaction(complete.withdraw)?.tx
    const terms = tx && decodeWithdraw(tx)
    if (terms) yield { txid, withdraw: complete.withdraw, tx, terms, hex: complete.hex }
  }
}
