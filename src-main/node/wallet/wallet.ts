import type { ChainParams, UpgradeState } from '../consensus/index.ts'
import type {
  BlockEntry,
  ChainUpdate,
  ChainView,
  Clock,
  ConnectedBlock,
  MempoolView,
  MempoolWriter,
  Random,
} from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import type { Transaction } from '../primitives/index.ts'
import type { WalletBindings } from '../storage/index.ts'
import { equal } from '../util/index.ts'
import { importKeys, type KeyImportOptions } from './backup/index.ts'
import type { WalletFile } from './file/index.ts'
import { Keyring, type KeyStore, type LockTimers, type PhraseState, SYSTEM_TIMERS } from './keys/index.ts'
import { OldWallets } from './moveIn/index.ts'
import { readWalletDat } from './moveIn/walletDat/index.ts'
import { AgreedMove } from './moveToPhrase/agreedMove.ts'
import { AddressBook, createOwnership, ScriptBook } from './ownership/index.ts'
import {
  catchUp,
  DueRescan,
  noticeKeys,
  PhraseSearch,
  rescan,
  type ScannedChain,
  type ScanOptions,
} from './scan/index.ts'
import { SealedBackups } from './sealedBackups.ts'
import { CoinLocks, Sender } from './spending/index.ts'
import {
  type Balance,
  createTxAmounts,
  Moves,
  TransactionRecorder,
  type TxAmounts,
  WalletLedger,
  type WalletTx,
} from './transactions/index.ts'

export interface WalletSettings {
  readonly params: ChainParams
  /** folder of `wallet.db` */
  readonly directory: string
  /** `-keypool` */
  readonly keyPool: number
  /** `-paytxfee`, satoshis per 1000 bytes */
  readonly payRate: bigint
  /** returns the `-pubkey`, which setpubkey may set later */
  readonly identity: () => Uint8Array | undefined
  /** scrypt cost for new passphrases; the default takes a third of a second and 128 MB */
  readonly passphraseCost?: number
  /** `-newwallet`; with `withPhrase`, a new wallet has a phrase from its first key on */
  readonly newWallet?: boolean
  /** true if a new wallet is for a private sandbox */
  readonly forSandbox?: boolean
  readonly withPhrase?: boolean
}

export interface WalletDeps {
  readonly chain: ChainView & {
    upgrades(): UpgradeState
    /** returns the tip after all connected blocks became durable and listeners were notified */
    committedTip(): BlockEntry
  }
  readonly mempool: MempoolView & MempoolWriter
  readonly clock: Clock
  readonly random: Random
  /** wallet that the chain is bound to; if absent, any wallet is accepted */
  readonly notes?: Pick<WalletBindings, 'current' | 'earlier' | 'add'>
  readonly admitOutsideKeys?: () => boolean
  /** default: timers of the event loop */
  readonly timers?: LockTimers
}

const PASSPHRASE_COST = 1 << 17

/** Keys, transactions and payments of one chain's wallet. `openWallet` opens one. */
export class Wallet {
  /** encryption, phrase and accounts */
  readonly keyring: Keyring
  readonly keys: KeyStore
  /** redeem scripts and watch-only scripts, in addition to scripts of its keys */
  readonly scripts: ScriptBook
  readonly ledger: WalletLedger
  /** writes the transactions of the ledger */
  readonly recorder: TransactionRecorder
  readonly search: PhraseSearch
  readonly book: AddressBook
  readonly locks = new CoinLocks()
  readonly sender: Sender
  /** amounts that `move` moved between labels, for listaccounts */
  readonly moves: Moves
  readonly sealed: SealedBackups
  readonly agreedMove: AgreedMove
  /** wallet files of komodod */
  readonly oldWallets: OldWallets
  readonly #dueRescan: DueRescan
  readonly #file: WalletFile
  readonly #deps: WalletDeps
  /** Scans must not read a block that could be rolled back without notifying the wallet. */
  readonly #committedChain: ScannedChain
  readonly #amounts: ReturnType<typeof createTxAmounts>
  #payRate: bigint
  #changes = 0
  /** cached, because getinfo reads it thousands of times between changes, and counting reads every coin */
  #counted: { readonly revision: number; readonly balance: Balance } | undefined

