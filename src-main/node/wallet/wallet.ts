import { join } from 'node:path'
import type { ChainParams, UpgradeState } from '../consensus/index.ts'
import type { ChainUpdate, ChainView, Clock, MempoolView, MempoolWriter, Random } from '../interfaces.ts'
import { type Transaction, txidOf } from '../primitives/index.ts'
import type { WalletNotes } from '../storage/index.ts'
import { importKeys, type KeyImportOptions } from './backup/index.ts'
import { explainWalletError, noteWallet, openNotedWallet, openWalletFile, type WalletFile } from './file/index.ts'
import { createKeyring, type Keyring, type KeyStore, type LockTimers, type PhraseState } from './keys/index.ts'
import {
  type AddressBook,
  createAddressBook,
  createOwnership,
  createScriptBook,
  type ScriptBook,
} from './ownership/index.ts'
import { catchUp, createSearch, noticeKeys, type PhraseSearch, rescan, type ScanOptions } from './scan/index.ts'
import { type CoinLocks, createCoinLocks, createSender, type Sender } from './spending/index.ts'
import {
  type Balance,
  createMoves,
  createTxAmounts,
  createWalletLedger,
  type Moves,
  type TxAmounts,
  type WalletLedger,
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
  /** the `-pubkey`; asked each time because setpubkey sets it late */
  readonly identity: () => Uint8Array | undefined
  /** scrypt's cost for new passphrases; the default takes a third of a second and 128 MB */
  readonly passphraseCost?: number
  /** `-newwallet` */
  readonly newWallet?: boolean
}

export interface WalletDeps {
  readonly chain: ChainView & {
    upgrades(): UpgradeState
    /** what is connected is durable, and listeners have heard of it, when this returns */
    commit(): unknown
  }
  readonly mempool: MempoolView & MempoolWriter
  readonly clock: Clock
  readonly random: Random
  /** which wallet the chain is used with; left out: any may be */
  readonly notes?: WalletNotes
  /** the event loop's own if left out */
  readonly timers?: LockTimers
}

