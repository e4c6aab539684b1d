import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { formatAmount } from '#shared/units.ts'
import { branchIdAt, type ChainParams, transactionForm, type UpgradeState } from '../../consensus/index.ts'
import type { ChainView, Random } from '../../core/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { isUnspendable } from '../../script/index.ts'
import { dustLimit, requiredFee } from '../../transactions/fees.ts'
import { selectCoins } from '../../transactions/selectCoins.ts'
import { signaturesSize } from '../../transactions/signatureSize.ts'
import { signTransaction } from '../../transactions/signTransaction.ts'
import { outpointKey } from '../../util/index.ts'
import type { KeyStore } from '../keys/index.ts'
import { isTimeLocked } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger } from '../transactions/index.ts'
import type { CoinLocks } from './coinLocks.ts'

/** Version 4 transactions made here expire this many blocks after the next one. */
const EXPIRY_DELTA = 200
/** The size limit of transactions that are relayed. */
const MAX_BYTES = 100_000
/** The least bytes of a signed input: outpoint, length, sequence and a signature. */
const MIN_INPUT_BYTES = 100
/** Final, but the lock time counts. */
const SEQUENCE = 0xfffffffe

export interface Recipient {
  readonly script: Uint8Array
  /** satoshis, > 0 */
  readonly value: bigint
  /** the fee is taken from this amount instead of from the change */
  readonly subtractFee: boolean
}

/** Where the caller wants something other than the wallet's defaults. */
export interface PaymentOptions {
  /** coins that are spent in any case, before others */
  readonly coins?: readonly WalletCoin[]
  /** whether other coins may be added; default: true */
  readonly addCoins?: boolean
  /** satoshis for 1000 bytes, instead of the wallet's rate */
  readonly feeRate?: bigint | undefined
  readonly purpose?: PaymentPurpose
}

/**
 * What a payment is built for; default: `send`. `fund`: everything but the signatures. `measure`: only its size and fee are
 * wanted. It takes and opens no key, so that it works while the wallet is locked; its change goes nowhere.
 */
export type PaymentPurpose = 'send' | 'fund' | 'measure'

export interface BuiltPayment {
  readonly tx: Transaction
  readonly fee: bigint
  /** bytes with all signatures; the upper bound where it is not signed */
  readonly size: number
  /** what the inputs spend, in their order */
  readonly coins: readonly WalletCoin[]
  /** which output is the change; −1: none */
  readonly changeAt: number
}

export interface PaymentContext {
  readonly params: ChainParams
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly ledger: WalletLedger
  readonly keys: KeyStore
  readonly locks: CoinLocks
  readonly random: Random
  /** satoshis per 1000 bytes (`-paytxfee`); 0: the default rate */
  readonly payRate: () => bigint
  /** the script that change goes to */
  readonly changeScript: (purpose: PaymentPurpose) => Uint8Array
}

export const walletError = (text: string) => new RpcError(RPC_ERROR.WALLET, text)

const totalOf = (coins: readonly WalletCoin[]) => coins.reduce((sum, { value }) => sum + value, 0n)

/** Coins from others need more confirmations before they are used, and own unconfirmed change comes last. */
const TIERS: readonly ((coin: WalletCoin, mine: boolean) => boolean)[] = [
  (coin, mine) => coin.depth >= (mine ? 1 : 6),
  (coin) => coin.depth >= 1,
  () => true,
]

/** Coins that may be spent without asking: trusted, not locked by a person, not behind a lock time. */
function availableCoins({ ledger, locks }: PaymentContext): WalletCoin[] {
  return ledger
    .coins()
    .filter(({ outpoint }) => !locks.isLocked(outpoint))
    .filter(({ source, scriptPubKey }) => ledger.isTrusted(source) && !isTimeLocked(scriptPubKey))
}

function selectByTier({ ledger, random }: PaymentContext, coins: readonly WalletCoin[], target: bigint) {
  for (const tier of TIERS) {
    const eligible = coins.filter((coin) => tier(coin, ledger.debit(coin.source.tx) > 0n))
    const chosen = selectCoins(eligible, target, random)
    if (chosen) return chosen
  }
  return undefined
}

/** Inputs worth at least `target`; undefined: there is not enough. */
function chooseInputs(
  context: PaymentContext,
  target: bigint,
  { coins: given = [], addCoins = true }: PaymentOptions,
): readonly WalletCoin[] | undefined {
  const missing = target - totalOf(given)
  if (given.length > 0 && missing <= 0n) return given
  if (!addCoins) return undefined
  const taken = new Set(given.map(({ outpoint }) => outpointKey(outpoint)))
  const others = availableCoins(context).filter(({ outpoint }) => !taken.has(outpointKey(outpoint)))
  const added = selectByTier(context, others, missing)
  return added && [...given, ...added]
}

/** @throws RpcError always: −4 when only the fee cannot be paid, else −6 */
function insufficientFunds(
  context: PaymentContext,
  value: bigint,
  { fee, options }: { readonly fee: bigint; readonly options: PaymentOptions },
): never {
  const { coins: given = [], addCoins = true } = options
  const all = totalOf(addCoins ? availableCoins(context) : given)
  if (value <= all && value + fee > all) {
    throw walletError(
      `Error: This transaction requires a transaction fee of at least ${formatAmount(fee)} because of its amount, complexity, or use of recently received funds!`,
    )
  }
  throw new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'Insufficient funds')
}

