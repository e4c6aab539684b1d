import type { Clock } from '../../core/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import type { SigningKeys } from '../../script/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { KeyRow, StoredSecret, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { KeyIndex, toWalletKey } from './keyIndex.ts'
import { EXTERNAL, isUnlabelled, type KeyPool } from './keyPool.ts'
import type { KeyTree } from './keyTree.ts'
import type { AddedKey, DumpedKey, KeyImport, WalletKey } from './keyTypes.ts'
import type { OutsideKeys } from './outsideKeys.ts'
import { keyPurpose, type SealSecret } from './sealPurpose.ts'
import { SecretReader } from './secretReader.ts'
import { sealStaged } from './stagedSecrets.ts'
import type { Vault } from './vault.ts'

export interface KeyStoreDeps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly vault: Vault
  readonly tree: KeyTree
  readonly keyPool: KeyPool
  /** number of keys made in advance (`-keypool`); the pool has one more, as in the reference */
  readonly poolTarget: number
  /** returns the redeem script with this hash160, for signing */
  readonly redeemScript: (hash20: Uint8Array) => Uint8Array | undefined
  readonly outsideKeys: Pick<OutsideKeys, 'note'>
  /** called after keys were imported */
  readonly added: () => void
  /** called when a payment to a key of the pool extended the pool */
  readonly grown: (noticed: WalletKey) => void
}

/** Keys sealed per event-loop slice: a few milliseconds. */
const SEALED_PER_SLICE = 100

/** Keys of one wallet file. A key is on disk before its address is shown. Secrets are read on demand. */
export class KeyStore {
  readonly #deps: KeyStoreDeps
  readonly #file: WalletFile
  readonly #keyPool: KeyPool
  readonly #index = new KeyIndex()
  readonly #secrets: SecretReader
  /** Keys for signing. @throws WalletError `locked` for a key of the wallet while it is locked */
  readonly signing: SigningKeys = {
    keyOf: (hash20) => this.#signingKey(hash20),
    scriptOf: (hash20) => this.#deps.redeemScript(hash20),
  }

  constructor(deps: KeyStoreDeps) {
    this.#deps = deps
    this.#file = deps.file
    this.#keyPool = deps.keyPool
    this.#secrets = new SecretReader({ ...deps, index: this.#index })
    this.reload()
    this.reconcile()
  }

  has(pubkey: Uint8Array): boolean {
    return this.#index.get(pubkey) !== undefined
  }

  byHash(hash20: Uint8Array): WalletKey | undefined {
    return this.#index.byHash(hash20)
  }

  /** Returns a counter that increases with each added key. */
  revision(): number {
    return this.#index.revision()
  }

  /** @throws WalletError `locked` */
  requireOpen(): void {
    this.#deps.vault.requireOpen()
  }

  /**
   * Returns the 32-byte private key, or undefined if the wallet lacks it. Do not retain it: in an encrypted wallet the
   * buffer is zeroed on locking.
   * @throws WalletError `locked`, `damaged-key`
   */
  secretOf(pubkey: Uint8Array): Uint8Array | undefined {
    return this.#secrets.read(pubkey)
  }

  /** Returns handed-out and imported keys, oldest first. */
  used(): readonly WalletKey[] {
    return this.#index.used()
  }

  /** Returns every key, including those of the pool. */
  all(): readonly WalletKey[] {
    return this.#index.all()
  }

