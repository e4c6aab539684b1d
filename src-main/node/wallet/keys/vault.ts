import type { EncryptionRow, StoredSecret } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { type EncryptionSteps, encryptWallet } from './encryptWallet.ts'
import { checkPassphrase, createPassphraseQueue, unwrapMasterKey, wrapMasterKey } from './passphrase.ts'
import { checkDerivation, seal, unseal } from './seal.ts'
import {
  isUnlocked,
  lockVault,
  masterKey,
  mayStake,
  unlockVault,
  type VaultDeps,
  type VaultState,
  whileStaking,
} from './vaultState.ts'

/**
 * Encryption of the wallet's secrets. A random master key seals them; the passphrase opens the master key, which is in memory
 * only while the wallet is unlocked. Without a passphrase everything is stored as it is, and the vault is always open.
 */
export interface Vault {
  encrypted(): boolean
  /** secrets cannot be read now */
  locked(): boolean
  /** unix seconds, also of an unlock for staking alone; 0: locked */
  unlockedUntil(): number
  /** @throws WalletError `locked` */
  requireOpen(): void
  /** How a new secret is to be stored. @throws WalletError `locked` */
  store(secret: Uint8Array, purpose: Uint8Array): StoredSecret
  /** Reads a stored secret. @throws WalletError `locked`, `damaged-key` when it was changed in the file */
  read(stored: StoredSecret, purpose: Uint8Array): Uint8Array
  /**
   * Encrypts everything; the wallet is locked then. It cannot be aborted: a caller that aborts too late would believe that
   * nothing was done. @throws WalletError `wrong-encryption-state` when the wallet is encrypted already
   */
  protect(passphrase: string, steps: EncryptionSteps): Promise<void>
  /** @throws WalletError `wrong-encryption-state`, naming the method that was called, when nothing is encrypted */
  requireEncrypted(method: string): void
  /** @throws WalletError `wrong-passphrase`, or `wrong-encryption-state` when nothing is encrypted */
  unlock(passphrase: string, seconds: number, method: string): Promise<void>
  /**
   * The same for staking alone: to everybody but `whileStaking` the wallet is locked. It takes the place of an unlock for
   * everything.
   */
  unlockForStaking(passphrase: string, seconds: number, method: string): Promise<void>
  /** stakes can be signed now */
  mayStake(): boolean
  /** unlocked for staking, and for nothing else */
  onlyStaking(): boolean
  /** Signs a stake: secrets can be read within `work`, which does nothing else. @throws WalletError `locked` for that too */
  whileStaking<T>(work: () => T): T
  /** Wipes the master key. */
  lock(): void
  /** @throws WalletError as `unlock` */
  change(before: string, after: string): Promise<void>
  /** @throws WalletError `wrong-encryption-state` when nothing is encrypted */
  check(passphrase: string): Promise<boolean>
  /** called after the wallet was encrypted, locked or unlocked */
  onChange(listener: () => void): void
}

const wrongState = (text: string) => new WalletError('wrong-encryption-state', text)
const incorrect = () => new WalletError('wrong-passphrase', 'Error: The wallet passphrase entered was incorrect.')

function requireEncryption({ encryption }: VaultState, method: string): EncryptionRow {
  if (encryption) return encryption
  throw wrongState(`Error: running with an unencrypted wallet, but ${method} was called.`)
}

/** Seals the same master key with another passphrase. */
async function changePassphrase(state: VaultState, before: string, after: string): Promise<void> {
  const { file } = state
  const master = await unwrapMasterKey(before, requireEncryption(state, 'walletpassphrasechange'))
  if (!master) throw incorrect()
  try {
    const row = await wrapMasterKey(state, after, master)
    file.rewrite(() => file.putEncryption(row))
    state.encryption = row
  } finally {
    master.fill(0)
  }
  file.wipeTraces()
}

function readSecret(state: VaultState, { secret, sealed }: StoredSecret, purpose: Uint8Array): Uint8Array {
  if (secret) return secret
  const opened = sealed && unseal(masterKey(state), sealed, purpose)
  if (opened) return opened
  throw new WalletError('damaged-key', 'A key is damaged in the wallet file. Restore a backup of it.')
}

export function createVault(deps: VaultDeps): Vault {
  const encryption = deps.file.encryption()
  if (encryption) checkDerivation(encryption)
  const state: VaultState = {
    ...deps,
    encryption,
    master: undefined,
    ...{ onlyStaking: false, staking: false },
    until: 0,
    endMillis: 0,
    countdown: 0,
    timer: undefined,
    listeners: [],
  }
  const inTurn = createPassphraseQueue()
  const unlock = async (passphrase: string, seconds: number, method: string, onlyStaking: boolean) => {
    requireEncryption(state, method)
    checkPassphrase(passphrase)
    await inTurn(async () => {
      const master = await unwrapMasterKey(passphrase, requireEncryption(state, method))
      if (!master) throw incorrect()
      unlockVault(state, master, seconds, onlyStaking)
    })
  }

  return {
    encrypted: () => state.encryption !== undefined,
    locked: () => state.encryption !== undefined && !isUnlocked(state),
    unlockedUntil: () => (state.encryption && mayStake(state) ? state.until : 0),
    requireOpen() {
      if (state.encryption) masterKey(state)
    },
    store(secret, purpose) {
      if (!state.encryption) return { secret, sealed: null }
      return { secret: null, sealed: seal(masterKey(state), secret, purpose, state.random) }
    },
    read: (stored, purpose) => readSecret(state, stored, purpose),
    async protect(passphrase, steps) {
      checkPassphrase(passphrase)
      await inTurn(() => {
        if (state.encryption) throw wrongState('Error: running with an encrypted wallet, but encryptwallet was called.')
        return encryptWallet(state, passphrase, steps)
      })
    },
    requireEncrypted: (method) => void requireEncryption(state, method),
    unlock: (passphrase, seconds, method) => unlock(passphrase, seconds, method, false),
    unlockForStaking: (passphrase, seconds, method) => unlock(passphrase, seconds, method, true),
    mayStake: () => mayStake(state),
    onlyStaking: () => state.onlyStaking && mayStake(state),
    whileStaking: (work) => whileStaking(state, work),
    lock: () => lockVault(state),
    async change(before, after) {
      requireEncryption(state, 'walletpassphrasechange')
      for (const passphrase of [before, after]) checkPassphrase(passphrase)
      await inTurn(() => changePassphrase(state, before, after))
    },
    async check(passphrase) {
      requireEncryption(state, 'checkpassphrase')
      checkPassphrase(passphrase)
      return inTurn(async () => {
        const master = await unwrapMasterKey(passphrase, requireEncryption(state, 'checkpassphrase'))
        master?.fill(0)
        return master !== undefined
      })
    },
    onChange: (listener) => void state.listeners.push(listener),
  }
}