const PASSPHRASE_COST = 1 << 17
const systemTimers: LockTimers = {
  set: (callback, millis) => setTimeout(callback, millis).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

export interface Wallet {
  readonly keys: KeyStore
  /** encryption, phrase and accounts */
  readonly keyring: Keyring
  /** payments to addresses that follow from the phrase */
  readonly search: PhraseSearch
  readonly ledger: WalletLedger
  /** scripts that it was told of, beside those that follow from its keys */
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly sender: Sender
  readonly locks: CoinLocks
  /** what listaccounts was told of */
  readonly moves: Moves
  /** satoshis for 1000 bytes of a payment; 0: the least that is allowed */
  payRate(): bigint
  /** until the wallet is closed */
  setPayRate(rate: bigint): void
  /** what a wallet transaction meant for the wallet; `withWatched`: with what the wallet only looks at */
  amounts(wtx: WalletTx, withWatched?: boolean): TxAmounts
  balance(): Balance
  /** changes with everything that may change balance, coins or history, but not with locks */
  revision(): number
  /** brings the wallet up to the tip and puts its unconfirmed transactions back into the mempool */
  start(options?: ScanOptions): Promise<void>
  rescan(fromHeight: number, options?: ScanOptions): Promise<void>
  update(update: ChainUpdate): void
  /** after each change of the mempool, with the transactions that came in */
  mempoolChanged(added: readonly Transaction[]): void
  /** The public key that modules act for where none is given: what was chosen, or else a key of its own. Durable. */
  ownIdentity(): Uint8Array
  /**
   * Makes all further keys follow from this seed; durable when it returns. `restore`: the search for payments to them is due.
   * @throws RpcError −13 when the wallet is locked, −4 when it has another phrase
   */
  setSeed(seed: Uint8Array, state: PhraseState, restore: boolean): void
  /** 32 bytes that tell this wallet from others and reveal nothing of it; `seedfp` of getwalletinfo */
  fingerprint(): Uint8Array
  /**
   * Adds the keys of a dump: all of them or none, durable when it ends. Their payments are found by a rescan.
   * @throws RpcError −13 when the wallet is locked; the signal's reason, and nothing was added then
   */
  importDump(text: string, options?: KeyImportOptions): Promise<{ readonly found: number; readonly added: number }>
  /** a copy of the wallet's file, into one that is empty or not there */
  copyTo(path: string): void
  close(): void
}

/** Opens the wallet of one chain; throws WalletFileError with a text for people. */
export function createWallet(options: WalletSettings, deps: WalletDeps): Wallet {
  const path = join(options.directory, 'wallet.db')
  const { notes, chain, clock, random } = deps
  const presence = notes && {
    ...{ notes, clock, random, newWallet: options.newWallet === true },
    hasBlocks: () => chain.tip().height > 0,
  }
  const file = presence ? openNotedWallet(path, presence) : openWalletFile(path)
  try {
    const wallet = openWallet(file, options, deps)
    if (presence) noteWallet(file, presence)
    return wallet
  } catch (error) {
    file.close()
    throw explainWalletError(error, path)
  }
}

function openWallet(file: WalletFile, options: WalletSettings, deps: WalletDeps): Wallet {
  const { chain, mempool, clock, random } = deps
  const { ccEnabled } = options.params
  const keyring = createKeyring(
    { poolTarget: options.keyPool, passphraseCost: options.passphraseCost ?? PASSPHRASE_COST },
    { file, clock, random, timers: deps.timers ?? systemTimers, grown: () => search.grown() },
  )
  const keyStore = keyring.keys
  const scripts = createScriptBook({ file, clock, ccEnabled, added: () => ledger.claimAgain() })
  const keys: KeyStore = {
    ...keyStore,
    signing: { keyOf: keyStore.signing.keyOf, scriptOf: scripts.redeemScript },
    import(secret, compressed, label) {
      const found = keyStore.import(secret, compressed, label)
      if (found.added) ledger.claimAgain()
      return found
    },
    importAll(prepared) {
      const added = keyStore.importAll(prepared)
      if (added > 0) ledger.claimAgain()
      return added
    },
  }
  const book = createAddressBook({ keys, scripts })
  const ledger: WalletLedger = createWalletLedger({
    file,
    chain,
    mempool,
    clock,
    ownershipOf: createOwnership(keys, scripts),
    reach: () => keys.revision() + scripts.revision(),
    coinbaseMaturity: options.params.coinbaseMaturity,
  })
  /** For those that look through blocks: they must find none that the wallet would not hear of if it were taken back. */
  const committed: ChainView = {
    ...chain,
    tip() {
      chain.commit()
      return chain.tip()
    },
  }
  const search: PhraseSearch = createSearch({ chain: committed, ledger, keyring })
  ledger.listen((wtx) => noticeKeys({ ledger, keys }, wtx))
  const locks = createCoinLocks()
  let payRate = options.payRate
  const sender = createSender(
    { params: options.params, payRate: () => payRate, identity: options.identity },
    { chain, mempool, ledger, keys, locks, random },
  )
  let origin = keyring.origin()
  // Not by locking: a payment that is prepared again must not take another key of the pool.
  keyring.onChange(() => {
    if (keyring.origin() !== origin) sender.forgetChange()
    origin = keyring.origin()
  })
  const amounts = createTxAmounts({ ledger, book, ccEnabled })
  const remembered = (name: string, make: () => Uint8Array) => {
    const known = file.meta(name)
    if (known) return known
    const value = make()
    file.setMeta(name, value)
    return value
  }

  // getinfo asks thousands of times between two changes, and counting looks at every coin.
  let figures: { readonly revision: number; readonly balance: Balance } | undefined

  let changes = 0
  return {
    keys,
    keyring,
    search,
    ledger,
    scripts,
    book,
    sender,
    locks,
    moves: createMoves(file),
    payRate: () => payRate,
    setPayRate(rate) {
      payRate = rate
    },
    amounts,
    balance() {
      if (figures?.revision !== ledger.revision()) figures = { revision: ledger.revision(), balance: ledger.balance() }
      return figures.balance
    },
    revision: () => changes + ledger.revision(),
    async start(scan) {
      await catchUp(committed, ledger, scan)
      await search.resume(scan)
      for (const wtx of ledger.transactions()) {
        // One that is no longer valid stays in the history as conflicted; the answer tells nothing new.
        if (!wtx.block && !wtx.coinbase && !mempool.get(txidOf(wtx.tx))) {
          mempool.accept(wtx.tx, { rejectAbsurdFee: false })
        }
      }
    },
    rescan(fromHeight, scan) {
      ledger.claimAgain()
      return rescan(committed, ledger, fromHeight, scan)
    },
    update(update) {
      figures = undefined
      changes++
      ledger.update(update)
    },
    mempoolChanged(added) {
      // Also what left matters: a transaction that is nowhere any more gives its coins back.
      figures = undefined
      changes++
      for (const tx of added) ledger.observe(tx)
    },
    // In no address book, so that change that comes back to it does not look like a payment.
    setSeed(seed, state, restore) {
      keyring.accounts.setSeed(seed, state, () => {
        if (restore) search.demand(state.birth)
      })
      keyring.changed()
    },
    ownIdentity: () => remembered('identity', () => keys.next(null).pubkey),
    fingerprint: () => remembered('fingerprint', () => random.bytes(32)),
    async importDump(text, options) {
      keys.requireOpen()
      return importKeys({ file, vault: keyring.vault, clock, keys }, text, options)
    },
    copyTo: (path) => file.copyTo(path),
    close() {
      keyring.vault.lock()
      ledger.keepPlace(chain.tip())
      file.close()
    },
  }
}
