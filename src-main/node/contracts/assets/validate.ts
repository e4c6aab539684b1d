import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne, tokenCcOne } from '../../conditions/index.ts'
import type { CcVerdict } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, findScriptAddress, p2pkScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { decodeCcInputs, stopsReference } from '../framework/ccInputs.ts'
import { CC_VALID, type CcRefusal, ccInvalid, UNREADABLE_INPUT } from '../framework/ccVerdict.ts'
import type { FindTransaction } from '../framework/memoCache.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import { checkCcPositions, isCc, paysCoins, paysTree } from '../framework/outputRules.ts'
import { type AssetData, findOrderData } from '../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../tokens/orderScripts.ts'
import { findTokenData, openTokenReader, type TokenReader } from '../tokens/reader.ts'
import { keepsAskPrice, keepsBidPrice } from './remainder.ts'

const FIRST_INPUT_WITHOUT_CC = 3

/** A transaction that spends an order, with the lookups that its rules need. */
interface Validation {
  readonly tx: Transaction
  readonly order: AssetData
  /** NFT code of the order's token, 0 for a fungible one */
  readonly nftCode: number
  readonly find: FindTransaction
  readonly reader: TokenReader
}

/** The order that a transaction fills or cancels: always the second input. */
interface PlacedOrder {
  readonly ok: true
  /** value of the order's first output: coins of a bid, tokens of an ask */
  readonly value: bigint
  readonly price: bigint
  readonly owner: Uint8Array
  /** script that holds the owner's tokens */
  readonly tokenScript: Uint8Array
  /** address of the owner's key */
  readonly coinAddress: string
}

/** Validates a transaction that spends an order, in the order of tokens.md §4. */
export function validateAssets(context: Pick<ValidationContext, 'tx' | 'find' | 'memo'>): CcVerdict {
  const { tx, find } = context
  if (tx.vout.length === 0) return ccInvalid('AssetValidate: no vouts')
  if (stopsReference(tx)) return ccInvalid(UNREADABLE_INPUT)
  const order = findOrder(tx)
  if (order === undefined) return ccInvalid('AssetValidate: invalid opreturn payload')
  const cancels = order.func === 'o' || order.func === 'x'
  if (!cancels && find(order.tokenId) === undefined) return ccInvalid('cant find asset create txid')
  if (!cancels && namesMissingToken(order, find)) return ccInvalid('cant find asset2 create txid')
  if (decodeCcInputs(tx)[0] !== undefined) return ccInvalid('illegal asset vin0')
  if (tx.vout.length < 2) return ccInvalid('too few vouts')
  if (order.tokenId.every((byte) => byte === 0)) return ccInvalid('illegal assetid')

  const reader = openTokenReader(context)
  const validation = { tx, order, nftCode: reader.nftCode(order.tokenId) ?? 0, find, reader }
  switch (order.func) {
    case 'o':
      return validateCancelledBid(validation)
    case 'x':
      return validateCancelledAsk(validation)
    case 'B':
      return validateFilledBid(validation)
    case 'S':
      return validateFilledAsk(validation)
    case 'b':
    case 's':
      return ccInvalid(`invalid asset funcid (${order.func})`)
    case 'E':
      return ccInvalid('unexpected assets fillexchange funcid')
    case 'e':
      return ccInvalid('unexpected assets funcid')
  }
}

function findOrder(tx: Transaction): AssetData | undefined {
  const data = findTokenData(tx)
  return data === undefined ? undefined : findOrderData(data)
}

function namesMissingToken({ otherTokenId }: AssetData, find: FindTransaction): boolean {
  return otherTokenId?.some((byte) => byte !== 0) === true && find(otherTokenId) === undefined
}

// ---------------------------------------------------------------- the spent order

function findPlacedOrder(validation: Validation, lockScript: Uint8Array): PlacedOrder | CcRefusal {
  const { tx, find } = validation
  const input = tx.vin[1]
  if (input === undefined) return ccInvalid('not enough for CC vins')
  if (input.prevout.index !== 0) return ccInvalid('vin1 needs to be buyvin.vout[0]')
  const previous = find(input.prevout.hash)
  const locked = previous?.vout[0]
  if (previous === undefined || locked === undefined) return ccInvalid('always should find CCvin, but didnt')
  if (!paysTree(locked, lockScript)) return ccInvalid('invalid vin assets CCaddr')
  const order = findOrder(previous)
  const owner = order === undefined ? undefined : findOwner(order, validation.nftCode)
  if (order === undefined || owner === undefined) return ccInvalid('couldnt get origaddr for buyvin')
  if (locked.value === 0n) return ccInvalid('null value CCvin')
  return { ok: true, value: locked.value, price: order.price, ...owner }
}

/** Function codes of transactions whose first output is an open order. */
const PLACED_FUNCS = 'sSbB'

/** Returns the owner, or undefined if the bytes do not have the form of a key and so cannot be paid. */
function findOwner({ func, owner }: AssetData, nftCode: number) {
  if (!PLACED_FUNCS.includes(func) || owner.length === 0 || owner.length !== announcedKeyLength(owner[0]))
    return undefined
  const coinAddress = findScriptAddress(p2pkScript(owner), { cc: true })
  if (coinAddress === undefined) return undefined
  const tree = tokenCcOne(EVAL_CODES.tokens, nftCode, owner.subarray(0, 33))
  return { owner, tokenScript: ccScript(tree), coinAddress }
}

