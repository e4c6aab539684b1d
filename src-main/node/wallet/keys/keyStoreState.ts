import type { Clock } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyRow, WalletFile } from '../file/index.ts'
import type { KeyPool } from './keyPool.ts'
import type { KeyTree } from './keyTree.ts'
import type { WalletKey } from './keyTypes.ts'
import type { Vault } from './vault.ts'

export interface KeyStoreDeps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly vault: Vault
  readonly tree: KeyTree
  readonly keyPool: KeyPool
  /** called when a payment to a key of the pool made the pool reach further */
  readonly grown: (noticed: WalletKey) => void
}

/** The keys of a wallet file in memory, without their secrets. */
export interface KeyStoreState extends KeyStoreDeps {
  readonly poolTarget: number
  /** by public key, as hashKey writes it */
  readonly known: Map<string, WalletKey>
  readonly byHash: Map<string, WalletKey>
  /** keys that were handed out or imported, oldest first */
  readonly used: WalletKey[]
  revision: number
}

const toKey = ({ pubkey, created, label, path, source }: KeyRow, hash = hash160(pubkey)): WalletKey => ({
  ...{ pubkey, hash, created, label, path, source },
})

/** Adds or replaces a key in the indexes in memory. */
export function setKey({ known, byHash }: KeyStoreState, key: WalletKey): void {
  known.set(hashKey(key.pubkey), key)
  byHash.set(hashKey(key.hash), key)
}

/** Adds a stored key to the indexes and to the pool in memory. */
export function loadKey(state: KeyStoreState, row: KeyRow, hash?: Uint8Array): WalletKey {
  state.revision++
  const key = toKey(row, hash)
  setKey(state, key)
  state.keyPool.note(row)
  if (row.pool === null) state.used.push(key)
  return key
}

/** Replaces what is in memory by what is in the file. */
export function reloadKeys(state: KeyStoreState): void {
  const rows = state.file.keys()
  for (const index of [state.known, state.byHash, state.keyPool]) index.clear()
  state.used.length = 0
  for (const row of rows) loadKey(state, row)
}

/** One durable step or none: when the file refuses it, memory goes back to what the file holds. */
export function durably<T>(state: KeyStoreState, work: () => T): T {
  try {
    return state.file.atomically(work)
  } catch (error) {
    reloadKeys(state)
    throw error
  }
}

/** Takes a key out of the pool; on disk when it returns. */
export function handOut(state: KeyStoreState, row: KeyRow, label: string | null): WalletKey {
  state.file.handOut(row.pubkey, label)
  state.keyPool.remove(row.pubkey)
  const key = toKey({ ...row, label })
  setKey(state, key)
  state.used.push(key)
  return key
}

/** Makes keys until each queue of the pool has `target` and one more; durable when it returns. */
export function refillPool(state: KeyStoreState, target = state.poolTarget): void {
  const made = state.keyPool.missing(target, (pubkey) => state.known.has(hashKey(pubkey)))
  if (made.length === 0) return
  state.file.addKeys(made.map(({ row }) => row))
  for (const { row, hash } of made) loadKey(state, row, hash)
}

/** Takes every random key out of the pool: none of them is handed out as fresh any more. */
export function retireRandomKeys(state: KeyStoreState): void {
  const rows = state.keyPool.takeRandomKeys()
  if (rows.length === 0) return
  state.file.retireRandomKeys()
  for (const row of rows) {
    const key: WalletKey = { ...(state.known.get(hashKey(row.pubkey)) ?? toKey(row)), label: null, source: 'retired' }
    setKey(state, key)
    state.used.push(key)
  }
}
