import type { Clock, Random } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'
import { HdAccounts, type PhraseState } from './hdAccounts.ts'
import { KeyPool } from './keyPool.ts'
import { KeyStore } from './keyStore.ts'
import { KeyTree } from './keyTree.ts'
import type { WalletKey } from './keyTypes.ts'
import { OutsideKeys, type OutsideKeysDeps } from './outsideKeys.ts'
import type { SealSecret } from './sealPurpose.ts'
import type { SealProgress } from './secretSealer.ts'
import { ShieldedKeys } from './shieldedKeys.ts'
import type { LockTimers } from './unlockedMaster.ts'
import { Vault } from './vault.ts'

export interface KeyringDeps extends OutsideKeysDeps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** number of keys made in advance (`-keypool`) */
  readonly poolTarget: number
  /** scrypt's cost for new passphrases */
  readonly passphraseCost: number
  /** returns the redeem script with this hash160, for signing */
  readonly redeemScript: (hash20: Uint8Array) => Uint8Array | undefined
  /** called after keys were imported */
  readonly added: () => void
  /** called when a payment to a key of the pool extended the pool */
  readonly grown: () => void
}

const encodeSeconds = (value: number) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
const decodeSeconds = (bytes: Uint8Array) => Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0))

/** Keys of a wallet: vault, key store, key tree, key pool and accounts. */
export class Keyring {
  readonly vault: Vault
  readonly keys: KeyStore
  readonly accounts: HdAccounts
  readonly outsideKeys: OutsideKeys
  readonly shielded: ShieldedKeys
  readonly #file: WalletFile
  readonly #clock: Clock
  readonly #tree: KeyTree
  readonly #listeners: (() => void)[] = []

  constructor(deps: KeyringDeps) {
    const { file, clock, passphraseCost: cost } = deps
    this.#file = file
    this.#clock = clock
    this.vault = new Vault({ ...deps, cost })
    this.outsideKeys = new OutsideKeys(deps)
    const { vault, outsideKeys } = this
    this.shielded = new ShieldedKeys({ file, vault })
    const tree = new KeyTree(file, vault)
    this.#tree = tree
    const grown = ({ path }: WalletKey) => {
      if (path) this.accounts.notice(path.account)
      deps.grown()
    }
    this.keys = new KeyStore({
      ...deps,
      vault,
      outsideKeys,
      tree,
      keyPool: new KeyPool({ ...deps, tree, vault }),
      grown,
    })
    this.accounts = new HdAccounts({ file, vault, tree, keys: this.keys, clock })
    vault.onChange(() => {
      tree.forget()
      if (!vault.locked()) {
        this.accounts.prepare()
        this.keys.refill()
      }
      this.changed()
    })
  }

  /** Returns the public key that contracts act for by default, or undefined if the user has chosen no key. */
  identity(): Uint8Array | undefined {
    return this.#file.meta('identity')
  }

  /**
   * Returns the identity before the user's last change, or undefined without a change or if the wallet lacks that key.
   */
  previousIdentity(): Uint8Array | undefined {
    const previous = this.#file.meta('previousIdentity')
    return previous && this.keys.has(previous) ? previous : undefined
  }

