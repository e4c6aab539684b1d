import { formatAmount } from '#shared/units.ts'
import { branchIdAt, type ChainParams, type UpgradeState } from '../../consensus/index.ts'
import type { ChainView, Random } from '../../core/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import {
  type BalancedPayment,
  BuildError,
  balancePayment,
  newTransaction,
  type Recipient,
  requiredFee,
  selectCoins,
  signaturesSize,
  signTransaction,
} from '../../transactions/index.ts'
import { outpointKey } from '../../util/index.ts'
import type { KeyStore } from '../keys/index.ts'
import { isTimeLocked } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger } from '../transactions/index.ts'
import { WalletError } from '../walletError.ts'
import type { CoinLocks } from './coinLocks.ts'

/** Maximum size in bytes of transactions that nodes relay. */
const MAX_BYTES = 100_000
/** Minimum bytes of a signed input: outpoint, length, sequence and a signature. */
const MIN_INPUT_BYTES = 100
/** Final, but with lock time enabled. */
const SEQUENCE = 0xfffffffe

/** Deviations from the wallet's defaults for one payment. */
export interface PaymentOptions {
  /** coins that are always spent, before others */
  readonly coins?: readonly WalletCoin[]
  /** false to add no other coins; default: true */
  readonly addCoins?: boolean
  /** satoshis per 1000 bytes, instead of the wallet's rate */
  readonly feeRate?: bigint | undefined
  readonly purpose?: PaymentPurpose
}

/**
 * Purpose of a built payment; default: `send`. `fund`: everything except the signatures. `measure`: only for size and
 * fee. `measure` uses no key, so that it works while the wallet is locked; its change script is a placeholder.
 */
export type PaymentPurpose = 'send' | 'fund' | 'measure'

export type BuiltPayment = BalancedPayment<WalletCoin>

export interface PaymentBuilderDeps {
  readonly params: ChainParams
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly ledger: WalletLedger
  readonly keys: KeyStore
  readonly locks: CoinLocks
  readonly random: Random
  /** satoshis per 1000 bytes (`-paytxfee`); 0 for the default rate */
  readonly payRate: () => bigint
  /** returns the script of the change output */
  readonly changeScript: (purpose: PaymentPurpose) => Uint8Array
}

const sumValues = (coins: readonly WalletCoin[]) => coins.reduce((sum, { value }) => sum + value, 0n)

/** Order of coin selection. Coins from others need more confirmations, and own unconfirmed change comes last. */
const TIERS: readonly ((coin: WalletCoin, mine: boolean) => boolean)[] = [
  (coin, mine) => coin.depth >= (mine ? 1 : 6),
  (coin) => coin.depth >= 1,
  () => true,
]

/** Builds the wallet's payments: selects coins, adds change and pays the fee for the size. */
export class PaymentBuilder {
  readonly #deps: PaymentBuilderDeps

  constructor(deps: PaymentBuilderDeps) {
    this.#deps = deps
  }

  /** Builds a payment and records nothing. @throws WalletError */
  build(recipients: readonly Recipient[], options: PaymentOptions): BuiltPayment {
    const { keys, payRate, changeScript } = this.#deps
    const { purpose = 'send', feeRate } = options
    // Check this before a key is taken from the pool.
    if (purpose === 'send') keys.requireOpen()
    try {
      return balancePayment(recipients, {
        select: ({ target, value, fee }) =>
          this.#chooseInputs(target, options) ?? this.#throwInsufficientFunds(value, fee, options),
        changeScript: () => changeScript(purpose),
        make: (coins, outputs) => this.#finish(coins, outputs, purpose),
        feeOf: (size) => requiredFee(size, payRate(), feeRate),
      })
    } catch (error) {
      if (error instanceof BuildError) throw new WalletError('invalid-payment', error.message, { cause: error })
      throw error
    }
  }