  /** Returns the data of a key for a dump. The caller must not retain its secret. @throws WalletError `locked` */
  dumped(key: WalletKey): DumpedKey {
    const secret = this.secretOf(key.pubkey) ?? new Uint8Array()
    return { ...key, secret, reserve: this.#keyPool.isWaiting(key.pubkey) }
  }

  poolSize(): number {
    return this.#keyPool.size()
  }

  /** Returns the unix seconds of the oldest key in the pool, or the current time if the pool is empty. */
  poolOldest(): number {
    return this.#keyPool.oldest() ?? this.#deps.clock.now()
  }

  /**
   * Hands out the next key of the pool, durable on return.
   * @throws WalletError `key-pool-empty` if no key can be made
   */
  next(label: string | null): WalletKey {
    if (!this.#keyPool.first(label)) this.refill()
    const row = this.#keyPool.first(label)
    if (!row) throw new WalletError('key-pool-empty', 'Error: Keypool ran out, please call keypoolrefill first')
    return this.#durably(() => {
      const key = this.#handOut(row, label)
      this.refill()
      return key
    })
  }

  /** Adds one private key, durable on return. @throws WalletError `locked` */
  import(secret: Uint8Array, compressed: boolean, label: string | null): AddedKey {
    const { vault, clock } = this.#deps
    vault.requireOpen()
    this.#deps.outsideKeys.note()
    const pubkey = secp256k1.publicKey(secret, compressed)
    const stored = vault.store(secret, keyPurpose(pubkey))
    const row: KeyRow = { pubkey, path: null, created: clock.now(), source: 'imported', label, pool: null }
    const found = this.#durably(() => this.#add({ ...row, ...stored }))
    if (found.added) this.#deps.added()
    return found
  }

  /**
   * Adds all staged keys or none, durable on return. Returns the number of new keys.
   * @throws WalletError `locked` if a key was staged before the wallet was encrypted, and the wallet is locked
   */
  importAll({ staged, keys }: KeyImport): number {
    const { vault, added, outsideKeys } = this.#deps
    outsideKeys.note()
    // A key that neither wallet has shown may stay in the pool. A shown key must not be handed out as fresh.
    const pooled = keys.filter(
      ({ reserve, name, key }) => !reserve && this.#index.hasNamed(name) && this.#keyPool.isWaiting(key.pubkey),
    )
    const fresh = keys.filter(({ name }) => !this.#index.hasNamed(name))
    this.#durably(() => {
      // The wallet may have been encrypted since the keys were staged.
      if (vault.encrypted()) sealStaged(vault, staged, staged.plain())
      if (staged.store() !== fresh.length) throw new Error('the wallet file and the wallet have different keys')
      for (const each of fresh) this.#index.addImported(each)
      for (const { key } of pooled) {
        for (const row of this.#keyPool.upTo(key.pubkey).slice(-1)) this.#handOut(row, key.label)
      }
      if (pooled.length > 0) this.refill()
    })
    const count = fresh.length + pooled.length
    if (count > 0) added()
    return count
  }

  /** Changes the label of a handed-out or imported key, durable on return. */
  rename(key: WalletKey, label: string): void {
    this.#file.setKeyLabel(key.pubkey, label)
    this.#index.replace(key, { ...key, label })
  }

  /** Marks a key outside the pool as never used, if nothing was paid to it; durable on return. */
  retire(key: WalletKey): void {
    this.#file.retireKey(key.pubkey)
    this.#index.replace(key, { ...key, label: null, source: 'retired' })
  }

  /** Adds keys until each queue of the pool has `target` + 1 keys (default: `-keypool`); durable on return. */
  refill(target = this.#deps.poolTarget): void {
    const made = this.#keyPool.missing(target, (pubkey) => this.has(pubkey))
    if (made.length === 0) return
    this.#file.addKeys(made.map(({ row }) => row))
    for (const { row, hash } of made) this.#load(row, hash)
  }