  /**
   * Sets the identity; both entries are durable on return, or neither.
   * @param before key that contracts acted for until now, if the user may want it back
   */
  setIdentity(pubkey: Uint8Array, before?: Uint8Array): void {
    const stored = this.identity()
    const same = before !== undefined && equal(before, pubkey)
    if (same && stored && equal(stored, pubkey)) return
    this.#file.atomically(() => {
      this.#file.setMeta('identity', pubkey)
      if (before && !same) this.#file.setMeta('previousIdentity', before)
      else this.#file.dropMeta('previousIdentity')
    })
    this.changed()
  }

  /**
   * Encrypts and locks the wallet. Random keys of the pool are replaced, because unencrypted backups contain them.
   * @throws WalletError `wrong-encryption-state` if it is already encrypted
   */
  async protect(passphrase: string, onSealed?: SealProgress): Promise<void> {
    const { keys, vault } = this
    try {
      await keys.renewAhead()
      const prepare = (seal: SealSecret) => keys.sealAhead(seal)
      await vault.protect(passphrase, { prepare, within: () => keys.renew(), onSealed })
    } catch (error) {
      // The new keys may be only in memory, because the transaction was rolled back.
      keys.reload()
      throw error
    } finally {
      keys.dropAhead()
    }
  }

  /** Returns the unix seconds of the last backup, or undefined if there was no backup. */
  lastBackup(): number | undefined {
    return this.#readTime('backup')
  }

  /**
   * Records a backup.
   * @param made unix seconds; default: now
   * @param withShielded false if the backup lacks the shielded keys, as a dump does
   */
  noteBackup(made = this.#clock.now(), withShielded = true): void {
    this.#file.atomically(() => {
      this.#writeTime('backup', made)
      this.#writeTime('backupKeys', this.#countOwnSecrets() - (withShielded ? 0 : this.shielded.count()))
    })
    this.changed()
  }

  /** Returns true if the last backup has every key that the phrase does not restore. */
  isBackupComplete(): boolean {
    if (this.lastBackup() === undefined) return false
    // Earlier versions of the program did not count the keys of a backup.
    const counted = this.#readTime('backupKeys')
    return counted === undefined || counted === this.#countOwnSecrets()
  }

  /** Returns the number of keys with their own secret, including shielded ones. Keys are never deleted. */
  #countOwnSecrets(): number {
    return this.keys.all().filter(({ path }) => path === null).length + this.shielded.count()
  }

  /** Returns the unix seconds of the last successful restore drill, or undefined if there was no such drill. */
  lastDrill(): number | undefined {
    return this.#readTime('drill')
  }

  /** Records a successful restore drill; durable on return. */
  noteDrill(): void {
    this.#file.setMeta('drill', encodeSeconds(this.#clock.now()))
    this.changed()
  }

  /**
   * Sets the phrase's seed with `HdAccounts.setSeed`. Records that the user has the words, because they were typed or
   * shown.
   * @throws WalletError `locked`, `other-phrase`
   */
  setSeed(seed: Uint8Array, state: PhraseState, alongside: () => void, replace: boolean): void {
    const noted = state.unwritten === true ? undefined : this.#clock.now()
    const set = () => {
      alongside()
      for (const name of ['phraseShown', 'phraseWritten']) this.#writeTime(name, noted)
      if (!replace) return
      // A drill with other words does not verify the new ones.
      this.#writeTime('drill', undefined)
      // Earlier versions did not count the keys of a backup, and no backup has the detached keys of the replaced
      // phrase.
      if (this.lastBackup() !== undefined && this.#readTime('backupKeys') === undefined)
        this.#writeTime('backupKeys', 0)
    }
    this.accounts.setSeed(seed, state, set, replace)
  }

  /** Returns true if the words are stored and were never shown. */
  isPhraseUnseen(): boolean {
    return this.accounts.keepsWords() && this.#readTime('phraseShown') === undefined
  }

  /** Records that the words are being shown; durable on return. */
  notePhraseShown(): void {
    this.#writeTime('phraseShown', this.#clock.now())
  }

  /** Returns true if the user has written down or typed the words. */
  isPhraseWritten(): boolean {
    const { accounts } = this
    if (accounts.phrase() === undefined) return false
    return !accounts.keepsWords() || this.#readTime('phraseWritten') !== undefined
  }

  /** Records that the user has written down the words; durable on return. */
  notePhraseWritten(): void {
    this.#writeTime('phraseWritten', this.#clock.now())
    this.changed()
  }

  /**
   * Returns the unix seconds from which to search payments to the phrase's addresses, or undefined if no search is due.
   */
  searchDue(): number | undefined {
    return this.#readTime('searchDue')
  }

  setSearchDue(since: number | undefined): void {
    this.#writeTime('searchDue', since)
  }

  /**
   * Returns the start of a search that later blocks may make due again, because the chain was not synced yet. Unix
   * seconds, or undefined if there is no such search.
   */
  searchOpen(): number | undefined {
    return this.#readTime('searchOpen')
  }

  setSearchOpen(since: number | undefined): void {
    this.#writeTime('searchOpen', since)
  }

  /**
   * Returns an opaque text that changes when the source of new keys changes: with the phrase and with the first
   * passphrase.
   */
  origin(): string {
    return `${this.#tree.accounts()[0]?.extended} ${this.vault.encrypted()}`
  }

  /** Calls the listener after a change of encryption, phrase, accounts, identity or backup. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Notifies the listeners of changes that were made elsewhere in the wallet. */
  changed(): void {
    for (const listener of this.#listeners) listener()
  }

  #readTime(name: string): number | undefined {
    const value = this.#file.meta(name)
    return value?.length === 8 ? decodeSeconds(value) : undefined
  }

  #writeTime(name: string, value: number | undefined): void {
    if (value === undefined) this.#file.dropMeta(name)
    else this.#file.setMeta(name, encodeSeconds(value))
  }
}
