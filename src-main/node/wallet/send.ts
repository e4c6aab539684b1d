import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { formatAmount } from '#shared/units.ts'
import { branchIdAt, type ChainParams, transactionForm, type UpgradeState } from '../consensus/index.ts'
import type { ChainView, MempoolWriter, Random } from '../interfaces.ts'
import { transactionSize } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { p2pkhScript, p2pkScript } from '../script/index.ts'
import type { KeyStore } from './keys.ts'
import type { Ledger, WalletCoin, WalletTx } from './ledger.ts'
import type { CoinLocks } from './locks.ts'
import { isTimeLocked } from './ownership.ts'
import { selectCoins } from './select.ts'
import { signTransaction } from './sign.ts'

/** No wallet transaction pays less than this (protocol findings, 21). */
const LEAST_FEE = 5000n
/** Default rate, satoshis per 1000 bytes (chain-params.md §10). */
const MIN_FEE_RATE = 1000n
/** A fee above this is a mistake: 0.1 coin. */
const MAX_FEE = 10_000_000n
/** Version 4 transactions made here expire this many blocks after the next one. */
const EXPIRY_DELTA = 200
/** Final, but its lock time counts. */
const SEQUENCE = 0xfffffffe

export interface Recipient {
  readonly script: Uint8Array
  /** satoshis, > 0 */
  readonly value: bigint
  /** the fee is taken from this amount instead of from the change */
  readonly subtractFee: boolean
}

/** Kept in the wallet only. */
interface Comments {
  readonly comment: string
  readonly commentTo: string
}

export interface Sender {
  /** Builds and signs; nothing is recorded. Throws RpcError. */
  build(recipients: readonly Recipient[]): { readonly tx: Transaction; readonly fee: bigint }
  /** Admits to the mempool and records, durable when it returns; undefined: it was refused. */
  commit(tx: Transaction, comments: Comments): WalletTx | undefined
  /** Builds and commits. Throws RpcError. */
  send(recipients: readonly Recipient[], comments: Comments): WalletTx
}

export interface SenderOptions {
  readonly params: ChainParams
  /** satoshis per 1000 bytes (`-paytxfee`); 0: the default rate */
  readonly payRate: () => bigint
  /** the `-pubkey`, which gets the change */
  readonly identity: () => Uint8Array | undefined
}

interface Deps {
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly mempool: MempoolWriter
  readonly ledger: Ledger
  readonly keys: KeyStore
  readonly locks: CoinLocks
  readonly random: Random
}

const walletError = (text: string) => new RpcError(RPC_ERROR.WALLET, text)

/** Coins from others wait longer before they are used, and own unconfirmed change comes last. */
const TIERS: readonly ((coin: WalletCoin, mine: boolean) => boolean)[] = [
  (coin, mine) => coin.depth >= (mine ? 1 : 6),
  (coin) => coin.depth >= 1,
  () => true,
]

function dustLimit(script: Uint8Array): bigint {
  // Three times the relay fee of the output and of the 148 bytes that spending it takes, at 100 satoshis per 1000 bytes.
  return (3n * 100n * BigInt(8 + 1 + script.length + 148)) / 1000n
}

