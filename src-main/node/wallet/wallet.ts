import { join } from 'node:path'
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
import { type Transaction, txidOf } from '../primitives/index.ts'
import type { WalletNotes } from '../storage/index.ts'
import { equal } from '../util/index.ts'
import { importKeys, type KeyImportOptions } from './backup/index.ts'
import { explainWalletError, noteWallet, openNotedWallet, openWalletFile, type WalletFile } from './file/index.ts'
import { Keyring, type KeyStore, type LockTimers, type PhraseState } from './keys/index.ts'
import { AddressBook, createOwnership, ScriptBook } from './ownership/index.ts'
import { catchUp, noticeKeys, PhraseSearch, rescan, type ScanOptions } from './scan/index.ts'
import { createSealedBackups, type SealedBackups } from './sealedBackups.ts'
import { CoinLocks, Sender } from './spending/index.ts'
import {
  type Balance,
  createMoves,
  createTxAmounts,
  type Moves,
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
  /** the `-pubkey`; a function because setpubkey may set it later */
  readonly identity: () => Uint8Array | undefined
  /** scrypt's cost for new passphrases; the default takes a third of a second and 128 MB */
  readonly passphraseCost?: number
  /** `-newwallet` */
  readonly newWallet?: boolean
}

export interface WalletDeps {
  readonly chain: ChainView & {
    upgrades(): UpgradeState
    /** the tip after everything that is connected became durable and listeners were notified of it */
    committedTip(): BlockEntry
  }
  readonly mempool: MempoolView & MempoolWriter
  readonly clock: Clock
  readonly random: Random
  /** which wallet the chain is used with; left out: any wallet is accepted */
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
  /** searches for payments to addresses derived from the phrase */
  readonly search: PhraseSearch
  readonly ledger: WalletLedger
  /** writes what the ledger gets to know */
  readonly recorder: TransactionRecorder
  /** redeem scripts and watch-only scripts, beside those that follow from its keys */
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly sender: Sender
  readonly locks: CoinLocks
  /** amounts that `move` moved between labels, for listaccounts */
  readonly moves: Moves
  /** satoshis for 1000 bytes of a payment; 0: the default rate */
  payRate(): bigint
  /** until the wallet is closed */
  setPayRate(rate: bigint): void
  /** amounts of a wallet transaction as RPC reports them; `withWatched`: watch-only outputs count too */
  amounts(wtx: WalletTx, withWatched?: boolean): TxAmounts
  balance(): Balance
  /** changes with everything that may change balance, coins or history, but not with locks */
  revision(): number
  /** brings the wallet up to the tip and puts its unconfirmed transactions back into the mempool */
  start(options?: ScanOptions): Promise<void>
  rescan(fromHeight: number, options?: ScanOptions): Promise<void>
  /** Returns true if a block that is being connected concerns the wallet, as far as it knows now. */
  wants(block: ConnectedBlock): boolean
  update(update: ChainUpdate): void
  /** after each change of the mempool, with the transactions that came in */
  mempoolChanged(added: readonly Transaction[]): void
  /**
   * The public key that modules act for where none is given: the one that was chosen, else that of the phrase's first
   * account, else a key of the wallet. Durable.
   */
  ownIdentity(): Uint8Array
  /**
   * Lets the phrase's first account take the place of a token key that nobody chose. The caller has made sure that nothing
   * was ever paid to it. @returns the new one; undefined: a person chose the present one, or there is no phrase
   */
  moveIdentityToPhrase(): Uint8Array | undefined
  /**
   * All further keys are derived from this seed; durable when it returns. `restore`: payments to them are to be searched.
   * @throws WalletError `locked`, `other-phrase`
   */
  setSeed(seed: Uint8Array, state: PhraseState, restore: boolean): void
  /** 32 random bytes that identify this wallet; `seedfp` of getwalletinfo */
  fingerprint(): Uint8Array
  /**
   * Adds the keys of a dump: all of them or none, durable when it ends. Their payments are found by a rescan.
   * @throws WalletError `locked`; the signal's reason, with nothing added
   */
  importDump(text: string, options?: KeyImportOptions): Promise<{ readonly found: number; readonly added: number }>
  readonly sealed: SealedBackups
  /** a copy of the wallet's file, into one that is empty or not there */
  copyTo(path: string): void
  close(): void
}

/** Opens the wallet of one chain. @throws WalletFileError with a text for people */
export function createWallet(settings: WalletSettings, deps: WalletDeps): Wallet {
  const path = join(settings.directory, 'wallet.db')
  const { notes, chain, clock, random } = deps
  const presence = notes && {
    ...{ notes, clock, random, newWallet: settings.newWallet === true },
    hasBlocks: () => chain.tip().height > 0,
  }
  const file = presence ? openNotedWallet(path, presence) : openWalletFile(path)
  try {
    const wallet = openWallet(file, settings, deps)
    if (presence) noteWallet(file, presence)
    return wallet
  } catch (error) {
    file.close()
    throw explainWalletError(error, path)
  }
}

/** The chain for scans, which must not read a block that would be rolled back without the wallet being notified. */
const committedChain = (chain: WalletDeps['chain']): ChainView => ({
  ...chain,
  tip: () => chain.committedTip(),
})

