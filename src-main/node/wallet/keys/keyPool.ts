import type { Clock, Random } from '../../core/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal, hashKey } from '../../util/index.ts'
import type { Steps } from '../../util/runInSlices.ts'
import type { KeyPath, KeyRow, StoredSecret } from '../file/index.ts'
import type { KeyTree } from './keyTree.ts'
import { keyPurpose, type SealSecret } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/** New key of the pool that is not stored yet. */
export interface NewKey {
  readonly row: KeyRow & StoredSecret
  /** hash160 of the public key */
  readonly hash: Uint8Array
}

/** Chains of an account: receiving addresses, which are shown, and change (BIP44). */
export const EXTERNAL = 0
export const CHANGE = 1
/**
 * Returns true for change and for the identity key of an account: a payment that returns to the payer must not look
 * like one.
 */
export const isUnlabelled = ({ path }: KeyRow, change: boolean) =>
  path ? path.chain === CHANGE || path.child === 0 : change
/** Gap limit: maximum number of unused addresses between two used ones (BIP44). */
export const GAP_LIMIT = 20

export interface KeyPoolDeps {
  readonly tree: KeyTree
  readonly vault: Vault
  readonly clock: Clock
  readonly random: Random
}

interface KeyQueue {
  /** sorted by position on read */
  readonly waiting: KeyRow[]
  sorted: boolean
  /** position of the next new key */
  next: number
}

function freshSecret(random: Random): Uint8Array {
  // A random 32-byte string is an invalid key once in 2^128, so the loop rarely repeats.
  for (;;) {
    const secret = random.bytes(32)
    if (secp256k1.isPrivateKey(secret)) return secret
  }
}

/** Random key that was computed in advance. */
interface AheadKey {
  readonly secret: Uint8Array
  readonly pubkey: Uint8Array
  readonly hash: Uint8Array
  /** secret sealed for a vault that is not encrypted yet */
  sealed: Uint8Array | undefined
}

function makeAheadKey(random: Random): AheadKey {
  const secret = freshSecret(random)
  const pubkey = secp256k1.publicKey(secret)
  return { secret, pubkey, hash: hash160(pubkey), sealed: undefined }
}

function storeAhead(vault: Vault, { secret, pubkey, sealed }: AheadKey): StoredSecret {
  if (!vault.encrypted()) return { secret, sealed: null }
  const stored = sealed ? { secret: null, sealed } : vault.store(secret, keyPurpose(pubkey))
  secret.fill(0)
  return stored
}

type IsKnown = (pubkey: Uint8Array) => boolean

/**
 * Returns the queue in order. The file does not order keys of the same second, so a queue is sorted on read after an
 * addition.
 */
function readQueue(queue: KeyQueue): KeyRow[] {
  if (!queue.sorted) queue.waiting.sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
  queue.sorted = true
  return queue.waiting
}

/**
 * Key pool: queues of keys made in advance. Without a phrase it has one queue of random keys, with a phrase one queue
 * per chain and account. The phrase's queues are never shorter than the gap limit, so that keys used by another copy of
 * the wallet are noticed.
 */
export class KeyPool {
  readonly #deps: KeyPoolDeps
  readonly #randomQueue: KeyQueue = { waiting: [], sorted: true, next: 1 }
  /** by account and chain */
  readonly #derivedQueues = new Map<string, KeyQueue>()
  /** queue of each key in the pool, by public key */
  readonly #queues = new Map<string, KeyQueue>()
  readonly #ahead: AheadKey[] = []

  constructor(deps: KeyPoolDeps) {
    this.#deps = deps
  }

  clear(): void {
    this.#randomQueue.waiting.length = 0
    this.#derivedQueues.clear()
    this.#queues.clear()
  }

  /** Adds a stored key. If it is not in the pool, it only advances the next position of its queue. */
  note(row: KeyRow): void {
    const queue = row.path ? this.#derivedQueue(row.path.account, row.path.chain) : this.#randomQueue
    const position = row.path?.child ?? row.pool
    if (position !== null) queue.next = Math.max(queue.next, position + 1)
    if (row.pool === null) return
    queue.waiting.push(row)
    this.#queues.set(hashKey(row.pubkey), queue)
    queue.sorted &&= (queue.waiting.at(-2)?.pool ?? row.pool) <= row.pool
  }