  /**
   * Records a payment to a key. If the key is still in the pool, another copy of this wallet has handed it out: it and
   * all earlier keys of its queue are marked used. `change`: the payer is this wallet.
   */
  notice(hash20: Uint8Array, change: boolean): void {
    const key = this.byHash(hash20)
    const rows = key ? this.#keyPool.upTo(key.pubkey) : []
    if (!key || rows.length === 0) return
    this.#durably(() => {
      for (const row of rows) this.#handOut(row, isUnlabelled(row, change) ? null : '')
      this.refill()
    })
    this.#deps.grown(key)
  }

  /**
   * Call after accounts were added. Retires random keys, removes the identity keys of shown accounts from the pool and
   * refills it.
   */
  reconcile(): void {
    const { tree } = this.#deps
    this.#durably(() => {
      if (tree.hasSeed()) this.#retireRandomKeys()
      this.refill()
      for (const { account, label } of tree.accounts()) {
        const identity = label === null ? undefined : tree.publicKey({ account, chain: EXTERNAL, child: 0 })
        const [row] = identity ? this.#keyPool.upTo(identity) : []
        if (row) this.#handOut(row, null)
      }
      this.refill()
    })
  }

  /** Retires the random keys of the pool and adds new ones. */
  renew(): void {
    this.#durably(() => {
      this.#retireRandomKeys()
      this.refill()
    })
  }

  /** Computes the keys that `renew` will use, yielding to the event loop. `dropAhead` wipes the unused ones. */
  async renewAhead(): Promise<void> {
    const { tree, vault, poolTarget } = this.#deps
    if (tree.hasSeed() || vault.encrypted()) return
    for (let made = 0; made <= poolTarget; made++) {
      this.#keyPool.makeAhead()
      await yieldToEventLoop()
    }
  }

  /** Seals the keys of `renewAhead` for a vault that is being encrypted, yielding to the event loop. */
  async sealAhead(seal: SealSecret): Promise<void> {
    let sealed = 0
    for (const _ of this.#keyPool.sealAhead(seal)) if (++sealed % SEALED_PER_SLICE === 0) await yieldToEventLoop()
  }

  dropAhead(): void {
    this.#keyPool.dropAhead()
  }

  /** Reloads memory from the file, after a durable step was rolled back. */
  reload(): void {
    const rows = this.#file.keys()
    for (const part of [this.#index, this.#keyPool]) part.clear()
    for (const row of rows) this.#load(row)
  }

  #signingKey(hash20: Uint8Array) {
    const key = this.byHash(hash20)
    const privateKey = key && this.secretOf(key.pubkey)
    return privateKey && { privateKey, compressed: key.pubkey.length === 33 }
  }

  /** Runs one durable step. If the file rejects it, memory is reloaded from the file. */
  #durably<T>(work: () => T): T {
    try {
      return this.#file.atomically(work)
    } catch (error) {
      this.reload()
      throw error
    }
  }

  /** Adds a stored key to the index and to the pool in memory. */
  #load(row: KeyRow, hash?: Uint8Array): WalletKey {
    this.#keyPool.note(row)
    return this.#index.add(row, hash)
  }

  #add(row: KeyRow & StoredSecret): AddedKey {
    const held = this.byHash(hash160(row.pubkey))
    // An imported key of the own pool must no longer be handed out as fresh.
    const pooled = this.#keyPool.upTo(row.pubkey).at(-1)
    if (held && !pooled) return { key: held, added: false }
    if (pooled) {
      const key = this.#handOut(pooled, row.label)
      this.refill()
      return { key, added: true }
    }
    this.#file.addKeys([row])
    return { key: this.#load(row), added: true }
  }

  /** Removes a key from the pool; durable on return. */
  #handOut(row: KeyRow, label: string | null): WalletKey {
    this.#file.handOut(row.pubkey, label)
    this.#keyPool.remove(row.pubkey)
    const key = toWalletKey({ ...row, label })
    this.#index.use(key)
    return key
  }

  /** Removes every random key from the pool, so that random keys are no longer handed out as fresh. */
  #retireRandomKeys(): void {
    const rows = this.#keyPool.takeRandomKeys()
    if (rows.length === 0) return
    this.#file.retireRandomKeys()
    for (const row of rows) {
      this.#index.use({ ...(this.#index.get(row.pubkey) ?? toWalletKey(row)), label: null, source: 'retired' })
    }
  }
}