  /** Returns inputs worth at least `target`, or undefined if the funds are insufficient. */
  #chooseInputs(
    target: bigint,
    { coins: given = [], addCoins = true }: PaymentOptions,
  ): readonly WalletCoin[] | undefined {
    const missing = target - sumValues(given)
    if (given.length > 0 && missing <= 0n) return given
    if (!addCoins) return undefined
    const taken = new Set(given.map(({ outpoint }) => outpointKey(outpoint)))
    const others = this.#availableCoins().filter(({ outpoint }) => !taken.has(outpointKey(outpoint)))
    const added = this.#selectByTier(others, missing)
    return added && [...given, ...added]
  }

  /** Returns coins that may be selected automatically: trusted, not locked by the user, not behind a lock time. */
  #availableCoins(): WalletCoin[] {
    const { ledger, locks } = this.#deps
    return ledger
      .coins()
      .filter(({ outpoint }) => !locks.isLocked(outpoint))
      .filter(({ source, scriptPubKey }) => ledger.isTrusted(source) && !isTimeLocked(scriptPubKey))
  }

  #selectByTier(coins: readonly WalletCoin[], target: bigint) {
    const { ledger, random } = this.#deps
    for (const tier of TIERS) {
      const eligible = coins.filter((coin) => tier(coin, ledger.debit(coin.source.tx) > 0n))
      const chosen = selectCoins(eligible, target, random)
      if (chosen) return chosen
    }
    return undefined
  }

  /** @throws WalletError always: `fee-not-covered` if only the fee cannot be paid, else `insufficient-funds` */
  #throwInsufficientFunds(value: bigint, fee: bigint, { coins: given = [], addCoins = true }: PaymentOptions): never {
    const all = sumValues(addCoins ? this.#availableCoins() : given)
    if (value <= all && value + fee > all) {
      throw new WalletError(
        'fee-not-covered',
        `Error: This transaction requires a transaction fee of at least ${formatAmount(fee)} because of its amount, complexity, or use of recently received funds!`,
      )
    }
    throw new WalletError('insufficient-funds', 'Insufficient funds')
  }

  /** Returns the transaction, signed if it is to be sent, and its size with all signatures. @throws WalletError */
  #finish(
    coins: readonly WalletCoin[],
    outputs: readonly TxOut[],
    purpose: PaymentPurpose,
  ): { readonly tx: Transaction; readonly size: number } {
    const { keys } = this.#deps
    // Signing thousands of inputs takes a second, so reject transactions that are certainly too large first.
    if (coins.length * MIN_INPUT_BYTES > MAX_BYTES) throw new WalletError('too-large', 'Transaction too large')
    const unsigned = this.#makeUnsigned(coins, outputs)
    const tx = purpose === 'send' ? this.#sign(unsigned, coins) : unsigned
    const known = { scriptOf: keys.signing.scriptOf, keySize: (hash: Uint8Array) => keys.byHash(hash)?.pubkey.length }
    const size = transactionSize(tx) + (purpose === 'send' ? 0 : signaturesSize(coins, known))
    if (size > MAX_BYTES) throw new WalletError('too-large', 'Transaction too large')
    return { tx, size }
  }

  #makeUnsigned(coins: readonly WalletCoin[], outputs: readonly TxOut[]): Transaction {
    const { chain } = this.#deps
    const tip = chain.tip()
    return newTransaction(
      { upgrades: chain.upgrades(), height: tip.height + 1 },
      {
        vin: coins.map(({ outpoint }) => ({ prevout: outpoint, scriptSig: new Uint8Array(), sequence: SEQUENCE })),
        vout: outputs,
        lockTime: chain.medianTimePast(tip),
      },
    )
  }

  #sign(tx: Transaction, coins: readonly WalletCoin[]): Transaction {
    const { params, chain, keys } = this.#deps
    const signed = signTransaction(tx, {
      spent: coins,
      keys: keys.signing,
      branchId: branchIdAt(chain.upgrades(), chain.tip().height + 1),
      ccEnabled: params.ccEnabled,
    })
    if (signed.errors.length > 0) throw new WalletError('signing-failed', 'Signing transaction failed')
    return signed.tx
  }
}
