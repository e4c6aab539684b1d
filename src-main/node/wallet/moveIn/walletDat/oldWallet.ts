/** How `dumpwallet` marks a key: with a label, as unused key of the pool, or as change. */
export type OldKeyKind = 'label' | 'reserve' | 'change'

/** Key of a wallet.dat. Its properties are accessors, so read them by name instead of copying the object. */
export interface OldKey {
  /** 33 or 65 bytes; 65 bytes mean an uncompressed key, whose address and WIF differ */
  readonly pubkey: Uint8Array
  /** 32 bytes; null while the wallet is locked */
  readonly secret: Uint8Array | null
  /** Unix seconds; 0 if unknown, 1 for imported keys */
  readonly created: number
  readonly kind: OldKeyKind
  readonly label: string | null
}

/** Watch-only output script. */
export interface OldWatchOnly {
  readonly script: Uint8Array
  /** Unix seconds; 0 if unknown */
  readonly created: number
}

/** Label of an own address, or of an address in the address book. */
export interface OldLabel {
  readonly address: string
  readonly label: string
  /** `receive`, `send`, `unknown` or empty */
  readonly purpose: string
}

/** Record of a shielded key as it is in the file (wallet-dat.md §2.3). Decrypted values replace encrypted ones. */
export interface OldShieldedKey {
  readonly kind: 'sprout' | 'sproutView' | 'sapling'
  readonly encrypted: boolean
  /** record's key without its name */
  readonly key: Uint8Array
  /** record's value */
  readonly value: Uint8Array
}

/** Seed of shielded keys; transparent keys never derive from it. */
export interface OldSeed {
  /** 32 bytes */
  readonly fingerprint: Uint8Array
  /** 32 bytes; null while the wallet is locked */
  readonly secret: Uint8Array | null
}

/** Notes of a transaction; the transaction itself comes from the chain. */
export interface OldTransaction {
  /** 32 bytes in internal order */
  readonly txid: Uint8Array
  /** Unix seconds, the time that komodod shows; 0 if unknown */
  readonly time: number
  readonly comment: string
  readonly to: string
}

/**
 * How keys were found:
 * - `no`: through the tree of the file
 * - `pages`: page by page, because the tree is damaged
 * - `bytes`: some or all by searching every byte for private keys
 */
export type OldWalletRescue = 'no' | 'pages' | 'bytes'

/** Content of a wallet.dat of komodod or a related node. Secrets stay in memory until `wipe`. */
export interface OldWallet {
  /** in the order of `dumpwallet`: by creation time, then key hash */
  readonly keys: readonly OldKey[]
  /** number of keys without a secret */
  readonly encryptedKeys: number
  /** redeem scripts whose hash was verified */
  readonly scripts: readonly Uint8Array[]
  readonly watchOnly: readonly OldWatchOnly[]
  readonly labels: readonly OldLabel[]
  readonly shielded: readonly OldShieldedKey[]
  readonly transactions: readonly OldTransaction[]
  readonly hdSeed: 'none' | 'plain' | 'encrypted'
  readonly seed: OldSeed | null
  /** Unix seconds of the oldest key; 0 = scan from the first block */
  readonly oldest: number
  /** false if the file's last changes may be in the log files of `database/` only */
  readonly cleanlyClosed: boolean
  readonly rescued: OldWalletRescue
  /** secrets that lie unencrypted in the file of an encrypted wallet */
  readonly leaks: { readonly plainKeys: number; readonly plainSeed: boolean }
  /** record name → number of unreadable or unused records */
  readonly skipped: ReadonlyMap<string, number>
  /** complete sentences without secrets; never empty if keys may be missing */
  readonly warnings: readonly string[]
  /**
   * Decrypts the keys in place. Yields to the event loop while it derives the key.
   * @returns false if the passphrase is wrong
   * @throws the signal's reason
   */
  unlock(passphrase: string, signal?: AbortSignal): Promise<boolean>
  /** Overwrites every secret with zeros. */
  wipe(): void
}
