/**
 * keys: the keyring of one wallet.
 *
 * Purpose: the key store, the key pool, the HD key tree (BIP32, BIP44) with its accounts, the recovery phrase (BIP39),
 * and the vault, which encrypts secrets under a passphrase. `keyring.ts` combines them. Non-goals: addresses and labels
 * of payees (ownership), text dumps of keys (backup). Invariants: a key is on disk before its address is shown, and a
 * pool key is handed out once. In an encrypted wallet no secret is on disk in plain. Locking wipes the master key, the
 * derived nodes and every secret handed out since unlocking. Thread: the node's; scrypt runs in Node's thread pool.
 */
export type { HdAccount, PhraseState } from './hdAccounts.ts'
export { CHANGE, EXTERNAL, GAP_LIMIT } from './keyPool.ts'
export { Keyring } from './keyring.ts'
export { KeyStore } from './keyStore.ts'
export { deriveExtendedKey, derivePublicKeys } from './keyTree.ts'
export type { DumpedKey, ImportedKey, WalletKey } from './keyTypes.ts'
export {
  deriveAgamaKey,
  type OldKeyCandidate,
  type OldSecretReadings,
  readOldSecret,
} from './oldSecret.ts'
export { checkPassphrase, PassphraseQueue } from './passphrase.ts'
export { entropyOfPhrase, newPhrase, parseWords, seedOfEntropy, seedOfPhrase } from './phrase.ts'
export { type KeyDerivation, keyOfPassphrase, SALT_BYTES, SCRYPT_BLOCK_SIZE, seal, unseal } from './seal.ts'
export { keyPurpose } from './sealPurpose.ts'
export { MAX_SHIELDED_KEYS, type ShieldedKey, type ShieldedKeys } from './shieldedKeys.ts'
export { sealStaged } from './stagedSecrets.ts'
export { type LockTimers, SYSTEM_TIMERS } from './unlockedMaster.ts'
export type { Vault } from './vault.ts'
export { beginWithPhrase } from './walletPhrase.ts'
