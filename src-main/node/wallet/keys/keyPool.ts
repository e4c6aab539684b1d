import type { Clock, Random } from '../../core/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal, hashKey } from '../../util/index.ts'
import type { Steps } from '../../util/runInSlices.ts'
import type { KeyPath, KeyRow, StoredSecret } from '../file/index.ts'
import type { KeyTree } from './keyTree.ts'
import { keyPurpose, type SealSecret } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/** A new key of the pool, to be stored. */
export interface NewKey {
  readonly row: KeyRow & StoredSecret
  /** hash160 of the public key */
  readonly hash: Uint8Array
}

/** The chains of an account: receiving addresses, which are shown, and change (BIP44). */
export const SHOWN = 0
export const CHANGE = 1
/** Change, and the identity key of an account: what comes back to the payer must not look like a payment. */
export const isUnlabelled = ({ path }: KeyRow, change: boolean) =>
  path ? path.chain === CHANGE || path.child === 0 : change
/** The gap limit: maximum number of unused addresses between two used ones (BIP44). */
export const GAP_LIMIT = 20

export interface KeyPoolDeps {
  readonly tree: KeyTree
  readonly vault: Vault
  readonly clock: Clock
  readonly random: Random
}

interface KeyQueue {
  /** sorted by position when it is read */
  readonly waiting: KeyRow[]
  sorted: boolean
  /** position of the next new key */
  next: number
}

function freshSecret(random: Random): Uint8Array {
  // A random 32-byte string is an invalid key once in 2^128: the loop is for completeness.
  for (;;) {
    const secret = random.bytes(32)
    if (secp256k1.isPrivateKey(secret)) return secret
  }
}

/** A random key that was computed before it is needed. */
interface AheadKey {
  readonly secret: Uint8Array
  readonly pubkey: Uint8Array
  readonly hash: Uint8Array
  /** sealed for a vault that is not encrypted yet */
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

/** The file does not order keys of the same second: a queue is sorted when it is read after a key was added. */
function readQueue(queue: KeyQueue): KeyRow[] {
  if (!queue.sorted) queue.waiting.sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
  queue.sorted = true
  return queue.waiting
}

/**
 * The key pool: keys made in advance, as queues. One queue of random keys, or, once there is a phrase, one for each chain of
 * each account. The phrase's queues are never shorter than the gap limit, so that keys which another copy of the wallet used
 * are noticed.
 */
export class KeyPool {
  readonly #deps: KeyPoolDeps
  readonly #randomQueue: KeyQueue = { waiting: [], sorted: true, next: 1 }
  /** by account and chain */
  readonly #derivedQueues = new Map<string, KeyQueue>()
  /** the queue of each key in the pool, by public key */
  readonly #queues = new Map<string, KeyQueue>()
  readonly #ahead: AheadKey[] = []

  constructor(deps: KeyPoolDeps) {
    this.#deps = deps
  }

  /** Forgets all keys. */
  clear(): void {
    this.#randomQueue.waiting.length = 0
    this.#derivedQueues.clear()
    this.#queues.clear()
  }

  /** Adds a stored key; one that is not in the pool only advances the position of its queue. */
  note(row: KeyRow): void {
    const queue = row.path ? this.#derivedQueue(row.path.account, row.path.chain) : this.#randomQueue
    const position = row.path?.child ?? row.pool
    if (position !== null) queue.next = Math.max(queue.next, position + 1)
    if (row.pool === null) return
    queue.waiting.push(row)
    this.#queues.set(hashKey(row.pubkey), queue)
    queue.sorted &&= (queue.waiting.at(-2)?.pool ?? row.pool) <= row.pool
  }

  /** Returns the key that is handed out next. @param label null: for change */
  first(label: string | null): KeyRow | undefined {
    return readQueue(this.#queueFor(label))[0]
  }

  /** Returns the keys of the same queue up to this one, oldest first; none if it is not in the pool. */
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
   * Returns new keys that fill each queue up to `target` and one more. No random keys while the vault is locked.
   * @param isKnown whether the wallet has a key already: one that was imported before it was derived is skipped
   */
  missing(target: number, isKnown: IsKnown): NewKey[] {
    const { tree } = this.#deps
    if (!tree.hasSeed()) return this.#makeRandomKeys(target, isKnown)
    return tree.accounts().flatMap(({ account }) => {
      const ahead = Math.max(GAP_LIMIT - 1, account === 0 ? target : 0)
      return [SHOWN, CHANGE].flatMap((chain) => this.#deriveKeys({ account, chain }, ahead, isKnown))
    })
  }

  /** Computes one of the random keys that `missing` will take. */
  makeAhead(): void {
    this.#ahead.push(makeAheadKey(this.#deps.random))
  }

  /** Seals the keys of `makeAhead` for a vault that is being encrypted, one at each step. */
  *sealAhead(seal: SealSecret): Steps<void> {
    for (const key of this.#ahead) {
      key.sealed = seal(key.secret, keyPurpose(key.pubkey))
      yield
    }
  }

  /** Wipes the keys of `makeAhead` that were not taken. */
  dropAhead(): void {
    for (const { secret } of this.#ahead.splice(0)) secret.fill(0)
  }

  /** Takes every random key out of the pool. */
  takeRandomKeys(): readonly KeyRow[] {
    const rows = readQueue(this.#randomQueue).splice(0)
    for (const { pubkey } of rows) this.#queues.delete(hashKey(pubkey))
    return rows
  }

  /** Returns the length of the queue that `first` takes receiving addresses from. */
  size(): number {
    return this.#queueFor('').waiting.length
  }

  /** Returns the unix seconds of the oldest key of that queue. */
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
    return this.#deps.tree.hasSeed() ? this.#derivedQueue(0, label === null ? CHANGE : SHOWN) : this.#randomQueue
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
      // A virtual machine that was cloned may draw the same key as its clone, from which it may have been imported.
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
