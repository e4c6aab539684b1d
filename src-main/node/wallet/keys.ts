import { hash160, secp256k1 } from '../crypto/index.ts'
import type { Clock, Random } from '../interfaces.ts'
import type { SigningKeys } from '../script/index.ts'
import { hashKey } from '../util/index.ts'
import type { KeyRow, StoredSecret } from './keyTables.ts'
import type { WalletFile } from './walletFile.ts'

export interface WalletKey {
  readonly pubkey: Uint8Array
  /** hash160 of the public key */
  readonly hash: Uint8Array
  readonly created: number
  /** name in the address book; null: not in it (change and mining keys) */
  readonly label: string | null
}

/** A key with everything that a backup says of it. */
export interface DumpedKey extends WalletKey {
  readonly secret: Uint8Array
  /** made in advance, never shown */
  readonly reserve: boolean
}

export interface KeyStore {
  has(pubkey: Uint8Array): boolean
  byHash(hash20: Uint8Array): WalletKey | undefined
  /** the 32-byte private key; undefined when the key is not ours */
  secretOf(pubkey: Uint8Array): Uint8Array | undefined
  /** what signing needs of this store */
  readonly signing: SigningKeys
  /** keys that were handed out or imported, oldest first */
  used(): readonly WalletKey[]
  /** next key of the pool, durable before this returns */
  next(label: string | null): WalletKey
  /** false when the key was there already */
  import(
    secret: Uint8Array,
    compressed: boolean,
    label: string | null,
  ): { readonly key: WalletKey; readonly added: boolean }
  /** gives a key that was handed out or imported another name, durable when it returns */
  rename(key: WalletKey, label: string): void
  /** Makes keys until there are `target` (default: `-keypool`) and one more; durable when it returns. */
  refill(target?: number): void
  /** every key, those of the pool too */
  all(): readonly DumpedKey[]
  poolSize(): number
  /** unix seconds of the oldest key of the pool */
  poolOldest(): number
}

export interface KeyStoreOptions {
  /** keys kept in advance (`-keypool`); the pool holds one more, as the reference's does */
  readonly poolTarget: number
}

interface Deps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
}

function freshSecret(random: Random): Uint8Array {
  // A random 32-byte string is no valid key once in 2^128: the loop is for completeness.
  for (;;) {
    const secret = random.bytes(32)
    if (secp256k1.isPrivateKey(secret)) return secret
  }
}

/** The keys of one wallet file. A key is on disk before anybody sees its address. */
export function createKeyStore(options: KeyStoreOptions, { file, clock, random }: Deps): KeyStore {
  const known = new Set<string>()
  const byHash = new Map<string, WalletKey>()
  const used: WalletKey[] = []
  const pool: KeyRow[] = []
  let nextPosition = 1

  const secretOf = (pubkey: Uint8Array) => file.secretOf(pubkey)?.secret ?? undefined
  const toKey = (row: KeyRow): WalletKey => ({
    pubkey: row.pubkey,
    hash: hash160(row.pubkey),
    created: row.created,
    label: row.label,
  })
  const load = (row: KeyRow) => {
    const key = toKey(row)
    known.add(hashKey(row.pubkey))
    byHash.set(hashKey(key.hash), key)
    if (row.pool === null) used.push(key)
    else {
      pool.push(row)
      nextPosition = Math.max(nextPosition, row.pool + 1)
    }
    return key
  }
  const refill = (target = options.poolTarget) => {
    const rows: (KeyRow & StoredSecret)[] = []
    while (pool.length + rows.length <= target) {
      const secret = freshSecret(random)
      rows.push({
        pubkey: secp256k1.publicKey(secret),
        secret,
        sealed: null,
        path: null,
        created: clock.now(),
        source: 'generated',
        label: null,
        pool: nextPosition++,
      })
    }
    if (rows.length === 0) return
    file.addKeys(rows)
    rows.forEach(load)
  }

  for (const row of file.keys()) load(row)
  pool.sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
  refill()

  return {
    has: (pubkey) => known.has(hashKey(pubkey)),
    byHash: (hash) => byHash.get(hashKey(hash)),
    secretOf,
    signing: {
      keyOf(hash) {
        const key = byHash.get(hashKey(hash))
        const privateKey = key && secretOf(key.pubkey)
        return privateKey && { privateKey, compressed: key.pubkey.length === 33 }
      },
      scriptOf: () => undefined,
    },
    used: () => used,
    next(label) {
      const row = pool[0]
      if (!row) throw new Error('the key pool is never empty after a refill')
      file.handOut(row.pubkey, label)
      pool.shift()
      const key = toKey({ ...row, label, pool: null })
      byHash.set(hashKey(key.hash), key)
      used.push(key)
      refill()
      return key
    },
    import(secret, compressed, label) {
      const pubkey = secp256k1.publicKey(secret, compressed)
      const held = byHash.get(hashKey(hash160(pubkey)))
      if (held && used.includes(held)) return { key: held, added: false }
      if (held) {
        // It was waiting in our own pool: it must not be handed out as a fresh one any more.
        file.handOut(pubkey, label)
        pool.splice(
          pool.findIndex((row) => hashKey(row.pubkey) === hashKey(pubkey)),
          1,
        )
        const key = { ...held, label }
        byHash.set(hashKey(key.hash), key)
        used.push(key)
        refill()
        return { key, added: true }
      }
      const row: KeyRow = { pubkey, path: null, created: clock.now(), source: 'imported', label, pool: null }
      file.addKeys([{ ...row, secret, sealed: null }])
      return { key: load(row), added: true }
    },
    rename(key, label) {
      file.setKeyLabel(key.pubkey, label)
      const renamed = { ...key, label }
      byHash.set(hashKey(key.hash), renamed)
      used.splice(used.indexOf(key), 1, renamed)
    },
    refill,
    all() {
      const waiting = new Set(pool.map(({ pubkey }) => hashKey(pubkey)))
      return [...byHash.values()].map((key) => ({
        ...key,
        secret: secretOf(key.pubkey) ?? new Uint8Array(),
        reserve: waiting.has(hashKey(key.pubkey)),
      }))
    },
    poolSize: () => pool.length,
    poolOldest: () => pool[0]?.created ?? clock.now(),
  }
}