function createParts(
  file: WalletFile,
  settings: WalletSettings,
  { chain, mempool, clock, random, timers }: WalletDeps,
) {
  const { ccEnabled, coinbaseMaturity } = settings.params
  const keyring = new Keyring({
    poolTarget: settings.keyPool,
    passphraseCost: settings.passphraseCost ?? PASSPHRASE_COST,
    ...{ file, clock, random, timers: timers ?? systemTimers },
    redeemScript: (hash20) => scripts.redeemScript(hash20),
    added: () => ledger.recheckOwnership(),
    grown: () => search.grown(),
  })
  const { keys } = keyring
  const scripts = new ScriptBook({ file, clock, ccEnabled, added: () => ledger.recheckOwnership() })
  const ledger = new WalletLedger({
    ...{ file, chain, mempool, coinbaseMaturity },
    ownershipOf: createOwnership(keys, scripts),
  })
  const reach = () => keys.revision() + scripts.revision()
  const recorder = new TransactionRecorder({ ledger, file, chain, clock, reach })
  const committed = committedChain(chain)
  const search = new PhraseSearch({ chain: committed, ledger, recorder, keyring })
  ledger.listen((wtx) => noticeKeys({ ledger, keys }, wtx))
  return { keyring, scripts, keys, ledger, recorder, committed, search, book: new AddressBook({ keys, scripts }) }
}

/** Unconfirmed transactions enter the mempool again. One that is no longer valid stays in the history as conflicted. */
function resubmit(ledger: WalletLedger, mempool: WalletDeps['mempool']): void {
  for (const wtx of ledger.transactions()) {
    if (!wtx.block && !wtx.coinbase && !mempool.get(txidOf(wtx.tx))) mempool.accept(wtx.tx, { rejectAbsurdFee: false })
  }
}

/** The balance, counted anew only after a change: getinfo asks thousands of times in between, and counting reads every coin. */
function createBalanceCache(ledger: WalletLedger) {
  let counted: { readonly revision: number; readonly balance: Balance } | undefined
  return {
    balance(): Balance {
      if (counted?.revision !== ledger.revision()) counted = { revision: ledger.revision(), balance: ledger.balance() }
      return counted.balance
    },
    forget() {
      counted = undefined
    },
  }
}

/** A value of the wallet file; it is made and stored where there is none yet. */
function storedValue(file: WalletFile, name: string, make: () => Uint8Array): Uint8Array {
  const known = file.meta(name)
  if (known) return known
  const value = make()
  file.setMeta(name, value)
  return value
}

function openWallet(file: WalletFile, settings: WalletSettings, deps: WalletDeps): Wallet {
  const { chain, mempool, clock, random } = deps
  const { committed, ...parts } = createParts(file, settings, deps)
  const { keyring, keys, ledger, recorder, search, book } = parts
  const locks = new CoinLocks()
  let payRate = settings.payRate
  const sender = new Sender(
    { params: settings.params, payRate: () => payRate, identity: settings.identity },
    { chain, mempool, ledger, recorder, keys, locks, random },
  )
  let origin = keyring.origin()
  // Not when the wallet is locked: a payment that is prepared again must not take another key of the pool.
  keyring.onChange(() => {
    if (keyring.origin() !== origin) sender.forgetChange()
    origin = keyring.origin()
  })
  const balances = createBalanceCache(ledger)
  let changes = 0
  const changed = () => {
    balances.forget()
    changes++
  }

  const setSeed: Wallet['setSeed'] = (seed, state, restore) => {
    keyring.accounts.setSeed(seed, state, () => {
      if (restore) search.demand(state.birth)
    })
    keyring.changed()
  }
  const importDump: Wallet['importDump'] = async (text, options) => {
    keys.requireOpen()
    return importKeys({ file, vault: keyring.vault, clock, keys }, text, options)
  }
  const sealed = createSealedBackups({
    ...{ ...parts, file, clock, random, setSeed, importDump, timers: deps.timers ?? systemTimers },
    ...{ cost: settings.passphraseCost ?? PASSPHRASE_COST, chain: settings.params.name, tip: () => chain.tip() },
  })

  return {
    ...parts,
    sealed,
    sender,
    locks,
    moves: createMoves(file),
    payRate: () => payRate,
    setPayRate(rate) {
      payRate = rate
    },
    amounts: createTxAmounts({ ledger, book, ccEnabled: settings.params.ccEnabled }),
    balance: balances.balance,
    revision: () => changes + ledger.revision(),
    async start(scan) {
      await catchUp(committed, recorder, scan)
      await search.resume(scan)
      resubmit(ledger, mempool)
    },
    rescan(fromHeight, scan) {
      ledger.recheckOwnership()
      return rescan(committed, recorder, fromHeight, scan)
    },
    wants: (block) => recorder.wants(block),
    update(update) {
      changed()
      recorder.update(update)
    },
    mempoolChanged(added) {
      // A transaction that left the mempool for good gives its coins back.
      changed()
      for (const tx of added) recorder.observe(tx)
    },
    setSeed,
    // Without a label, so that change that comes back to it does not look like a payment.
    ownIdentity: () =>
      storedValue(file, 'identity', () => {
        const [account] = keyring.accounts.list()
        const pubkey = account?.pubkey ?? keys.next(null).pubkey
        file.setMeta('madeIdentity', pubkey)
        return pubkey
      }),
    moveIdentityToPhrase() {
      const [present, made] = [keyring.identity(), file.meta('madeIdentity')]
      const [account] = keyring.accounts.list()
      if (!account || !present || !made || !equal(present, made)) return undefined
      const before = keys.byHash(hash160(present))
      if (before?.path === null) keys.retire(before)
      file.setMeta('madeIdentity', account.pubkey)
      keyring.setIdentity(account.pubkey)
      return account.pubkey
    },
    fingerprint: () => storedValue(file, 'fingerprint', () => random.bytes(32)),
    importDump,
    copyTo: (path) => file.copyTo(path),
    close() {
      sealed.schedule.close()
      keyring.vault.lock()
      recorder.markIfCaughtUp(chain.tip())
      file.close()
    },
  }
}
