import type { Clock, Random } from '../../core/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal, hashKey } from '../../util/index.ts'
import type { Steps } from '../../util/runInSlices.ts'
import type { KeyRow, StoredSecret } from '../file/index.ts'
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
/** The gap limit: so many unused addresses may lie between two used ones (BIP44). */
export const GAP_LIMIT = 20

/**
 * The key pool: keys made in advance, as queues. One queue of random keys, or, once there is a phrase, one for each chain of
 * each account. The phrase's queues are never shorter than the gap limit, so that keys which another copy of the wallet used
 * are noticed.
 */
export interface KeyPool {
  /** forgets all keys */
  clear(): void
  /** adds a stored key; one that is not in the pool only advances the position of its queue */
  note(row: KeyRow): void
  /** the key that is handed out next; a null label: for change */
  first(label: string | null): KeyRow | undefined
  /** the keys of the same queue up to this one, oldest first; empty: it is not in the pool */
  upTo(pubkey: Uint8Array): readonly KeyRow[]
  isWaiting(pubkey: Uint8Array): boolean
  remove(pubkey: Uint8Array): void
  /**
   * New keys that fill each queue up to `target` and one more. No random keys while the vault is locked.
   * @param isKnown whether the wallet has a key already: one that was imported before it was derived is skipped
   */
  missing(target: number, isKnown: (pubkey: Uint8Array) => boolean): NewKey[]
  /** Computes one of the random keys that `missing` will take. */
  makeAhead(): void
  /** Seals the keys of `makeAhead` for a vault that is being encrypted, one at each step. */
  sealAhead(seal: SealSecret): Steps<void>
  /** wipes the keys of `makeAhead` that were not taken */
  dropAhead(): void
  /** takes every random key out of the pool */
  takeRandomKeys(): readonly KeyRow[]
  /** length of the queue that `first` takes receiving addresses from */
  size(): number
  oldest(): number | undefined
}

interface Deps {
  readonly tree: KeyTree
  readonly vault: Vault
  readonly clock: Clock
  readonly random: Random
}

interface KeyQueue {
  /** sorted by position by `waitingOf` */
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

export function createKeyPool({ tree, vault, clock, random }: Deps): KeyPool {
  const randomQueue: KeyQueue = { waiting: [], sorted: true, next: 1 }
  const derived = new Map<string, KeyQueue>()
  /** the queue of each key in the pool, by public key */
  const where = new Map<string, KeyQueue>()

  const derivedQueue = (account: number, chain: number): KeyQueue => {
    const name = `${account}/${chain}`
    const queue = derived.get(name) ?? { waiting: [], sorted: true, next: 0 }
    derived.set(name, queue)
    return queue
  }
  const queueOf = ({ path }: KeyRow) => (path ? derivedQueue(path.account, path.chain) : randomQueue)
  const queueFor = (label: string | null) =>
    tree.hasSeed() ? derivedQueue(0, label === null ? CHANGE : SHOWN) : randomQueue
  /** The file does not order keys of the same second: a queue is sorted when it is read after a key was added. */
  const waitingOf = (queue: KeyQueue) => {
    if (!queue.sorted) queue.waiting.sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
    queue.sorted = true
    return queue.waiting
  }
  const holding = (pubkey: Uint8Array) => {
    const queue = where.get(hashKey(pubkey))
    return queue && { queue, index: waitingOf(queue).findIndex((row) => equal(row.pubkey, pubkey)) }
  }
  const common = () => ({ created: clock.now(), label: null })

  const ahead: AheadKey[] = []
  const makeRandomKeys = (target: number, isKnown: (pubkey: Uint8Array) => boolean): NewKey[] => {
    if (vault.locked()) return []
    return Array.from({ length: Math.max(0, target + 1 - randomQueue.waiting.length) }, (_, index) => {
      let key = ahead.pop() ?? makeAheadKey(random)
      // A virtual machine that was cloned may draw the same key as its clone, from which it may have been imported.
      while (isKnown(key.pubkey)) key = makeAheadKey(random)
      const { pubkey, hash } = key
      const stored = storeAhead(vault, key)
      const pool = randomQueue.next + index
      return { row: { ...common(), ...stored, pubkey, path: null, source: 'generated', pool }, hash }
    })
  }
  const derivedKeys = (account: number, chain: number, target: number, isKnown: (pubkey: Uint8Array) => boolean) => {
    const queue = derivedQueue(account, chain)
    const made: NewKey[] = []
    for (let child = queue.next; queue.waiting.length + made.length <= target; child++) {
      const path = { account, chain, child }
      const pubkey = tree.publicKey(path)
      if (isKnown(pubkey)) continue
      const row = { ...common(), pubkey, path, secret: null, sealed: null, source: 'derived' as const, pool: child }
      made.push({ row, hash: hash160(pubkey) })
    }
    return made
  }

  return {
    clear() {
      randomQueue.waiting.length = 0
      derived.clear()
      where.clear()
    },
    note(row) {
      const queue = queueOf(row)
      const position = row.path?.child ?? row.pool
      if (position !== null) queue.next = Math.max(queue.next, position + 1)
      if (row.pool === null) return
      queue.waiting.push(row)
      where.set(hashKey(row.pubkey), queue)
      queue.sorted &&= (queue.waiting.at(-2)?.pool ?? row.pool) <= row.pool
    },
    first: (label) => waitingOf(queueFor(label))[0],
    upTo(pubkey) {
      const held = holding(pubkey)
      return held ? waitingOf(held.queue).slice(0, held.index + 1) : []
    },
    isWaiting: (pubkey) => where.has(hashKey(pubkey)),
    remove(pubkey) {
      const held = holding(pubkey)
      where.delete(hashKey(pubkey))
      held?.queue.waiting.splice(held.index, 1)
    },
    missing(target, isKnown) {
      if (!tree.hasSeed()) return makeRandomKeys(target, isKnown)
      return tree.accounts().flatMap(({ account }) => {
        const ahead = Math.max(GAP_LIMIT - 1, account === 0 ? target : 0)
        return [SHOWN, CHANGE].flatMap((chain) => derivedKeys(account, chain, ahead, isKnown))
      })
    },
    makeAhead: () => void ahead.push(makeAheadKey(random)),
    *sealAhead(seal) {
      for (const key of ahead) {
        key.sealed = seal(key.secret, keyPurpose(key.pubkey))
        yield
      }
    },
    dropAhead() {
      for (const { secret } of ahead.splice(0)) secret.fill(0)
    },
    takeRandomKeys() {
      const rows = waitingOf(randomQueue).splice(0)
      for (const { pubkey } of rows) where.delete(hashKey(pubkey))
      return rows
    },
    size: () => queueFor('').waiting.length,
    oldest: () => waitingOf(queueFor(''))[0]?.created,
  }
}
