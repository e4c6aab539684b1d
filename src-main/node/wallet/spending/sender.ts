import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { formatAmount } from '#shared/units.ts'
import { branchIdAt, type ChainParams, transactionForm, type UpgradeState } from '../../consensus/index.ts'
import type { ChainView, MempoolWriter, Random } from '../../interfaces.ts'
import { transactionSize, txidOf } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { isUnspendable, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, hashKey, LruMap, outpointKey } from '../../util/index.ts'
import type { KeyStore } from '../keys/index.ts'
import { isTimeLocked } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger, WalletTx } from '../transactions/index.ts'
import type { CoinLocks } from './coinLocks.ts'
import { selectCoins } from './coinSelection.ts'
import { dustLimit, requiredFee } from './fees.ts'
import { signTransaction } from './sign.ts'
import { signaturesSize } from './signatureSize.ts'

/** Version 4 transactions made here expire this many blocks after the next one. */
const EXPIRY_DELTA = 200
/** Of a transaction that is relayed. */
const MOST_BYTES = 100_000
/** Bytes: where it is from, a length, a sequence and a signature. */
const LEAST_INPUT = 100

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

/** What is to be otherwise than the wallet would do it. */
export interface Wishes {
  /** coins that are spent in any case, before others */
  readonly coins?: readonly WalletCoin[]
  /** whether other coins may be added; usually true */
  readonly addCoins?: boolean
  /** satoshis for 1000 bytes, in the place of the wallet's rate */
  readonly feeRate?: bigint | undefined
  readonly purpose?: Purpose
}

/**
 * What a payment is built for; usually to be sent. `fund`: everything but the signatures. `measure`: only its size and its
 * fee count. No key is taken or opened for it, so that a locked wallet can tell them; the change goes nowhere.
 */
export type Purpose = 'send' | 'fund' | 'measure'

export interface Built {
  readonly tx: Transaction
  readonly fee: bigint
  /** bytes with all signatures; the most that they may be, where it is not signed */
  readonly size: number
  /** what the inputs spend, in their order */
  readonly coins: readonly WalletCoin[]
  /** which output is the change; -1: none */
  readonly changeAt: number
}

