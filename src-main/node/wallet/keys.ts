import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { hash160, secp256k1 } from '../crypto/index.ts'
import type { Clock } from '../interfaces.ts'
import type { SigningKeys } from '../script/index.ts'
import { equal, hashKey } from '../util/index.ts'
import type { KeyPath, KeyRow } from './keyTables.ts'
import type { KeyTree } from './keyTree.ts'
import { CHANGE, type Lanes, type NewKey } from './lanes.ts'
import { type PreparedKey, prepareKey } from './preparedKey.ts'
import { keyPurpose, type Vault } from './vault.ts'
import type { WalletFile } from './walletFile.ts'

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
  importAll(prepared: readonly PreparedKey[]): number
  /** gives a key that was handed out or imported another name, durable when it returns */
  rename(key: WalletKey, label: string): void
  /** Makes keys until there are `target` (default: `-keypool`) and one more; durable when it returns. */
  refill(target?: number): void
  /**
   * A payment to a key came in. One that waited to be handed out, and those before it, were shown by another copy of this
   * wallet: they are not handed out as fresh any more. `change`: the wallet itself paid.
   */
  notice(hash20: Uint8Array, change: boolean): void
  /** After accounts were added: keys of chance wait no more, accounts that are shown have theirs, and the pool is full. */
  settle(): void
  /** Keys of chance that wait are not handed out any more: new ones take their place. */
  renew(): void
  /** Forgets what is in memory for what is in the file, where a step was not written after all. */
  reload(): void
  /** Every key, those of the pool too. @throws RpcError −13 when the wallet is locked */
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
  readonly vault: Vault
  readonly tree: KeyTree
  readonly lanes: Lanes
  /** keys that were noticed made the pool reach further */
  readonly grown: (noticed: WalletKey) => void
}

/** More than one transaction or one dump of a usual wallet takes. */
const MOST_LENT = 20_000

/** Change, and the own key of an account: what comes back to the one who pays must not look like a payment. */
const isUnnamed = ({ path }: KeyRow, change: boolean) => (path ? path.chain === CHANGE || path.child === 0 : change)

const toKey = ({ pubkey, created, label, path, source }: KeyRow, hash = hash160(pubkey)): WalletKey => ({
  ...{ pubkey, hash, created, label, path, source },
})