  /** Returns the next key to hand out. @param label null for change */
  first(label: string | null): KeyRow | undefined {
    return readQueue(this.#queueFor(label))[0]
  }

  /** Returns the keys of the same queue up to this one, oldest first. Empty if the key is not in the pool. */
  upTo(pubkey: Uint8Array): readonly KeyRow[] {
    const found = this.#find(pubkey)
    return found ? readQueue(found.queue).slice(0, found.index + 1) : []
  }

  isWaiting(pubkey: Uint8Array): boolean {
    return this.#queues.has(hashKey(pubkey))
  }

  remove(pubkey: Uint8Array): void {
    const found = this.#find(pubkey)
    this.#queues.delete(hashKey(pubkey))
    found?.queue.waiting.splice(found.index, 1)
  }

  /**
   * Returns the new keys that fill each queue to `target` + 1 keys. Returns no random keys while the vault is locked.
   * @param isKnown returns true if the wallet already has a key: keys imported before their derivation are skipped
   */
  missing(target: number, isKnown: IsKnown): NewKey[] {
    const { tree } = this.#deps
    if (!tree.hasSeed()) return this.#makeRandomKeys(target, isKnown)
    return tree.accounts().flatMap(({ account }) => {
      const ahead = Math.max(GAP_LIMIT - 1, account === 0 ? target : 0)
      return [EXTERNAL, CHANGE].flatMap((chain) => this.#deriveKeys({ account, chain }, ahead, isKnown))
    })
  }

  /** Computes one of the random keys that `missing` will use. */
  makeAhead(): void {
    this.#ahead.push(makeAheadKey(this.#deps.random))
  }

  /** Seals the keys of `makeAhead` for a vault that is being encrypted, one per step. */
  *sealAhead(seal: SealSecret): Steps<void> {
    for (const key of this.#ahead) {
      key.sealed = seal(key.secret, keyPurpose(key.pubkey))
      yield
    }
  }

  /** Wipes the unused keys of `makeAhead`. */
  dropAhead(): void {
    for (const { secret } of this.#ahead.splice(0)) secret.fill(0)
  }

  /** Removes every random key from the pool and returns them. */
  takeRandomKeys(): readonly KeyRow[] {
    const rows = readQueue(this.#randomQueue).splice(0)
    for (const { pubkey } of rows) this.#queues.delete(hashKey(pubkey))
    return rows
  }

  /** Returns the length of the queue that provides receiving addresses. */
  size(): number {
    return this.#queueFor('').waiting.length
  }

  /** Returns the unix seconds of the oldest key in the queue of receiving addresses, or undefined if it is empty. */
  oldest(): number | undefined {
    return readQueue(this.#queueFor(''))[0]?.created
  }

  #derivedQueue(account: number, chain: number): KeyQueue {
    const name = `${account}/${chain}`
    const queue = this.#derivedQueues.get(name) ?? { waiting: [], sorted: true, next: 0 }
    this.#derivedQueues.set(name, queue)
    return queue
  }

  #queueFor(label: string | null): KeyQueue {
    return this.#deps.tree.hasSeed() ? this.#derivedQueue(0, label === null ? CHANGE : EXTERNAL) : this.#randomQueue
  }

  #find(pubkey: Uint8Array): { readonly queue: KeyQueue; readonly index: number } | undefined {
    const queue = this.#queues.get(hashKey(pubkey))
    return queue && { queue, index: readQueue(queue).findIndex((row) => equal(row.pubkey, pubkey)) }
  }

  #makeRandomKeys(target: number, isKnown: IsKnown): NewKey[] {
    const { vault, random, clock } = this.#deps
    if (vault.locked()) return []
    const queue = this.#randomQueue
    return Array.from({ length: Math.max(0, target + 1 - queue.waiting.length) }, (_, index) => {
      let key = this.#ahead.pop() ?? makeAheadKey(random)
      // A cloned virtual machine may generate the same key as its clone, from which it may have been imported.
      while (isKnown(key.pubkey)) key = makeAheadKey(random)
      const { pubkey, hash } = key
      const stored = storeAhead(vault, key)
      const pool = queue.next + index
      const row = {
        created: clock.now(),
        label: null,
        ...stored,
        pubkey,
        path: null,
        source: 'generated' as const,
        pool,
      }
      return { row, hash }
    })
  }

  #deriveKeys({ account, chain }: Omit<KeyPath, 'child'>, target: number, isKnown: IsKnown): NewKey[] {
    const { tree, clock } = this.#deps
    const queue = this.#derivedQueue(account, chain)
    const made: NewKey[] = []
    for (let child = queue.next; queue.waiting.length + made.length <= target; child++) {
      const path = { account, chain, child }
      const pubkey = tree.publicKey(path)
      if (isKnown(pubkey)) continue
      const stored = { secret: null, sealed: null }
      const row = {
        created: clock.now(),
        label: null,
        ...stored,
        pubkey,
        path,
        source: 'derived' as const,
        pool: child,
      }
      made.push({ row, hash: hash160(pubkey) })
    }
    return made
  }
}
