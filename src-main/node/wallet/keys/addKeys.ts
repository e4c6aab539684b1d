import { hash160, secp256k1 } from '../../crypto/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyRow, StoredSecret } from '../file/index.ts'
import { durably, handOut, type KeyStoreState, loadKey, refillPool } from './keyStoreState.ts'
import type { ImportedKey, KeyImport, WalletKey } from './keyTypes.ts'
import { keyPurpose } from './sealPurpose.ts'
import { sealStaged } from './stagedSecrets.ts'

interface AddedKey {
  readonly key: WalletKey
  /** false: the wallet had it already */
  readonly added: boolean
}

function addKey(state: KeyStoreState, row: KeyRow & StoredSecret): AddedKey {
  const held = state.byHash.get(hashKey(hash160(row.pubkey)))
  // A key of our own pool that was imported must not be handed out as a fresh one any more.
  const pooled = state.keyPool.upTo(row.pubkey).at(-1)
  if (held && !pooled) return { key: held, added: false }
  if (pooled) {
    const key = handOut(state, pooled, row.label)
    refillPool(state)
    return { key, added: true }
  }
  state.file.addKeys([row])
  return { key: loadKey(state, row), added: true }
}

/** Adds one private key, durable when it returns. @throws WalletError `locked` */
export function importKey(
  state: KeyStoreState,
  secret: Uint8Array,
  { compressed, label }: { readonly compressed: boolean; readonly label: string | null },
): AddedKey {
  const { vault, clock } = state
  vault.requireOpen()
  const pubkey = secp256k1.publicKey(secret, compressed)
  const stored = vault.store(secret, keyPurpose(pubkey))
  const row: KeyRow = { pubkey, path: null, created: clock.now(), source: 'imported', label, pool: null }
  return durably(state, () => addKey(state, { ...row, ...stored }))
}

function adopt(state: KeyStoreState, { key, name, hashName }: ImportedKey): void {
  state.revision++
  state.known.set(name, key)
  state.byHash.set(hashName, key)
  state.used.push(key)
}

/**
 * Adds all staged keys or none, durable when it returns; how many were new.
 * @throws WalletError `locked` where one was staged before the wallet got a passphrase, and it is locked
 */
export function importStaged(state: KeyStoreState, { staged, keys }: KeyImport): number {
  const { known, keyPool, vault } = state
  // A key that neither wallet has shown may stay in the pool. One that was shown must not be handed out as fresh.
  const pooled = keys.filter(({ reserve, name, key }) => !reserve && known.has(name) && keyPool.isWaiting(key.pubkey))
  const fresh = keys.filter(({ name }) => !known.has(name))
  durably(state, () => {
    // The wallet may have got a passphrase since the keys were staged.
    if (vault.encrypted()) sealStaged(vault, staged, staged.plain())
    if (staged.store() !== fresh.length) throw new Error('the wallet file has other keys than the wallet')
    for (const each of fresh) adopt(state, each)
    for (const { key } of pooled) for (const row of keyPool.upTo(key.pubkey).slice(-1)) handOut(state, row, key.label)
    if (pooled.length > 0) refillPool(state)
  })
  return fresh.length + pooled.length
}