export function createSender(options: SenderOptions, deps: Deps): Sender {
  const { chain, mempool, ledger, keys, locks, random } = deps

  const requiredFee = (size: number) => {
    const rate = options.payRate()
    const bySize = ((rate > 0n ? rate : MIN_FEE_RATE) * BigInt(size)) / 1000n
    const fee = [bySize, rate, LEAST_FEE].reduce((a, b) => (b > a ? b : a))
    return fee > MAX_FEE ? MAX_FEE : fee
  }

  /** Coins that may be spent without asking: neither locked by a person nor behind a lock time. */
  const available = (): WalletCoin[] =>
    ledger
      .coins()
      .filter(({ outpoint }) => !locks.isLocked(outpoint))
      .filter(({ source, scriptPubKey }) => ledger.isTrusted(source) && !isTimeLocked(scriptPubKey))

  const choose = (target: bigint): WalletCoin[] | undefined => {
    const trusted = available()
    for (const tier of TIERS) {
      const eligible = trusted.filter((coin) => tier(coin, ledger.debit(coin.source.tx) > 0n))
      const chosen = selectCoins(eligible, target, random)
      if (chosen) return chosen
    }
    return undefined
  }

  const assemble = (coins: readonly WalletCoin[], outputs: readonly TxOut[]): Transaction => {
    const tip = chain.tip()
    const height = tip.height + 1
    const upgrades = chain.upgrades()
    const form = transactionForm(upgrades, height)
    const unsigned: Transaction = {
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
    const signed = signTransaction(unsigned, {
      spent: coins,
      keys: keys.signing,
      branchId: branchIdAt(upgrades, height),
      ccEnabled: options.params.ccEnabled,
    })
    if (signed.errors.length > 0) throw walletError('Signing transaction failed')
    return signed.tx
  }

  /** One output a recipient, each paying its share of the fee where it said so; the first one pays the rounding. */
  const payees = (recipients: readonly Recipient[], fee: bigint): TxOut[] => {
    const paying = recipients.filter(({ subtractFee }) => subtractFee)
    const share = paying.length > 0 ? fee / BigInt(paying.length) : 0n
    const remainder = paying.length > 0 ? fee % BigInt(paying.length) : 0n
    return recipients.map((recipient) => {
      const cost = recipient.subtractFee ? share + (recipient === paying[0] ? remainder : 0n) : 0n
      const output = { value: recipient.value - cost, scriptPubKey: recipient.script }
      if (output.value < dustLimit(recipient.script)) {
        if (cost === 0n) throw walletError('Transaction amount too small')
        throw walletError(
          output.value < 0n
            ? 'The transaction amount is too small to pay the fee'
            : 'The transaction amount is too small to send after the fee has been deducted',
        )
      }
      return output
    })
  }

  const changeScript = () => {
    const identity = options.identity()
    if (identity) return p2pkScript(identity)
    return p2pkhScript(keys.next(null).hash)
  }

  const build: Sender['build'] = (recipients) => {
    // Before anything is taken out of the key pool.
    keys.requireOpen()
    const value = recipients.reduce((sum, recipient) => sum + recipient.value, 0n)
    const subtracting = recipients.some(({ subtractFee }) => subtractFee)
    let script: Uint8Array | undefined
    let fee = 0n
    // The fee depends on the size and the size on the coins: each round raises the fee, and coins are finite.
    for (;;) {
      const target = subtracting ? value : value + fee
      const coins = choose(target)
      if (!coins) {
        const all = available().reduce((sum, coin) => sum + coin.value, 0n)
        if (value <= all && value + fee > all) {
          throw walletError(
            `Error: This transaction requires a transaction fee of at least ${formatAmount(fee)} because of its amount, complexity, or use of recently received funds!`,
          )
        }
        throw new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'Insufficient funds')
      }
      const outputs = payees(recipients, fee)
      let paid = fee
      const change = coins.reduce((sum, coin) => sum + coin.value, 0n) - target
      if (change > 0n) {
        script ??= changeScript()
        if (change < dustLimit(script)) paid += change
        // Before the last output, where the reference puts it (transactions-and-script.md §4).
        else outputs.splice(outputs.length - 1, 0, { value: change, scriptPubKey: script })
      }
      const tx = assemble(coins, outputs)
      const size = transactionSize(tx)
      if (size > 100_000) throw walletError('Transaction too large')
      const needed = requiredFee(size)
      if (paid >= needed) return { tx, fee: paid }
      fee = needed
    }
  }

  const commit: Sender['commit'] = (tx, comments) =>
    mempool.accept(tx, { rejectAbsurdFee: false }).ok ? ledger.record(tx, comments) : undefined

  return {
    build,
    commit,
    send(recipients, comments) {
      const sent = commit(build(recipients).tx, comments)
      if (!sent) {
        throw walletError(
          'Error: The transaction was rejected! This might happen if some of the coins in your wallet were already spent, such as if you used a copy of wallet.dat and coins were spent in the copy but not marked as spent here.',
        )
      }
      return sent
    },
  }
}