function recipientOutput({ value, script }: Recipient, feeShare: bigint): TxOut {
  const output = { value: value - feeShare, scriptPubKey: script }
  if (output.value >= dustLimit(script) || isUnspendable(script)) return output
  if (feeShare === 0n) throw walletError('Transaction amount too small')
  throw walletError(
    output.value < 0n
      ? 'The transaction amount is too small to pay the fee'
      : 'The transaction amount is too small to send after the fee has been deducted',
  )
}

/** One output a recipient. Those that pay the fee share it equally; the first of them also pays the remainder. */
function recipientOutputs(recipients: readonly Recipient[], fee: bigint): TxOut[] {
  const paying = recipients.filter(({ subtractFee }) => subtractFee)
  const share = paying.length > 0 ? fee / BigInt(paying.length) : 0n
  const remainder = paying.length > 0 ? fee % BigInt(paying.length) : 0n
  return recipients.map((recipient) => {
    const first = recipient === paying[0]
    return recipientOutput(recipient, recipient.subtractFee ? share + (first ? remainder : 0n) : 0n)
  })
}

function unsignedTransaction(
  { chain }: PaymentContext,
  coins: readonly WalletCoin[],
  outputs: readonly TxOut[],
): Transaction {
  const tip = chain.tip()
  const height = tip.height + 1
  const form = transactionForm(chain.upgrades(), height)
  return {
    ...form,
    vin: coins.map(({ outpoint }) => ({ prevout: outpoint, scriptSig: new Uint8Array(), sequence: SEQUENCE })),
    vout: outputs,
    lockTime: chain.medianTimePast(tip),
    expiryHeight: form.overwintered ? height + EXPIRY_DELTA : 0,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: new Uint8Array(),
    bindingSig: new Uint8Array(),
  }
}

function signPayment(
  { params, chain, keys }: PaymentContext,
  tx: Transaction,
  coins: readonly WalletCoin[],
): Transaction {
  const signed = signTransaction(tx, {
    spent: coins,
    keys: keys.signing,
    branchId: branchIdAt(chain.upgrades(), chain.tip().height + 1),
    ccEnabled: params.ccEnabled,
  })
  if (signed.errors.length > 0) throw walletError('Signing transaction failed')
  return signed.tx
}

/** The transaction, signed where it is to be sent, and its size with all signatures. @throws RpcError −4 when it is too large */
function finishTransaction(
  context: PaymentContext,
  { coins, outputs, purpose }: { coins: readonly WalletCoin[]; outputs: readonly TxOut[]; purpose: PaymentPurpose },
): { readonly tx: Transaction; readonly size: number } {
  const { keys } = context
  // Signing thousands of inputs takes a second: not for a transaction that is too large in any case.
  if (coins.length * MIN_INPUT_BYTES > MAX_BYTES) throw walletError('Transaction too large')
  const unsigned = unsignedTransaction(context, coins, outputs)
  const tx = purpose === 'send' ? signPayment(context, unsigned, coins) : unsigned
  const known = { scriptOf: keys.signing.scriptOf, keySize: (hash: Uint8Array) => keys.byHash(hash)?.pubkey.length }
  const size = transactionSize(tx) + (purpose === 'send' ? 0 : signaturesSize(coins, known))
  if (size > MAX_BYTES) throw walletError('Transaction too large')
  return { tx, size }
}

/** Adds the change output, or leaves change below the dust limit to the fee. */
function addChange(outputs: TxOut[], change: bigint, script: () => Uint8Array) {
  if (change <= 0n) return { changeAt: -1, dust: 0n }
  const scriptPubKey = script()
  if (change < dustLimit(scriptPubKey)) return { changeAt: -1, dust: change }
  // Before the last output, where the reference puts it (transactions-and-script.md §4).
  const changeAt = outputs.length - 1
  outputs.splice(changeAt, 0, { value: change, scriptPubKey })
  return { changeAt, dust: 0n }
}

/** Chooses coins, adds change and pays the fee that the size asks for; nothing is recorded. @throws RpcError */
export function buildPayment(
  context: PaymentContext,
  recipients: readonly Recipient[],
  options: PaymentOptions = {},
): BuiltPayment {
  const { purpose = 'send', feeRate } = options
  // Before anything is taken out of the key pool.
  if (purpose === 'send') context.keys.requireOpen()
  const value = recipients.reduce((sum, recipient) => sum + recipient.value, 0n)
  const subtracting = recipients.some(({ subtractFee }) => subtractFee)
  let fee = 0n
  // The fee depends on the size and the size on the coins: each round raises the fee, and coins are finite.
  for (;;) {
    const target = subtracting ? value : value + fee
    const coins = chooseInputs(context, target, options) ?? insufficientFunds(context, value, { fee, options })
    const outputs = recipientOutputs(recipients, fee)
    const { changeAt, dust } = addChange(outputs, totalOf(coins) - target, () => context.changeScript(purpose))
    const { tx, size } = finishTransaction(context, { coins, outputs, purpose })
    const needed = requiredFee(size, context.payRate(), feeRate)
    if (fee + dust >= needed) return { tx, fee: fee + dust, size, coins, changeAt }
    fee = needed
  }
}