/** The keys of one wallet file. A key is on disk before anybody sees its address; secrets are read when they are needed. */
export function createKeyStore(options: KeyStoreOptions, deps: Deps): KeyStore {
  const { file, clock, vault, tree, lanes } = deps
  const known = new Set<string>()
  const byHash = new Map<string, WalletKey>()
  const used: WalletKey[] = []
  let revision = 0

  const load = (row: KeyRow, hash?: Uint8Array) => {
    revision++
    const key = toKey(row, hash)
    known.add(hashKey(row.pubkey))
    byHash.set(hashKey(key.hash), key)
    lanes.note(row)
    if (row.pool === null) used.push(key)
    return key
  }
  /** Secrets of a wallet with a passphrase that somebody got since it was unlocked. */
  let lent: Uint8Array[] = []
  vault.onChange(() => {
    if (!vault.locked()) return
    for (const secret of lent) secret.fill(0)
    lent = []
  })
  const lend = (secret: Uint8Array) => {
    if (!vault.encrypted()) return secret
    lent.push(secret)
    // Those that were used long ago are left to the garbage collector, so that the list has an end.
    if (lent.length > MOST_LENT) lent = lent.slice(-MOST_LENT / 2)
    return secret
  }
  const secretOf = (pubkey: Uint8Array): Uint8Array | undefined => {
    const key = byHash.get(hashKey(hash160(pubkey)))
    const stored = key && file.secretOf(pubkey)
    if (!stored) return undefined
    const secret = key.path ? tree.secretKey(key.path) : vault.read(stored, keyPurpose(pubkey))
    if (equal(secp256k1.publicKey(secret, pubkey.length === 33), pubkey)) return lend(secret)
    throw new RpcError(RPC_ERROR.WALLET, 'A key is damaged in the wallet file. Restore a backup of it.')
  }
  const reload = () => {
    for (const all of [known, byHash, lanes]) all.clear()
    used.length = 0
    for (const row of file.keys()) load(row)
  }
  /** One durable step, or none: nothing stays in memory of one that a full disk has refused. */
  const durably = <T>(work: () => T): T => {
    try {
      return file.atomically(work)
    } catch (error) {
      reload()
      throw error
    }
  }
  /** It is on disk that the key waits no more when this returns. */
  const handOut = (row: KeyRow, label: string | null, source = row.source): WalletKey => {
    if (source === 'retired') file.retire(row.pubkey)
    else file.handOut(row.pubkey, label)
    lanes.remove(row.pubkey)
    const key = toKey({ ...row, label, source })
    byHash.set(hashKey(key.hash), key)
    used.push(key)
    return key
  }
  const refill = (target = options.poolTarget) => {
    const rows = lanes.missing(target)
    if (rows.length === 0) return
    file.addKeys(rows)
    for (const row of rows) load(row)
  }
  /** Within a durable step. `rows`: what is to be added to the file at its end, as each statement has its price. */
  const put = ({ pubkey, hash, stored, label }: PreparedKey, rows: NewKey[]) => {
    const held = byHash.get(hashKey(hash))
    // One that waits in our own pool must not be handed out as a fresh one any more.
    const waiting = lanes.upTo(pubkey).at(-1)
    if (held && !waiting) return { key: held, added: false }
    if (waiting) {
      const key = handOut(waiting, label)
      refill()
      return { key, added: true }
    }
    const row: KeyRow = { pubkey, path: null, created: clock.now(), source: 'imported', label, pool: null }
    // The wallet may have got a passphrase since the key was prepared.
    const late = stored.secret && vault.encrypted() ? vault.store(stored.secret, keyPurpose(pubkey)) : stored
    rows.push({ ...row, ...late })
    return { key: load(row, hash), added: true }
  }
  const retire = () => {
    for (const row of lanes.ofChance()) handOut(row, null, 'retired')
  }
  const settleAll = () => {
    if (tree.planted()) retire()
    refill()
    for (const { account, label } of tree.accounts()) {
      const [row] = label === null ? [] : lanes.upTo(tree.publicKey({ account, chain: 0, child: 0 }))
      if (row) handOut(row, null)
    }
    refill()
  }
  const settle = () => durably(settleAll)

  reload()
  settle()

  return {
    has: (pubkey) => known.has(hashKey(pubkey)),
    byHash: (hash) => byHash.get(hashKey(hash)),
    revision: () => revision,
    requireOpen: vault.requireOpen,
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
      if (!lanes.first(label)) refill()
      const row = lanes.first(label)
      if (!row) {
        throw new RpcError(RPC_ERROR.KEYPOOL_RAN_OUT, 'Error: Keypool ran out, please call keypoolrefill first')
      }
      return durably(() => {
        const key = handOut(row, label)
        refill()
        return key
      })
    },
    import(secret, compressed, label) {
      vault.requireOpen()
      const rows: NewKey[] = []
      return durably(() => {
        const done = put(prepareKey(vault, { secret, compressed, label, reserve: false }), rows)
        file.addKeys(rows)
        return done
      })
    },
    importAll: (prepared) =>
      durably(() => {
        // Shown by neither wallet: it may stay in the pool. One that was shown must not be given out as fresh.
        const wanted = prepared.filter(({ reserve, pubkey }) => !reserve || !known.has(hashKey(pubkey)))
        const rows: NewKey[] = []
        const added = wanted.filter((key) => put(key, rows).added).length
        file.addKeys(rows)
        return added
      }),
    rename(key, label) {
      file.setKeyLabel(key.pubkey, label)
      const renamed = { ...key, label }
      byHash.set(hashKey(key.hash), renamed)
      used.splice(used.indexOf(key), 1, renamed)
    },
    refill,
    notice(hash, change) {
      const key = byHash.get(hashKey(hash))
      const rows = key ? lanes.upTo(key.pubkey) : []
      if (!key || rows.length === 0) return
      durably(() => {
        for (const row of rows) handOut(row, isUnnamed(row, change) ? null : '')
        refill()
      })
      deps.grown(key)
    },
    settle,
    reload,
    renew() {
      durably(() => {
        retire()
        refill()
      })
    },
    all: () =>
      [...byHash.values()].map((key) => ({
        ...key,
        secret: secretOf(key.pubkey) ?? new Uint8Array(),
        reserve: lanes.isWaiting(key.pubkey),
      })),
    poolSize: lanes.size,
    poolOldest: () => lanes.oldest() ?? clock.now(),
  }
}
