import type { Clock, Random } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { EncryptionRow, StoredSecret, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { checkPassphrase, PassphraseQueue, unwrapMasterKey, wrapMasterKey } from './passphrase.ts'
import { checkDerivation, KEY_BYTES, seal, unseal } from './seal.ts'
import type { SealSecret } from './sealPurpose.ts'
import { type SealProgress, SecretSealer } from './secretSealer.ts'
import { type LockTimers, UnlockedMaster } from './unlockedMaster.ts'

export interface VaultDeps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** scrypt cost for new passphrases */
  readonly cost: number
}

/** Additional steps of the caller while a wallet is encrypted. */
export interface EncryptionSteps {
  /** runs before the transaction; seals the secrets that `within` will store, yielding to the event loop */
  prepare(seal: SealSecret): Promise<void>
  /** runs in the encrypting transaction, while secrets can be read and stored */
  within(): void
  readonly onSealed: SealProgress | undefined
}

const wrongState = (text: string) => new WalletError('wrong-encryption-state', text)
const incorrect = () => new WalletError('wrong-passphrase', 'Error: The wallet passphrase entered was incorrect.')

/**
 * Encrypts the wallet's secrets with a random master key, which the passphrase decrypts. The master key is in memory
 * only while the wallet is unlocked. Without a passphrase, secrets are stored in plain and the vault is always open.
 */
export class Vault {
  readonly #deps: VaultDeps
  readonly #file: WalletFile
  readonly #master: UnlockedMaster
  readonly #queue = new PassphraseQueue()
  readonly #listeners: (() => void)[] = []
  /** undefined if the wallet has no passphrase */
  #encryption: EncryptionRow | undefined

