import { hash160 } from '../../crypto/index.ts'
import { hashKey } from '../../util/index.ts'
import { mapped, type Steps } from '../../util/runInSlices.ts'
import type { OldWallet, OldWalletRescue } from './walletDat/index.ts'

/** Contents of a wallet.dat, without secrets. */
export interface OldWalletReport {
  /** number of keys, with or without a secret */
  readonly keys: number
  /** number of keys that the file's passphrase still encrypts */
  readonly encryptedKeys: number
  readonly watchOnly: number
  readonly scripts: number
  readonly labels: number
  readonly transactions: number
  readonly shielded: number
  /** Unix seconds of the oldest key; 0: its payments may be in any block */
  readonly oldest: number
  readonly cleanlyClosed: boolean
  readonly rescued: OldWalletRescue
  /** private keys that lie unencrypted in the file of an encrypted wallet */
  readonly leakedKeys: number
  /** true if the seed of the shielded keys lies unencrypted in the file of an encrypted wallet */
  readonly leakedSeed: boolean
  /** complete sentences without secrets; never empty if keys may be missing */
  readonly warnings: readonly string[]
}

export function reportOldWallet(old: OldWallet, warnings: readonly string[] = []): OldWalletReport {
  return {
    keys: old.keys.length,
    encryptedKeys: old.encryptedKeys,
    watchOnly: old.watchOnly.length,
    scripts: old.scripts.length,
    labels: old.labels.length,
    transactions: old.transactions.length,
    shielded: old.shielded.length,
    oldest: old.oldest,
    cleanlyClosed: old.cleanlyClosed,
    rescued: old.rescued,
    leakedKeys: old.leaks.plainKeys,
    leakedSeed: old.leaks.plainSeed,
    warnings: [...old.warnings, ...warnings],
  }
}

/** Keys hashed per event-loop slice: a few milliseconds. */
const KEYS_PER_SLICE = 500

/** Returns the hashes of all keys, as encoded by hashKey, to count their coins on the chain. */
export function* oldKeyHashes({ keys }: Pick<OldWallet, 'keys'>): Steps<ReadonlySet<string>> {
  return new Set(yield* mapped(keys, KEYS_PER_SLICE, ({ pubkey }) => hashKey(hash160(pubkey))))
}
