import type { Clock } from '../../core/index.ts'
import type { AccountRow, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import type { KeyStore } from './keyStore.ts'
import { deriveExtendedKey, type KeyTree } from './keyTree.ts'
import { phraseOfEntropy } from './phrase.ts'
import { ENTROPY_PURPOSE, keyPurpose, SEED_PURPOSE } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/**
 * Shown account of the phrase (BIP44). Its identity key, which modules can act for, is the key of its first address.
 * The identity key has no label.
 */
export interface HdAccount {
  readonly account: number
  readonly label: string
  readonly pubkey: Uint8Array
}

/** Stored facts about the wallet's phrase, in addition to its seed. */
export interface PhraseState {
  readonly words: number
  /** birthday in unix seconds; 0 if unknown */
  readonly birth: number
  /** entropy of the words if this program generated them; a typed phrase has only its seed */
  readonly entropy?: Uint8Array | undefined
  /** true if the seed comes from a backup: the user may never have seen the words */
  readonly unwritten?: boolean
  /**
   * true if the user typed it, even if it has a birthday; false for phrases stored by earlier versions of the program
   */
  readonly typed?: boolean
}

/** meta entry of a typed phrase */
const TYPED = 'phraseTyped'

/** Returns the first two accounts of a seed: the shown one and the prepared one. */
export function firstAccounts(seed: Uint8Array, now: number): readonly [AccountRow, AccountRow] {
  const row = (account: number, label: string | null): AccountRow => ({
    ...{ account, extended: deriveExtendedKey(seed, account), label, created: now },
  })
  return [row(0, ''), row(1, null)]
}

const MAX_ACCOUNTS_PER_PHRASE = 100

export interface HdAccountsDeps {
  readonly file: WalletFile
  readonly vault: Vault
  readonly tree: KeyTree
  readonly keys: KeyStore
  readonly clock: Clock
}

const noFurtherAccount = (text: string) => new WalletError('no-further-account', text)

/**
 * Accounts of the wallet's phrase. Always prepares one account more than it shows, so that payments to it are noticed.
 */
export class HdAccounts {
  readonly #deps: HdAccountsDeps
  /** identity keys by account */
  readonly #identities = new Map<number, Uint8Array>()

  constructor(deps: HdAccountsDeps) {
    this.#deps = deps
  }

  /** Returns undefined if the wallet has no phrase. */
  phrase(): PhraseState | undefined {
    const { file } = this.#deps
    const seed = file.seed()
    return seed && { words: seed.words, birth: seed.birth, ...(file.meta(TYPED) && { typed: true }) }
  }

  /**
   * Sets the seed from which all further keys are derived; durable on return. If the wallet already has this phrase,
   * only `alongside` is run.
   * @param alongside writes in the same durable step
   * @param replace true to replace another phrase of the wallet; its keys stay and get their own secrets
   * @throws WalletError `locked`, `other-phrase`
   */
  setSeed(seed: Uint8Array, state: PhraseState, alongside: () => void, replace = false): void {
    const { file, vault, tree, clock } = this.#deps
    const { words, birth, entropy, typed } = state
    vault.requireOpen()
    const rows = firstAccounts(seed, clock.now())
    const [first] = tree.accounts()
    if (first && first.extended === rows[0].extended) {
      alongside()
      return
    }
    if (first && !replace) {
      const text = 'The wallet already has another phrase. Restore this phrase in a separate wallet.'
      throw new WalletError('other-phrase', text)
    }
    const { secret: plain, sealed } = vault.store(seed, SEED_PURPOSE)
    const kept = entropy && vault.store(entropy, ENTROPY_PURPOSE)
    this.#durably(() => {
      if (first) this.#detach()
      file.putSeed({ plain, sealed, words, birth })
      if (kept) file.putEntropy({ plain: kept.secret, sealed: kept.sealed })
      if (typed) file.setMeta(TYPED, Uint8Array.of(1))
      else file.dropMeta(TYPED)
      for (const row of rows) this.#put(row)
      alongside()
    })
  }

  /**
   * Returns the 64-byte seed, which the caller must wipe, or undefined without a phrase.
   * @throws WalletError `locked`
   */
  readSeed(): Uint8Array | undefined {
    const row = this.#deps.file.seed()
    // Copy it: without a passphrase, the vault returns the row's own bytes.
    return row && this.#deps.vault.read({ secret: row.plain, sealed: row.sealed }, SEED_PURPOSE).slice()
  }

  /** Returns true if the words can be shown again, because this program generated them. */
  keepsWords(): boolean {
    return this.#deps.file.entropy() !== undefined
  }

  /**
   * Returns the entropy of the words, which the caller must wipe, or undefined if it is not stored.
   * @throws WalletError `locked`
   */
  readEntropy(): Uint8Array | undefined {
    const row = this.#deps.file.entropy()
    return row && this.#deps.vault.read({ secret: row.plain, sealed: row.sealed }, ENTROPY_PURPOSE).slice()
  }

  /** Returns the words of the phrase, or undefined if they are not stored. @throws WalletError `locked` */
  readWords(): string | undefined {
    const entropy = this.readEntropy()
    const words = entropy && phraseOfEntropy(entropy)
    entropy?.fill(0)
    return words
  }

  /** Returns the shown accounts by number. */
  list(): readonly HdAccount[] {
    return this.#shown().map((row) => this.#describe(row))
  }

  find(account: number): HdAccount | undefined {
    const row = this.#findShown(account)
    return row && this.#describe(row)
  }

  /** Shows the next account. @throws WalletError `no-further-account`, `locked` */
  add(label: string): HdAccount {
    const { tree, vault } = this.#deps
    if (!tree.hasSeed()) throw noFurtherAccount('The wallet has no phrase and therefore no accounts')
    if (this.#shown().length >= MAX_ACCOUNTS_PER_PHRASE) {
      throw noFurtherAccount(`A wallet has at most ${MAX_ACCOUNTS_PER_PHRASE} accounts`)
    }
    if (!this.#preparedRow()) {
      vault.requireOpen()
      this.prepare()
    }
    const row = this.#preparedRow()
    if (!row) throw new Error('an account was not prepared')
    this.#show(row, label)
    return this.#describe({ ...row, label })
  }

  /** Changes the label of an account. @throws WalletError `invalid-input` if there is no such account */
  label(account: number, label: string): HdAccount {
    const row = this.#findShown(account)
    if (!row) throw new WalletError('invalid-input', `Invalid parameter, there is no account ${account}`)
    this.#put({ ...row, label })
    return this.#describe({ ...row, label })
  }

  /** Records a payment to an address of the account: shows the account and prepares the next one. */
  notice(account: number): void {
    const row = this.#preparedRow()
    if (row && row.account <= account) this.#show(row, '')
  }

  /** Prepares one more account than are shown, if the vault is open. */
  prepare(): void {
    const { tree, vault, clock } = this.#deps
    if (!tree.hasSeed() || this.complete() || vault.locked()) return
    const account = tree.accounts().length
    const extended = tree.extendedKey(account)
    this.#durably(() => this.#put({ account, extended, label: null, created: clock.now() }))
  }

  /** Returns the prepared account, which is not shown yet, or undefined if there is no prepared account. */
  prepared(): HdAccount | undefined {
    const row = this.#preparedRow()
    return row && this.#describe(row)
  }

  /** Returns true if an account is prepared, or if the limit is reached. */
  complete(): boolean {
    return this.#preparedRow() !== undefined || this.#deps.tree.accounts().length >= MAX_ACCOUNTS_PER_PHRASE
  }

  #describe({ account, label }: AccountRow): HdAccount {
    const pubkey = this.#identities.get(account) ?? this.#deps.tree.publicKey({ account, chain: 0, child: 0 })
    this.#identities.set(account, pubkey)
    return { account, label: label ?? '', pubkey }
  }

  #shown(): readonly AccountRow[] {
    return this.#deps.tree.accounts().filter(({ label }) => label !== null)
  }

  #findShown(account: number): AccountRow | undefined {
    return this.#shown().find((row) => row.account === account)
  }

  #preparedRow(): AccountRow | undefined {
    return this.#deps.tree.accounts().find(({ label }) => label === null)
  }

  #show(row: AccountRow, label: string): void {
    this.#durably(() => this.#put({ ...row, label }))
    this.prepare()
  }

  #put(row: AccountRow): void {
    this.#deps.file.putAccount(row)
    this.#deps.tree.adopt(row)
  }

  /** Gives each key of the phrase its own secret, so that no phrase restores it. Call inside a durable step. */
  #detach(): void {
    const { file, keys, tree, vault } = this.#deps
    const secrets = keys.all().flatMap(({ path, pubkey }) => {
      if (!path) return []
      const plain = tree.secretKey(path)
      const stored = vault.store(plain, keyPurpose(pubkey))
      if (stored.sealed) plain.fill(0)
      return [{ pubkey, ...stored }]
    })
    file.detachKeys(secrets)
    for (const { secret } of secrets) secret?.fill(0)
    this.#identities.clear()
    tree.reload()
    keys.reload()
  }

  /** Writes accounts and their keys in one durable step. If that fails, reloads memory from the file. */
  #durably(work: () => void): void {
    const { file, keys, tree } = this.#deps
    try {
      file.atomically(() => {
        work()
        keys.reconcile()
      })
    } catch (error) {
      this.#identities.clear()
      tree.reload()
      keys.reload()
      throw error
    }
  }
}