  constructor(file: WalletFile, settings: WalletSettings, deps: WalletDeps) {
    const { params, keyPool: poolTarget, passphraseCost = PASSPHRASE_COST } = settings
    const { chain, mempool, clock, random, timers = SYSTEM_TIMERS, admitOutsideKeys } = deps
    const { ccEnabled, coinbaseMaturity } = params
    this.#file = file
    this.#deps = deps
    this.#payRate = settings.payRate
    this.keyring = new Keyring({
      ...{ file, clock, random, timers, poolTarget, passphraseCost, admitOutsideKeys },
      redeemScript: (hash20) => this.scripts.redeemScript(hash20),
      added: () => this.ledger.recheckOwnership(),
      grown: () => this.search.grown(),
    })
    this.keys = this.keyring.keys
    this.scripts = new ScriptBook({ file, clock, ccEnabled, added: () => this.ledger.recheckOwnership() })
    const { keyring, keys, scripts } = this
    const ownershipOf = createOwnership(keys, scripts)
    const ledger = new WalletLedger({ file, chain, mempool, coinbaseMaturity, ownershipOf })
    this.ledger = ledger
    const reach = () => keys.revision() + scripts.revision()
    this.recorder = new TransactionRecorder({ ledger, file, chain, clock, reach })
    this.#committedChain = {
      tip: () => chain.committedTip(),
      byHeight: (height) => chain.byHeight(height),
      byHash: (hash) => chain.byHash(hash),
      isActive: (entry) => chain.isActive(entry),
    }
    this.search = new PhraseSearch({ chain: this.#committedChain, ledger, recorder: this.recorder, keyring })
    ledger.listen((wtx) => noticeKeys({ ledger, keys }, wtx))
    this.book = new AddressBook({ keys, scripts, file })
    this.sender = new Sender(
      { params, payRate: () => this.#payRate, identity: settings.identity },
      { chain, mempool, ledger, recorder: this.recorder, keys, locks: this.locks, random },
    )
    this.#forgetChangeWithOrigin()
    this.moves = new Moves(file)
    this.agreedMove = new AgreedMove(file)
    this.#amounts = createTxAmounts({ ledger, book: this.book, ccEnabled })
    this.sealed = new SealedBackups({
      ...{ file, clock, random, timers, keyring, keys, scripts, book: this.book },
      recorder: this.recorder,
      ...{ cost: passphraseCost, chain: params.name, tip: () => chain.tip() },
      setSeed: (seed, state, restore) => this.setSeed(seed, state, restore),
      importDump: (text, options) => this.importDump(text, options),
    })
    const { book, recorder } = this
    this.#dueRescan = new DueRescan({ chain: this.#committedChain, file, ledger, recorder })
    this.oldWallets = new OldWallets({
      ...{ file, keyring, scripts, book, recorder, clock, ccEnabled, dueRescan: this.#dueRescan },
      read: readWalletDat,
    })
  }

  /** Returns the fee rate in satoshis per 1000 bytes, or 0 for the default rate. */
  payRate(): bigint {
    return this.#payRate
  }

  /** Sets the fee rate until the wallet is closed. */
  setPayRate(rate: bigint): void {
    this.#payRate = rate
  }

  /** Returns the amounts of a wallet transaction for RPC. `withWatched`: include watch-only outputs. */
  amounts(wtx: WalletTx, withWatched?: boolean): TxAmounts {
    return this.#amounts(wtx, withWatched)
  }

  balance(): Balance {
    const revision = this.ledger.revision()
    if (this.#counted?.revision !== revision) this.#counted = { revision, balance: this.ledger.balance() }
    return this.#counted.balance
  }

  /** Returns a counter that changes whenever balance, coins or history may change, but not with locks. */
  revision(): number {
    return this.#changes + this.ledger.revision()
  }

  /** Scans up to the tip and puts the wallet's unconfirmed transactions back into the mempool. */
  async start(options?: ScanOptions): Promise<void> {
    await catchUp(this.#committedChain, this.recorder, options)
    await this.#dueRescan.run(options)
    await this.search.resume(options)
    this.#resubmit()
  }

  rescan(fromHeight: number, options?: ScanOptions): Promise<void> {
    this.ledger.recheckOwnership()
    return rescan(this.#committedChain, this.recorder, fromHeight, options)
  }

  /** Returns true if a block that is being connected concerns the wallet's current keys and scripts. */
  wants(block: ConnectedBlock): boolean {
    return this.recorder.wants(block)
  }

  update(update: ChainUpdate): void {
    this.#changed()
    this.recorder.update(update)
  }

  /** Follows a change of the mempool. @param added new transactions */
  mempoolChanged(added: readonly Transaction[]): void {
    // A transaction that left the mempool permanently releases its coins.
    this.#changed()
    for (const tx of added) this.recorder.observe(tx)
  }

  /**
   * Returns the public key that contracts act for by default, and stores it: the chosen key, else that of the phrase's
   * first account, else a key of the wallet.
   */
  ownIdentity(): Uint8Array {
    return this.#storedValue('identity', () => {
      const [account] = this.keyring.accounts.list()
      // Use no label, so that change paid to this key does not look like a payment.
      const pubkey = account?.pubkey ?? this.keys.next(null).pubkey
      this.#file.setMeta('madeIdentity', pubkey)
      return pubkey
    })
  }

  /**
   * Replaces a token key that the user did not choose with the phrase's first account. The caller must check that
   * nothing was ever paid to the old key.
   * @returns the new key, or undefined if the user chose the present one or there is no phrase
   */
  moveIdentityToPhrase(): Uint8Array | undefined {
    const { keyring, keys } = this
    const [present, made] = [keyring.identity(), this.#file.meta('madeIdentity')]
    const [account] = keyring.accounts.list()
    if (!account || !present || !made || !equal(present, made)) return undefined
    const before = keys.byHash(hash160(present))
    if (before?.path === null) keys.retire(before)
    this.#file.setMeta('madeIdentity', account.pubkey)
    keyring.setIdentity(account.pubkey)
    return account.pubkey
  }

  /**
   * Sets the seed from which all further keys are derived; durable on return. Replaces an unused phrase.
   * @param restore true to search for payments to the keys
   * @param fresh true if this program has just made the phrase; it may then also replace a phrase that cannot be shown
   *   again
   * @throws WalletError `locked`, `other-phrase`
   */
  setSeed(seed: Uint8Array, state: PhraseState, restore: boolean, fresh = false): void {
    const replace = this.isPhraseUnused() || (fresh && this.isPhraseReplaceable())
    this.keyring.setSeed(seed, state, () => restore && this.search.demand(state.birth), replace)
    this.keyring.changed()
  }

  /** Returns true if the wallet was created with its phrase, and the phrase was neither shown nor paid. */
  isPhraseUnused(): boolean {
    return this.keyring.isPhraseUnseen() && this.ledger.transactions().length === 0
  }

  /**
   * Returns true if the words cannot be shown again and no search for payments or move to the phrase depends on them.
   */
  isPhraseReplaceable(): boolean {
    const { keyring, search, agreedMove } = this
    const { accounts } = keyring
    if (accounts.phrase() === undefined || accounts.keepsWords()) return false
    return !search.isDue() && !search.isOpen() && agreedMove.get() === undefined
  }

  /** Returns 32 random bytes that identify this wallet (`seedfp` of getwalletinfo). */
  fingerprint(): Uint8Array {
    return this.#storedValue('fingerprint', () => this.#deps.random.bytes(32))
  }

  /**
   * Adds the keys of a dump: all or none, durable on return. A rescan must find their payments.
   * @throws WalletError `locked`; the signal's reason, with nothing added
   */
  async importDump(
    text: string,
    options?: KeyImportOptions,
  ): Promise<{ readonly found: number; readonly added: number }> {
    const { keys, keyring } = this
    keys.requireOpen()
    return importKeys({ file: this.#file, vault: keyring.vault, clock: this.#deps.clock, keys }, text, options)
  }

  /** Copies the wallet file to an empty or absent file. */
  copyTo(path: string): void {
    this.#file.copyTo(path)
  }

  close(): void {
    this.sealed.schedule.close()
    this.keyring.vault.lock()
    this.recorder.markIfCaughtUp(this.#deps.chain.tip())
    this.#file.close()
  }

  #changed(): void {
    this.#counted = undefined
    this.#changes++
  }

  /**
   * Forgets the change key when the source of keys changes, but not on locking: preparing a payment again must not use
   * another pool key.
   */
  #forgetChangeWithOrigin(): void {
    let origin = this.keyring.origin()
    this.keyring.onChange(() => {
      if (this.keyring.origin() !== origin) this.sender.forgetChange()
      origin = this.keyring.origin()
    })
  }

  /** Puts unconfirmed transactions back into the mempool. Invalid ones stay in the history as conflicted. */
  #resubmit(): void {
    const { mempool } = this.#deps
    for (const wtx of this.ledger.transactions()) {
      if (!wtx.block && !wtx.coinbase && !mempool.get(wtx.txid)) mempool.accept(wtx.tx, { rejectAbsurdFee: false })
    }
  }

  /** Returns a value of the wallet file. Creates and stores it if missing. */
  #storedValue(name: string, make: () => Uint8Array): Uint8Array {
    const known = this.#file.meta(name)
    if (known) return known
    const value = make()
    this.#file.setMeta(name, value)
    return value
  }
}