  constructor(deps: VaultDeps) {
    this.#deps = deps
    this.#file = deps.file
    this.#master = new UnlockedMaster({ clock: deps.clock, timers: deps.timers, changed: () => this.#notify() })
    this.#encryption = deps.file.encryption()
    if (this.#encryption) checkDerivation(this.#encryption)
  }

  encrypted(): boolean {
    return this.#encryption !== undefined
  }

  /** Returns true if secrets cannot be read now. */
  locked(): boolean {
    return this.encrypted() && !this.#master.isUnlocked()
  }

  /** Returns the unix seconds until which the wallet is unlocked, even if only for staking, or 0 if it is locked. */
  unlockedUntil(): number {
    return this.encrypted() && this.mayStake() ? this.#master.until() : 0
  }

  /** @throws WalletError `locked` */
  requireOpen(): void {
    if (this.encrypted()) this.#master.get()
  }

  /** Returns the stored form of a new secret. @throws WalletError `locked` */
  store(secret: Uint8Array, purpose: Uint8Array): StoredSecret {
    if (!this.encrypted()) return { secret, sealed: null }
    return { secret: null, sealed: seal(this.#master.get(), secret, purpose, this.#deps.random) }
  }

  /** Reads a stored secret. @throws WalletError `locked`, or `damaged-key` if it was changed in the file */
  read({ secret, sealed }: StoredSecret, purpose: Uint8Array): Uint8Array {
    if (secret) return secret
    const opened = sealed && unseal(this.#master.get(), sealed, purpose)
    if (opened) return opened
    throw new WalletError('damaged-key', 'A key is damaged in the wallet file. Restore a backup of it.')
  }

  /**
   * Encrypts and locks the wallet. Cannot be aborted: a caller that aborts too late would believe that nothing was
   * done.
   * @throws WalletError `wrong-encryption-state` if the wallet is already encrypted
   */
  async protect(passphrase: string, steps: EncryptionSteps): Promise<void> {
    checkPassphrase(passphrase)
    await this.#queue.run(() => {
      if (this.encrypted()) throw wrongState('Error: running with an encrypted wallet, but encryptwallet was called.')
      return this.#encrypt(passphrase, steps)
    })
  }

  /**
   * @throws WalletError `wrong-encryption-state`, with the name of the called method, if the wallet is not encrypted
   */
  requireEncrypted(method: string): void {
    this.#requireEncryption(method)
  }

  /** @throws WalletError `wrong-passphrase`, or `wrong-encryption-state` if the wallet is not encrypted */
  unlock(passphrase: string, seconds: number, method: string): Promise<void> {
    return this.#unlock(passphrase, seconds, method, false)
  }

  /**
   * Unlocks only for staking: for all callers except `whileStaking` the wallet is locked. Replaces an unlock for
   * everything.
   */
  unlockForStaking(passphrase: string, seconds: number, method: string): Promise<void> {
    return this.#unlock(passphrase, seconds, method, true)
  }

  /** Returns true if stakes can be signed now. */
  mayStake(): boolean {
    return !this.encrypted() || this.#master.isHeld()
  }

  /** Returns true if the wallet is unlocked only for staking. */
  onlyStaking(): boolean {
    return this.#master.isForStakingOnly() && this.mayStake()
  }

  /**
   * Signs a stake: secrets can be read within `work`, which must only sign.
   * @throws WalletError `locked` if stakes cannot be signed
   */
  whileStaking<T>(work: () => T): T {
    if (!this.mayStake()) this.#master.get()
    return this.#master.whileStaking(work)
  }

  /** Wipes the master key. */
  lock(): void {
    this.#master.lock()
  }

  /** Reseals the master key with another passphrase. @throws WalletError as `unlock` */
  async change(before: string, after: string): Promise<void> {
    this.#requireEncryption('walletpassphrasechange')
    for (const passphrase of [before, after]) checkPassphrase(passphrase)
    await this.#queue.run(() => this.#changePassphrase(before, after))
  }

  /**
   * Returns true if the passphrase is correct.
   * @throws WalletError `wrong-encryption-state` if the wallet is not encrypted
   */
  async check(passphrase: string): Promise<boolean> {
    this.#requireEncryption('checkpassphrase')
    checkPassphrase(passphrase)
    return this.#queue.run(async () => {
      const master = await unwrapMasterKey(passphrase, this.#requireEncryption('checkpassphrase'))
      master?.fill(0)
      return master !== undefined
    })
  }

  /** Calls the listener after the wallet was encrypted, locked or unlocked. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #requireEncryption(method: string): EncryptionRow {
    if (this.#encryption) return this.#encryption
    throw wrongState(`Error: running with an unencrypted wallet, but ${method} was called.`)
  }

  async #unlock(passphrase: string, seconds: number, method: string, onlyStaking: boolean): Promise<void> {
    this.#requireEncryption(method)
    checkPassphrase(passphrase)
    await this.#queue.run(async () => {
      const master = await unwrapMasterKey(passphrase, this.#requireEncryption(method))
      if (!master) throw incorrect()
      this.#master.unlock(master, seconds, onlyStaking)
    })
  }

  async #changePassphrase(before: string, after: string): Promise<void> {
    const master = await unwrapMasterKey(before, this.#requireEncryption('walletpassphrasechange'))
    if (!master) throw incorrect()
    try {
      const row = await wrapMasterKey(this.#deps, after, master)
      this.#file.rewrite(() => this.#file.putEncryption(row))
      this.#encryption = row
    } finally {
      master.fill(0)
    }
    this.#file.wipeTraces()
  }

  /** Encrypts an unencrypted wallet in one transaction, then erases the plain secrets from the disk. */
  async #encrypt(passphrase: string, { prepare, within, onSealed }: EncryptionSteps): Promise<void> {
    const file = this.#file
    const { random } = this.#deps
    const master = random.bytes(KEY_BYTES)
    const sealer = new SecretSealer(file, random, master)
    try {
      const row = await wrapMasterKey(this.#deps, passphrase, master)
      await sealer.sealAhead(onSealed)
      await prepare((secret, purpose) => sealer.seal(secret, purpose))
      file.rewrite(() => {
        sealer.write()
        file.putEncryption(row)
        this.#asEncrypted(row, () => this.#master.lend(master, within))
      })
      this.#encryption = row
    } finally {
      file.clearSealedAhead()
      master.fill(0)
    }
    this.#notify()
    // The encrypted wallet is on disk. If this run ends before the traces are wiped, the next start wipes them.
    await yieldToEventLoop()
    file.wipeTraces()
  }

  /** Runs `work` as if the encryption that is being written were already on disk. */
  #asEncrypted(row: EncryptionRow, work: () => void): void {
    this.#encryption = row
    try {
      work()
    } finally {
      this.#encryption = undefined
    }
  }
}
