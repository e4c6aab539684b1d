import type { SigningKeys } from '../../script/index.ts'
import type { KeyPath, KeyRow, StagedKeys } from '../file/index.ts'
import type { SealSecret } from './sealPurpose.ts'

export interface WalletKey {
  readonly pubkey: Uint8Array
  /** hash160 of the public key */
  readonly hash: Uint8Array
  readonly created: number
  /** label in the address book; null: none (change and mining keys) */
  readonly label: string | null
  /** null: no phrase restores it */
  readonly path: KeyPath | null
  readonly source: KeyRow['source']
}

/** A key with everything that a dump says about it. */
export interface DumpedKey extends WalletKey {
  readonly secret: Uint8Array
  /** in the key pool, never shown */
  readonly reserve: boolean
}

/** A key to import, with everything slow done. */
export interface ImportedKey {
  readonly key: WalletKey
  /** the public key and its hash as hashKey writes them */
  readonly name: string
  readonly hashName: string
  /** in the key pool of the dumped wallet, never shown */
  readonly reserve: boolean
}

/** Staged keys that are ready to be added, each once. */
export interface KeyImport {
  readonly staged: StagedKeys
  readonly keys: readonly ImportedKey[]
}

export interface KeyStore {
  has(pubkey: Uint8Array): boolean
  byHash(hash20: Uint8Array): WalletKey | undefined
  /** grows with every key that was added */
  revision(): number
  /** @throws WalletError `locked` */
  requireOpen(): void
  /**
   * The 32-byte private key; undefined: the key is not ours. Not to be kept: in a wallet with a passphrase it is wiped when the
   * wallet is locked. @throws WalletError `locked`
   */
  secretOf(pubkey: Uint8Array): Uint8Array | undefined
  /** The keys for signing. @throws WalletError `locked` for a key of the wallet when it is locked */
  readonly signing: SigningKeys
  /** keys that were handed out or imported, oldest first */
  used(): readonly WalletKey[]
  /** Next key of the pool, durable before this returns. @throws WalletError `key-pool-empty` when no more can be made */
  next(label: string | null): WalletKey
  /** `added` is false where the wallet had the key already. @throws WalletError `locked` */
  import(
    secret: Uint8Array,
    compressed: boolean,
    label: string | null,
  ): { readonly key: WalletKey; readonly added: boolean }
  /**
   * Adds all of them or none, durable when it returns; how many were new.
   * @throws WalletError `locked` where one was staged before the wallet got a passphrase, and it is locked
   */
  importAll(prepared: KeyImport): number
  /** changes the label of a key that was handed out or imported, durable when it returns */
  rename(key: WalletKey, label: string): void
  /** A key outside the pool that nothing was paid to counts as never used from now on; durable when it returns. */
  retire(key: WalletKey): void
  /** Fills the pool up to `target` (default: `-keypool`) and one more; durable when it returns. */
  refill(target?: number): void
  /**
   * A payment to a key was seen. If the key is in the pool, another copy of this wallet has shown it and those before it: they
   * are not handed out as fresh any more. `change`: the wallet itself paid.
   */
  notice(hash20: Uint8Array, change: boolean): void
  /** After accounts were added: retires random keys, takes the identity keys of shown accounts out of the pool and fills it. */
  reconcile(): void
  /** Retires the random keys of the pool and makes new ones. */
  renew(): void
  /** Computes the keys that `renew` will take, yielding to the event loop; `dropAhead` wipes those that it did not take. */
  renewAhead(): Promise<void>
  /** Seals the keys of `renewAhead` for a vault that is being encrypted, yielding to the event loop. */
  sealAhead(seal: SealSecret): Promise<void>
  dropAhead(): void
  /** Replaces what is in memory by what is in the file, after a step that was rolled back. */
  reload(): void
  /** every key, those of the pool included */
  all(): readonly WalletKey[]
  /** Facts of a key for a dump. The caller does not keep its secret. @throws WalletError `locked` */
  dumped(key: WalletKey): DumpedKey
  poolSize(): number
  /** unix seconds of the oldest key of the pool */
  poolOldest(): number
}
