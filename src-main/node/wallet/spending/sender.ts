import type { ChainParams, UpgradeState } from '../../consensus/index.ts'
import type { ChainView, MempoolWriter, Random } from '../../core/index.ts'
import { computeTxid } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import type { Recipient } from '../../transactions/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import type { KeyStore } from '../keys/index.ts'
import type { TransactionRecorder, WalletLedger, WalletTx } from '../transactions/index.ts'
import { WalletError } from '../walletError.ts'
import type { CoinLocks } from './coinLocks.ts'
import { type BuiltPayment, PaymentBuilder, type PaymentOptions, type PaymentPurpose } from './paymentBuilder.ts'

/** Comments that are stored only in the wallet. */
interface Comments {
  readonly comment: string
  readonly commentTo: string
}

export interface SenderOptions {
  readonly params: ChainParams
  /** satoshis per 1000 bytes (`-paytxfee`); 0 for the default rate */
  readonly payRate: () => bigint
  /** returns the `-pubkey`, which receives the change */
  readonly identity: () => Uint8Array | undefined
}

export interface SenderDeps {
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly mempool: MempoolWriter
  readonly ledger: WalletLedger
  readonly recorder: Pick<TransactionRecorder, 'pay'>
  readonly keys: KeyStore
  readonly locks: CoinLocks
  readonly random: Random
}

/** Maximum number of unsent payments whose change output is remembered. */
const MAX_REMEMBERED = 1000

/** Placeholder with the length of a change script. */
const PLACEHOLDER = p2pkhScript(new Uint8Array(20))

/**
 * Chooses the change script. A key that no recorded payment has used is reused, so that building payments uses up no
 * keys.
 */
class ChangeScripts {
  readonly #keys: KeyStore
  readonly #identity: SenderOptions['identity']
  #unused: Uint8Array | undefined

  constructor({ keys, ledger }: SenderDeps, identity: SenderOptions['identity']) {
    this.#keys = keys
    this.#identity = identity
    ledger.listen(({ tx }) => {
      const script = this.#unused
      if (script && tx.vout.some(({ scriptPubKey }) => equal(scriptPubKey, script))) this.forget()
    })
  }

  scriptFor(purpose: PaymentPurpose): Uint8Array {
    const pubkey = this.#identity()
    if (pubkey) return p2pkScript(pubkey)
    if (purpose === 'measure') return PLACEHOLDER
    this.#unused ??= p2pkhScript(this.#keys.next(null).hash)
    return this.#unused
  }

  forget(): void {
    this.#unused = undefined
  }
}

export class Sender {
  readonly #deps: SenderDeps
  readonly #changeScripts: ChangeScripts
  readonly #builder: PaymentBuilder
  /** change outputs of payments built here, by txid */
  readonly #changes = new LruMap<string, number>(MAX_REMEMBERED)

  constructor({ params, payRate, identity }: SenderOptions, deps: SenderDeps) {
    this.#deps = deps
    this.#changeScripts = new ChangeScripts(deps, identity)
    const changeScript = (purpose: PaymentPurpose) => this.#changeScripts.scriptFor(purpose)
    this.#builder = new PaymentBuilder({ ...deps, params, payRate, changeScript })
  }

  /** Builds a payment and signs it unless the options say otherwise. Records nothing. @throws WalletError */
  build(recipients: readonly Recipient[], options: PaymentOptions = {}): BuiltPayment {
    const built = this.#builder.build(recipients, options)
    if ((options.purpose ?? 'send') === 'send') this.#changes.set(hashKey(computeTxid(built.tx)), built.changeAt)
    return built
  }

  /**
   * Returns the output index of the change of a payment built here, or −1 without change. Returns undefined for other
   * payments and for those evicted from the cache.
   */
  changeOf(tx: Transaction): number | undefined {
    return this.#changes.get(hashKey(computeTxid(tx)))
  }

  /** Makes the next payment use a fresh change key. Call when the source of the wallet's keys changes. */
  forgetChange(): void {
    this.#changeScripts.forget()
  }

  /** Accepts a payment to the mempool and records it; durable on return. Returns undefined if it was rejected. */
  commit(tx: Transaction, comments: Comments): WalletTx | undefined {
    const { mempool, ledger, recorder } = this.#deps
    const admit = () => mempool.accept(tx, { rejectAbsurdFee: false })
    const notes = { ...comments, changeAt: this.changeOf(tx) }
    return recorder.pay(tx, notes, admit).ok ? ledger.get(computeTxid(tx)) : undefined
  }

  /** Builds and commits. @throws WalletError */
  send(recipients: readonly Recipient[], comments: Comments): WalletTx {
    const sent = this.commit(this.build(recipients).tx, comments)
    if (sent) return sent
    throw new WalletError(
      'rejected',
      'Error: The transaction was rejected! This might happen if some of the coins in your wallet were already spent, such as if you used a copy of wallet.dat and coins were spent in the copy but not marked as spent here.',
    )
  }
}
