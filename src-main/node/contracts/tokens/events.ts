import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import type { TokenTransferData } from './codec.ts'
import { BURN_PUBLIC_KEY } from './keys.ts'
import { type AssetData, findOrderData } from './orderData.ts'
import { askScript, BID_SCRIPT } from './orderScripts.ts'
import { sumTokenValues, type TokenOutput, tokenSigners } from './outputs.ts'
import type { TokenEventKind } from './schema.ts'

/** An event in a token's history, from the transaction alone. */
export interface TokenEventFacts {
  readonly kind: TokenEventKind
  /** token units that were moved or offered */
  readonly amount: bigint
  /** satoshis requested, offered, paid or returned; orders only */
  readonly coins?: bigint
  /** keys; absent if the transaction does not name them */
  readonly sender?: Uint8Array
  readonly recipient?: Uint8Array
}

/**
 * Returns the effect of a transaction with transfer data on its token. `outputs` are its token outputs, empty if they
 * do not balance its inputs. Returns undefined without an effect: anyone can write such data into a transaction that
 * moves no tokens.
 */
export function findTokenEvent(
  tx: Transaction,
  data: TokenTransferData,
  outputs: readonly TokenOutput[],
  nftCode: number,
): TokenEventFacts | undefined {
  const order = findOrderData(data)
  const event = order === undefined ? undefined : orderEvent(tx, data, order, outputs, nftCode)
  return event ?? (outputs.length > 0 ? transferEvent(tx, data, outputs) : undefined)
}

function transferEvent(tx: Transaction, data: TokenTransferData, outputs: readonly TokenOutput[]): TokenEventFacts {
  const sender = tokenSigners(tx)[0]
  const recipient = data.pubkeys[0]
  const received = recipient === undefined ? 0n : sumTokenValues(ownedBy(outputs, recipient))
  const kind = recipient !== undefined && equal(recipient, BURN_PUBLIC_KEY) ? 'burn' : 'transfer'
  const amount = received > 0n ? received : sumTokenValues(outputs)
  return { kind, amount, ...(sender && { sender }), ...(recipient && { recipient }) }
}

function ownedBy(outputs: readonly TokenOutput[], key: Uint8Array): TokenOutput[] {
  return outputs.filter(({ owners }) => owners.some((owner) => equal(owner, key)))
}

/**
 * Explains order data. Placing an order requires the right script; filling or cancelling requires a spend that the
 * contract rules validated.
 */
function orderEvent(
  tx: Transaction,
  data: TokenTransferData,
  order: AssetData,
  outputs: readonly TokenOutput[],
  nftCode: number,
): TokenEventFacts | undefined {
  const { func, price, owner } = order
  if (func === 'b') return isBid(tx) ? { kind: 'bid', amount: price, coins: valueAt(tx, 0), sender: owner } : undefined
  if (func === 's') {
    const script = askScript(nftCode)
    const locked = sumTokenValues(outputs.filter(({ scriptPubKey }) => equal(scriptPubKey, script)))
    return locked > 0n ? { kind: 'ask', amount: locked, coins: price, sender: owner } : undefined
  }
  if (!decodeCcInputs(tx).some((input) => hasEval(input, EVAL_CODES.assets))) return undefined
  if (func === 'o') return { kind: 'cancelbid', amount: 0n, coins: valueAt(tx, 0) }
  if (outputs.length === 0) return undefined
  const taker = data.pubkeys[0]
  switch (func) {
    case 'x':
      return { kind: 'cancelask', amount: valueAt(tx, 0), ...(taker && { sender: taker }) }
    case 'S': {
      const buyer = taker && { recipient: taker }
      return { kind: 'fillask', amount: valueAt(tx, 1), coins: valueAt(tx, 2), sender: owner, ...buyer }
    }
    case 'B': {
      const seller = tokenSigners(tx)[0]
      const event = { kind: 'fillbid', amount: valueAt(tx, 2), coins: valueAt(tx, 1), recipient: owner } as const
      return seller ? { ...event, sender: seller } : event
    }
    default:
      return undefined
  }
}

function isBid(tx: Transaction): boolean {
  const cc = isPayToCryptoCondition(tx.vout[0]?.scriptPubKey ?? new Uint8Array())
  return cc !== false && equal(cc.subScript, BID_SCRIPT)
}

function valueAt(tx: Transaction, index: number): bigint {
  return tx.vout[index]?.value ?? 0n
}