function findPlacedBid(validation: Validation): PlacedOrder | CcRefusal {
  const placed = findPlacedOrder(validation, BID_SCRIPT)
  if (!placed.ok) return placed
  const previous = validation.find(validation.tx.vin[1]!.prevout.hash)!
  const order = findOrder(previous)!
  if (order.func === 'b' && !isCc(previous.vout[1])) return ccInvalid('invalid normal vout1 for buyvin')
  if (order.func !== 'b' && order.func !== 'B') return ccInvalid('invalid opreturn for buyvin')
  if (!equal(order.tokenId, validation.order.tokenId)) return ccInvalid('invalid assetid for buyvin')
  return placed
}

function findPlacedAsk(validation: Validation): PlacedOrder | CcRefusal {
  const placed = findPlacedOrder(validation, askScript(validation.nftCode))
  if (!placed.ok) return placed
  const order = findOrder(validation.find(validation.tx.vin[1]!.prevout.hash)!)!
  return equal(order.tokenId, validation.order.tokenId) ? placed : ccInvalid('invalid missing CC vout0 for sellvin')
}

// ---------------------------------------------------------------- filling and cancelling the order

function validateCancelledBid(validation: Validation): CcVerdict {
  const bid = findPlacedBid(validation)
  if (!bid.ok) return bid
  if (!paysCoins(validation.tx.vout[0], bid.coinAddress, bid.value)) return ccInvalid('invalid refund for cancelbuy')
  return checkCcPositions(validation.tx, { inputs: FIRST_INPUT_WITHOUT_CC, outputs: 0 })
}

function validateCancelledAsk(validation: Validation): CcVerdict {
  const ask = findPlacedAsk(validation)
  if (!ask.ok) return ask
  if (!paysTree(validation.tx.vout[0], ask.tokenScript, ask.value)) return ccInvalid('invalid vout for cancel')
  return checkCcPositions(validation.tx, { inputs: FIRST_INPUT_WITHOUT_CC, outputs: 1 })
}

function validateFilledBid(validation: Validation): CcVerdict {
  const { tx, order, reader } = validation
  const bid = findPlacedBid(validation)
  if (!bid.ok) return bid
  const [rest, coins, paid, marker, change] = tx.vout
  if (!rest || !coins || !paid || !marker) return ccInvalid('not enough vouts for fillbuy')
  if (!equal(bid.owner, order.owner)) return ccInvalid('mismatched origpubkeys for fillbuy')
  if (bid.value !== rest.value + coins.value) return ccInvalid('locked value doesnt match vout0+1 fillbuy')
  const inputs = reader.inputsOf(tx, order.tokenId, false)
  const tokens = inputs.found ? inputs.sum : 0n
  if (change !== undefined && isCc(change)) {
    // With token change the protocol checks only the tokens: neither price nor marker nor remainder.
    if (!paysTree(paid, bid.tokenScript)) return ccInvalid('vout2 doesnt go to origpubkey fillbuy')
    if (tokens !== paid.value + change.value) return ccInvalid('asset inputs doesnt match vout2+3 fillbuy')
    return checkCcPositions(tx, { outputs: 5 })
  }
  if (!paysTree(paid, bid.tokenScript, tokens)) return ccInvalid('vout2 doesnt match inputs fillbuy')
  if (isCc(coins)) return ccInvalid('vout1 is CC for fillbuy')
  if (!paysMarker(marker, order.owner)) return ccInvalid('invalid marker for original pubkey')
  const fill = { remaining: order.price, rest: rest.value, locked: bid.value, taken: coins.value, paid: paid.value }
  if (!keepsBidPrice({ ...fill, price: bid.price })) return ccInvalid('mismatched remainder for fillbuy')
  if (order.price !== 0n && !paysTree(rest, BID_SCRIPT)) return ccInvalid('mismatched vout0 AssetsCCaddr for fillbuy')
  return checkCcPositions(tx, { outputs: 4 })
}

function validateFilledAsk(validation: Validation): CcVerdict {
  const { tx, order, nftCode } = validation
  const ask = findPlacedAsk(validation)
  if (!ask.ok) return ask
  const [rest, tokens, paid, marker] = tx.vout
  if (!rest || !tokens || !paid || !marker) return ccInvalid('not enough vouts for fillask')
  if (!equal(ask.owner, order.owner)) return ccInvalid('mismatched origpubkeys for fillask')
  if (ask.value !== rest.value + tokens.value) return ccInvalid('locked value doesnt match vout0+1 fillask')
  const fill = { remaining: order.price, rest: rest.value, locked: ask.value, taken: tokens.value, paid: paid.value }
  if (!keepsAskPrice({ ...fill, price: ask.price })) return ccInvalid('mismatched remainder for fillask')
  if (!isCc(tokens) || !paysCoins(paid, ask.coinAddress)) return ccInvalid('normal vout1 for fillask')
  if (!paysMarker(marker, order.owner)) return ccInvalid('invalid marker for original pubkey')
  return order.price === 0n || paysTree(rest, askScript(nftCode))
    ? CC_VALID
    : ccInvalid('mismatched vout0 assets dual unspendable CCaddr for fill sell')
}

// ---------------------------------------------------------------- marker

function paysMarker(output: TxOut, owner: Uint8Array): boolean {
  const tree: Condition = ccOne(EVAL_CODES.assets, owner.subarray(0, 33))
  return paysTree(output, ccScript(tree), CONTRACT_FEE)
}