export interface Sender {
  /** Builds and, unless wished otherwise, signs; nothing is recorded. Throws RpcError. */
  build(recipients: readonly Recipient[], wishes?: Wishes): Built
  /** Which output of a payment that was built here is the change; −1: none; undefined: it was not, or long ago. */
  changeOf(tx: Transaction): number | undefined
  /** The next payment's change goes to a fresh key: keys follow from something else from now on. */
  forgetChange(): void
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
  readonly ledger: WalletLedger
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

const worthOf = (coins: readonly WalletCoin[]) => coins.reduce((sum, { value }) => sum + value, 0n)

/** Payments that were built and may be sent yet. */
const MOST_REMEMBERED = 1000

/** As long as the script that change goes to. */
const STAND_IN = p2pkhScript(new Uint8Array(20))

export function createSender(options: SenderOptions, deps: Deps): Sender {
  const { chain, mempool, ledger, keys, locks, random } = deps
  const changes = new LruMap<string, number>(MOST_REMEMBERED)
  const changeOf = (tx: Transaction) => changes.get(hashKey(txidOf(tx)))
  const known = { scriptOf: keys.signing.scriptOf, keySize: (hash: Uint8Array) => keys.byHash(hash)?.pubkey.length }

  /** Coins that may be spent without asking: neither locked by a person nor behind a lock time. */
  const available = (): WalletCoin[] =>
    ledger
      .coins()
      .filter(({ outpoint }) => !locks.isLocked(outpoint))
      .filter(({ source, scriptPubKey }) => ledger.isTrusted(source) && !isTimeLocked(scriptPubKey))

  const choose = (
    target: bigint,
    { coins: given = [], addCoins = true }: Wishes,
  ): readonly WalletCoin[] | undefined => {
    const missing = target - worthOf(given)
    if (given.length > 0 && missing <= 0n) return given
    if (!addCoins) return undefined
    const taken = new Set(given.map(({ outpoint }) => outpointKey(outpoint)))
    const added = chooseMore(
      available().filter(({ outpoint }) => !taken.has(outpointKey(outpoint))),
      missing,
    )
    return added && [...given, ...added]
  }
  const chooseMore = (trusted: readonly WalletCoin[], target: bigint): WalletCoin[] | undefined => {
    for (const tier of TIERS) {
      const eligible = trusted.filter((coin) => tier(coin, ledger.debit(coin.source.tx) > 0n))
      const chosen = selectCoins(eligible, target, random)
      if (chosen) return chosen
    }
    return undefined
  }

  const assemble = (coins: readonly WalletCoin[], outputs: readonly TxOut[], sign: boolean): Transaction => {
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
    if (!sign) return unsigned
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
      if (output.value < dustLimit(recipient.script) && !isUnspendable(recipient.script)) {
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

  // A key that no payment has used yet serves the next one too: what is only looked at must not use up keys.
  let waitingChange: Uint8Array | undefined
  const changeScript = (purpose: Purpose) => {
    const identity = options.identity()
    if (identity) return p2pkScript(identity)
    if (purpose === 'measure') return STAND_IN
    waitingChange ??= p2pkhScript(keys.next(null).hash)
    return waitingChange
  }
  const refuse = (value: bigint, fee: bigint, { coins: given = [], addCoins = true }: Wishes): never => {
    const all = worthOf(addCoins ? available() : given)
    if (value <= all && value + fee > all) {
      throw walletError(
        `Error: This transaction requires a transaction fee of at least ${formatAmount(fee)} because of its amount, complexity, or use of recently received funds!`,
      )
    }
    throw new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'Insufficient funds')
  }

  const build: Sender['build'] = (recipients, wishes = {}) => {
    const { purpose = 'send' } = wishes
    // Before anything is taken out of the key pool.
    if (purpose === 'send') keys.requireOpen()
    const value = recipients.reduce((sum, recipient) => sum + recipient.value, 0n)
    const subtracting = recipients.some(({ subtractFee }) => subtractFee)
    let fee = 0n
    // The fee depends on the size and the size on the coins: each round raises the fee, and coins are finite.
    for (;;) {
      const target = subtracting ? value : value + fee
      const coins = choose(target, wishes) ?? refuse(value, fee, wishes)
      const outputs = payees(recipients, fee)
      let paid = fee
      let changeAt = -1
      const change = worthOf(coins) - target
      if (change > 0n) {
        const script = changeScript(purpose)
        if (change < dustLimit(script)) paid += change
        else {
          // Before the last output, where the reference puts it (transactions-and-script.md §4).
          changeAt = outputs.length - 1
          outputs.splice(changeAt, 0, { value: change, scriptPubKey: script })
        }
      }
      // Signing thousands of inputs takes a second: not for a transaction that is too large in any case.
      if (coins.length * LEAST_INPUT > MOST_BYTES) throw walletError('Transaction too large')
      const tx = assemble(coins, outputs, purpose === 'send')
      const size = transactionSize(tx) + (purpose === 'send' ? 0 : signaturesSize(coins, known))
      if (size > MOST_BYTES) throw walletError('Transaction too large')
      const needed = requiredFee(size, options.payRate(), wishes.feeRate)
      if (paid >= needed) {
        if (purpose === 'send') changes.set(hashKey(txidOf(tx)), changeAt)
        return { tx, fee: paid, size, coins, changeAt }
      }
      fee = needed
    }
  }

  ledger.listen(({ tx }) => {
    const waiting = waitingChange
    if (waiting && tx.vout.some(({ scriptPubKey }) => equal(scriptPubKey, waiting))) waitingChange = undefined
  })
  const commit: Sender['commit'] = (tx, comments) => {
    const admit = () => mempool.accept(tx, { rejectAbsurdFee: false })
    return ledger.pay(tx, { ...comments, changeAt: changeOf(tx) }, admit).ok ? ledger.get(txidOf(tx)) : undefined
  }

  return {
    build,
    changeOf,
    forgetChange() {
      waitingChange = undefined
    },
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
