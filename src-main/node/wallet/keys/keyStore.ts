import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import type { Clock } from '../../interfaces.ts'
import { equal, hashKey } from '../../util/index.ts'
import type { KeyRow, StoredSecret, WalletFile } from '../file/index.ts'
import { yieldToEventLoop } from '../yieldToEventLoop.ts'
import { CHANGE, type KeyPool } from './keyPool.ts'
import type { KeyTree } from './keyTree.ts'
import type { ImportedKey, KeyStore, WalletKey } from './keyTypes.ts'
import { sealStaged } from './stagedSecrets.ts'
import { keyPurpose, type Vault } from './vault.ts'

export interface KeyStoreOptions {
  /** keys kept in advance (`-keypool`); the pool holds one more, as the reference's does */
  readonly poolTarget: number
}

interface Deps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly vault: Vault
  readonly tree: KeyTree
  readonly keyPool: KeyPool
  /** keys that were noticed made the pool reach further */
  readonly grown: (noticed: WalletKey) => void
}

/** More than one transaction or one dump of a usual wallet takes. */
const MOST_LENT = 20_000

/** Change, and the own key of an account: what comes back to the one who pays must not look like a payment. */
const isUnnamed = ({ path }: KeyRow, change: boolean) => (path ? path.chain === CHANGE || path.child === 0 : change)

const toKey = ({ pubkey, created, label, path, source }: KeyRow): WalletKey => ({
  ...{ pubkey, hash: hash160(pubkey), created, label, path, source },
})

/** The keys of one wallet file. A key is on disk before anybody sees its address; secrets are read when they are needed. */
export function createKeyStore(options: KeyStoreOptions, deps: Deps): KeyStore {
  const { file, clock, vault, tree, keyPool } = deps
  const known = new Set<string>()
  const byHash = new Map<string, WalletKey>()
  const used: WalletKey[] = []
  let revision = 0

  const has = (pubkey: Uint8Array) => known.has(hashKey(pubkey))
  const load = (row: KeyRow) => {
    revision++
    const key = toKey(row)
    known.add(hashKey(row.pubkey))
    byHash.set(hashKey(key.hash), key)
    keyPool.note(row)
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
    const rows = file.keys()
    for (const all of [known, byHash, keyPool]) all.clear()
    used.length = 0
    for (const row of rows) load(row)
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
    keyPool.remove(row.pubkey)
    const key = toKey({ ...row, label, source })
    byHash.set(hashKey(key.hash), key)
    used.push(key)
    return key
  }
  const refill = (target = options.poolTarget) => {
    const rows = keyPool.missing(target, has)
    if (rows.length === 0) return
    file.addKeys(rows)
    for (const row of rows) load(row)
  }
  const adopt = ({ key, name, hashName }: ImportedKey) => {
    revision++
    known.add(name)
    byHash.set(hashName, key)
    used.push(key)
  }
  const importOne = (row: KeyRow & StoredSecret) => {
    const held = byHash.get(hashKey(hash160(row.pubkey)))
    // One that waits in our own pool must not be handed out as a fresh one any more.
    const waiting = keyPool.upTo(row.pubkey).at(-1)
    if (held && !waiting) return { key: held, added: false }
    if (waiting) {
      const key = handOut(waiting, row.label)
      refill()
      return { key, added: true }
    }
    file.addKeys([row])
    return { key: load(row), added: true }
  }
  const retire = () => {
    for (const row of keyPool.randomKeys()) handOut(row, null, 'retired')
  }
  const reconcileAll = () => {
    if (tree.hasSeed()) retire()
    refill()
    for (const { account, label } of tree.accounts()) {
      const [row] = label === null ? [] : keyPool.upTo(tree.publicKey({ account, chain: 0, child: 0 }))
      if (row) handOut(row, null)
    }
    refill()
  }
  const reconcile = () => durably(reconcileAll)

  reload()
  reconcile()

  return {
    has,
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
      if (!keyPool.first(label)) refill()
      const row = keyPool.first(label)
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
      const pubkey = secp256k1.publicKey(secret, compressed)
      const stored = vault.store(secret, keyPurpose(pubkey))
      const row: KeyRow = { pubkey, path: null, created: clock.now(), source: 'imported', label, pool: null }
      return durably(() => importOne({ ...row, ...stored }))
    },
    importAll({ staged, keys }) {
      // Shown by neither wallet: it may stay in the pool. One that was shown must not be given out as fresh.
      const waiting = keys.filter(
        ({ reserve, name, key }) => !reserve && known.has(name) && keyPool.isWaiting(key.pubkey),
      )
      const fresh = keys.filter(({ name }) => !known.has(name))
      durably(() => {
        // The wallet may have got a passphrase just now.
        if (vault.encrypted()) sealStaged(vault, staged, staged.plain())
        if (staged.store() !== fresh.length) throw new Error('the wallet file has other keys than the wallet')
        fresh.forEach(adopt)
        for (const { key } of waiting) for (const row of keyPool.upTo(key.pubkey).slice(-1)) handOut(row, key.label)
        if (waiting.length > 0) refill()
      })
      return fresh.length + waiting.length
    },
    rename(key, label) {
      file.setKeyLabel(key.pubkey, label)
      const renamed = { ...key, label }
      byHash.set(hashKey(key.hash), renamed)
      used.splice(used.indexOf(key), 1, renamed)
    },
    refill,
    notice(hash, change) {
      const key = byHash.get(hashKey(hash))
      const rows = key ? keyPool.upTo(key.pubkey) : []
      if (!key || rows.length === 0) return
      durably(() => {
        for (const row of rows) handOut(row, isUnnamed(row, change) ? null : '')
        refill()
      })
      deps.grown(key)
    },
    reconcile,
    reload,
    renew() {
      durably(() => {
        retire()
        refill()
      })
    },
    async renewAhead() {
      if (tree.hasSeed() || vault.encrypted()) return
      for (let made = 0; made <= options.poolTarget; made++) {
        keyPool.makeAhead()
        await yieldToEventLoop()
      }
    },
    dropAhead: keyPool.dropAhead,
    all: () => [...byHash.values()],
    dumped: (key) => ({
      ...key,
      secret: secretOf(key.pubkey) ?? new Uint8Array(),
      reserve: keyPool.isWaiting(key.pubkey),
    }),
    poolSize: keyPool.size,
    poolOldest: () => keyPool.oldest() ?? clock.now(),
  }
}
