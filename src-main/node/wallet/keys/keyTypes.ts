import type { KeyPath, KeyRow, StagedKeys } from '../file/index.ts'

export interface WalletKey {
  readonly pubkey: Uint8Array
  /** hash160 of the public key */
  readonly hash: Uint8Array
  readonly created: number
  /** label in the address book, or null for change and mining keys */
  readonly label: string | null
  /** null if no phrase restores it */
  readonly path: KeyPath | null
  readonly source: KeyRow['source']
}

/** Result of importing one key. */
export interface AddedKey {
  readonly key: WalletKey
  /** false if the wallet already had it */
  readonly added: boolean
}

/** Key with all its data in a dump. */
export interface DumpedKey extends WalletKey {
  readonly secret: Uint8Array
  /** true for a key in the key pool that was never shown */
  readonly reserve: boolean
}

/** Key to import, with all slow computations done. */
export interface ImportedKey {
  readonly key: WalletKey
  /** the public key and its hash, as encoded by hashKey */
  readonly name: string
  readonly hashName: string
  /** true for a key in the key pool of the dumped wallet that was never shown */
  readonly reserve: boolean
}

/** Staged keys to add, without duplicates. */
export interface KeyImport {
  readonly staged: StagedKeys
  readonly keys: readonly ImportedKey[]
}
