import type { KeyPath, KeyRow, StagedKeys } from '../file/index.ts'

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

/** A key that was imported. */
export interface AddedKey {
  readonly key: WalletKey
  /** false: the wallet had it already */
  readonly added: boolean
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
