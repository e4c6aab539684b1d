import { hash160 } from '../../crypto/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyRow } from '../file/index.ts'
import type { ImportedKey, WalletKey } from './keyTypes.ts'

export const toWalletKey = ({ pubkey, created, label, path, source }: KeyRow, hash = hash160(pubkey)): WalletKey => ({
  ...{ pubkey, hash, created, label, path, source },
})

const PREFIXES = 0x10000
const hashPrefix = (hash20: Uint8Array): number => (hash20[0]! << 8) | hash20[1]!

/** In-memory index of the keys of a wallet file, without their secrets. */
export class KeyIndex {
  readonly #byPubkey = new Map<string, WalletKey>()
  readonly #byHash = new Map<string, WalletKey>()
  /**
   * 1 for the first two bytes of each hash. Every output of every block is looked up, and nearly none pays the wallet,
   * so most lookups end here instead of building the text of a map key.
   */
  readonly #prefixes = new Uint8Array(PREFIXES)
  /** handed-out and imported keys, oldest first */
  readonly #used: WalletKey[] = []
  #revision = 0

  get(pubkey: Uint8Array): WalletKey | undefined {
    return this.#byPubkey.get(hashKey(pubkey))
  }

  /** @param name the public key as encoded by hashKey */
  hasNamed(name: string): boolean {
    return this.#byPubkey.has(name)
  }

  byHash(hash20: Uint8Array): WalletKey | undefined {
    return this.#prefixes[hashPrefix(hash20)] === 1 ? this.#byHash.get(hashKey(hash20)) : undefined
  }

  all(): readonly WalletKey[] {
    return [...this.#byHash.values()]
  }

  used(): readonly WalletKey[] {
    return this.#used
  }

  /** Returns a counter that increases with each added key. */
  revision(): number {
    return this.#revision
  }

  clear(): void {
    this.#byPubkey.clear()
    this.#byHash.clear()
    this.#prefixes.fill(0)
    this.#used.length = 0
  }

  add(row: KeyRow, hash?: Uint8Array): WalletKey {
    this.#revision++
    const key = toWalletKey(row, hash)
    this.#set(key)
    if (row.pool === null) this.#used.push(key)
    return key
  }

  addImported({ key, name, hashName }: ImportedKey): void {
    this.#revision++
    this.#byPubkey.set(name, key)
    this.#byHash.set(hashName, key)
    this.#prefixes[hashPrefix(key.hash)] = 1
    this.#used.push(key)
  }

  /** Adds a known key to the keys in use, in its new state. */
  use(key: WalletKey): void {
    this.#set(key)
    this.#used.push(key)
  }

  replace(key: WalletKey, next: WalletKey): void {
    this.#set(next)
    this.#used.splice(this.#used.indexOf(key), 1, next)
  }

  #set(key: WalletKey): void {
    this.#byPubkey.set(hashKey(key.pubkey), key)
    this.#byHash.set(hashKey(key.hash), key)
    this.#prefixes[hashPrefix(key.hash)] = 1
  }
}
