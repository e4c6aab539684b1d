import type { SigningKeys } from '../../script/index.ts'
import type { KeyPath, KeyRow, StagedKeys } from '../file/index.ts'

export interface WalletKey {
  readonly pubkey: Uint8Array
  /** hash160 of the public key */
  readonly hash: Uint8Array
  readonly created: number
  /** name in the address book; null: not in it (change and mining keys) */
  readonly label: string | null
  /** null: no phrase restores it */
  readonly path: KeyPath | null
  readonly source: KeyRow['source']
}

/** A key with everything that a backup says of it. */
export interface DumpedKey extends WalletKey {
  readonly secret: Uint8Array
  /** made in advance, never shown */
  readonly reserve: boolean
}

/** A key of which everything that takes time was done. */
export interface ImportedKey {
  readonly key: WalletKey
  /** as hashKey writes the public key and its hash */
  readonly name: string
  readonly hashName: string
  /** made in advance, never shown */
  readonly reserve: boolean
}

/** Keys that are ready to be added, each once. */
export interface KeyImport {
  readonly staged: StagedKeys
  readonly keys: readonly ImportedKey[]
}

export interface KeyStore {
  has(pubkey: Uint8Array): boolean
  byHash(hash20: Uint8Array): WalletKey | undefined
  /** grows with every key that was added */
  revision(): number
  /** @throws RpcError −13 when the wallet is locked */
  requireOpen(): void
  /**
   * The 32-byte private key; undefined when the key is not ours. Not to be kept: of a wallet with a passphrase it is wiped
   * when the wallet is locked. @throws RpcError −13 when it is locked
   */
  secretOf(pubkey: Uint8Array): Uint8Array | undefined
  /** What signing needs of this store. @throws RpcError −13 for a key of the wallet when it is locked */
  readonly signing: SigningKeys
  /** keys that were handed out or imported, oldest first */
  used(): readonly WalletKey[]
  /** Next key of the pool, durable before this returns. @throws RpcError −12 when none is left and none can be made */
  next(label: string | null): WalletKey
  /** Added false: the key was there already. @throws RpcError −13 when the wallet is locked */
  import(
    secret: Uint8Array,
    compressed: boolean,
    label: string | null,
  ): { readonly key: WalletKey; readonly added: boolean }
  /**
   * All of them or none, durable when it returns; how many were new.
   * @throws RpcError −13 where one was prepared before the wallet got a passphrase, and it is locked
   */
  importAll(prepared: KeyImport): number
  /** gives a key that was handed out or imported another name, durable when it returns */
  rename(key: WalletKey, label: string): void
  /** Makes keys until there are `target` (default: `-keypool`) and one more; durable when it returns. */
  refill(target?: number): void
  /**
   * A payment to a key came in. One that waited to be handed out, and those before it, were shown by another copy of this
   * wallet: they are not handed out as fresh any more. `change`: the wallet itself paid.
   */
  notice(hash20: Uint8Array, change: boolean): void
  /** After accounts were added: random keys wait no more, accounts that are shown have theirs, and the pool is full. */
  reconcile(): void
  /** Random keys that wait are not handed out any more: new ones take their place. */
  renew(): void
  /** Works out what `renew` will take, in turns with everything else; `dropAhead` wipes what it did not. */
  renewAhead(): Promise<void>
  dropAhead(): void
  /** Forgets what is in memory for what is in the file, where a step was not written after all. */
  reload(): void
  /** Every key, those of the pool too. */
  all(): readonly WalletKey[]
  /** What a backup says of a key of the wallet. Its secret is not to be kept. @throws RpcError −13 when the wallet is locked */
  dumped(key: WalletKey): DumpedKey
  poolSize(): number
  /** unix seconds of the oldest key of the pool */
  poolOldest(): number
}
