import type { Transaction, TxOut } from '../primitives/types.ts'
import { isUnspendable } from '../script/index.ts'
import { BuildError } from './buildError.ts'
import { dustLimit } from './fees.ts'

export interface Recipient {
  readonly script: Uint8Array
  /** satoshis, > 0 */
  readonly value: bigint
  /** deduct the fee from this amount instead of from the change */
  readonly subtractFee: boolean
}

/** Callbacks of the wallet that makes a payment. */
export interface PaymentSource<Coin extends TxOut> {
  /**
   * Selects coins worth at least `target` satoshis, for payments of `value` plus the fee. Throws if the funds are
   * insufficient.
   */
  select(need: { readonly target: bigint; readonly value: bigint; readonly fee: bigint }): readonly Coin[]
  changeScript(): Uint8Array
  /** Builds the transaction. `size` includes all signatures. */
  make(coins: readonly Coin[], outputs: readonly TxOut[]): { readonly tx: Transaction; readonly size: number }
  /** Returns the fee in satoshis for a transaction of `size` bytes. */
  feeOf(size: number): bigint
}

export interface BalancedPayment<Coin extends TxOut> {
  readonly tx: Transaction
  readonly fee: bigint
  /** bytes including all signatures; an upper bound if the transaction is not signed */
  readonly size: number
  /** spent outputs, in input order */
  readonly coins: readonly Coin[]
  /** Output index of the change, or −1 without change. */
  readonly changeAt: number
}

const buildError = (text: string) => new BuildError('request', text)

function recipientOutput({ value, script }: Recipient, feeShare: bigint): TxOut {
  const output = { value: value - feeShare, scriptPubKey: script }
  if (output.value >= dustLimit(script) || isUnspendable(script)) return output
  if (feeShare === 0n) throw buildError('Transaction amount too small')
  throw buildError(
    output.value < 0n
      ? 'The transaction amount is too small to pay the fee'
      : 'The transaction amount is too small to send after the fee has been deducted',
  )
}

/**
 * Returns one output per recipient. Recipients that pay the fee share it equally; the first one also pays the
 * remainder.
 */
function recipientOutputs(recipients: readonly Recipient[], fee: bigint): TxOut[] {
  const paying = recipients.filter(({ subtractFee }) => subtractFee)
  const share = paying.length > 0 ? fee / BigInt(paying.length) : 0n
  const remainder = paying.length > 0 ? fee % BigInt(paying.length) : 0n
  return recipients.map((recipient) => {
    const first = recipient === paying[0]
    return recipientOutput(recipient, recipient.subtractFee ? share + (first ? remainder : 0n) : 0n)
  })
}

/** Adds the change output. Change below the dust limit goes to the fee. */
function addChange(outputs: TxOut[], change: bigint, script: () => Uint8Array) {
  if (change <= 0n) return { changeAt: -1, dust: 0n }
  const scriptPubKey = script()
  if (change < dustLimit(scriptPubKey)) return { changeAt: -1, dust: change }
  // Insert the change before the last output, as komodod does (transactions-and-script.md §4).
  const changeAt = outputs.length - 1
  outputs.splice(changeAt, 0, { value: change, scriptPubKey })
  return { changeAt, dust: 0n }
}

/**
 * Selects coins, adds change and pays the fee for the size.
 * @throws BuildError if an amount is below the dust limit; rethrows errors of `source`
 */
export function balancePayment<Coin extends TxOut>(
  recipients: readonly Recipient[],
  source: PaymentSource<Coin>,
): BalancedPayment<Coin> {
  const value = recipients.reduce((sum, recipient) => sum + recipient.value, 0n)
  const subtracting = recipients.some(({ subtractFee }) => subtractFee)
  let fee = 0n
  // The fee depends on the size, and the size on the coins. Each pass raises the fee; the loop ends because coins are
  // finite.
  for (;;) {
    const target = subtracting ? value : value + fee
    const coins = source.select({ target, value, fee })
    const outputs = recipientOutputs(recipients, fee)
    const spent = coins.reduce((sum, coin) => sum + coin.value, 0n)
    const { changeAt, dust } = addChange(outputs, spent - target, () => source.changeScript())
    const { tx, size } = source.make(coins, outputs)
    const needed = source.feeOf(size)
    if (fee + dust >= needed) return { tx, fee: fee + dust, size, coins, changeAt }
    fee = needed
  }
}
