import type { Chain } from '../../chain/index.ts'
import { hasShieldedParts } from '../../consensus/index.ts'
import type { AdmissionResult, Clock, Logger } from '../../core/index.ts'
import type { AcceptOptions, Mempool } from '../../mempool/index.ts'
import { readTransaction, type Transaction, transactionSize, txidOf } from '../../primitives/index.ts'
import { ByteReader, hashKey, LruMap } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { scoreOf, TRANSACTION_SCORES } from '../scores.ts'
import { INV } from '../wire/index.ts'
import {
  ADOPT_MILLIS,
  ASK_AGAIN_MILLIS,
  MAX_ASK_LATER_MILLIS,
  MAX_ASKED,
  MAX_ORPHAN_BYTES,
  MAX_REJECTED,
  MAX_WANTED,
} from './limits.ts'
import { createOrphans, type Orphan } from './orphans.ts'
import { createProving, type Prove } from './proofQueue.ts'

export interface TransactionsDeps {
  readonly chain: Pick<Chain, 'output'>
  readonly mempool: Pick<Mempool, 'get' | 'accept'>
  readonly clock: Clock
  readonly logger: Logger
  readonly pick: (count: number) => number
}

/** Transactions of peers: which to request from which peer, and what becomes of them (p2p.md §4.9, §5). */
export interface TransactionIntake {
  joined(peer: Peer): void
  left(peer: Peer): void
  announced(peer: Peer, txid: Uint8Array): void
  /** @throws DecodeError */
  received(peer: Peer, bytes: Uint8Array): Work | undefined
  /** asks for what is due */
  flush(peer: Peer): void
  /** It is in the mempool, wherever it came from. */
  came(txid: Uint8Array): void
  /** about ten times a second: orphans that belong to no peer's turn */
  tick(): void
  /** what was refused on one tip may be fine on the next */
  tipChanged(): void
  readonly orphans: number
}

interface Wanted {
  readonly txid: Uint8Array
  /** milliseconds */
  readonly due: number
}

export function createTransactionIntake(
  settings: { readonly maxOrphans: number },
  deps: TransactionsDeps,
): TransactionIntake {
  const { chain, mempool, clock, logger } = deps
  const wanted = new Map<Peer, Map<string, Wanted>>()
  const asked = new LruMap<string, number>(MAX_ASKED)
  const rejected = new LruMap<string, true>(MAX_REJECTED)
  const orphans = createOrphans(settings.maxOrphans, deps.pick)

  const proving = createProving()

  const have = (txid: Uint8Array): boolean =>
    mempool.get(txid) !== undefined ||
    rejected.has(hashKey(txid)) ||
    orphans.has(txid) ||
    proving.has(txid) ||
    isConfirmed(chain, txid)

  function refused(peer: Peer, txid: Uint8Array, result: Exclude<AdmissionResult, { ok: true }>): void {
    rejected.set(hashKey(txid), true)
    if (result.kind !== 'rejected') return
    const { code, reason } = result
    logger.debug('transaction rejected', { peer: peer.id, reason })
    if (code > 0 && code < 0x100) peer.reject('tx', code, reason, txid)
    peer.misbehaving(scoreOf(TRANSACTION_SCORES, result), `transaction: ${reason}`)
  }

  function admit(peer: Peer, tx: Transaction, aside?: AcceptOptions['aside']): AdmissionResult {
    return mempool.accept(tx, { rejectAbsurdFee: false, limitFree: !peer.whitelisted, ...(aside && { aside }) })
  }

  /** The answer of a peer's transaction, at once or when its proofs are verified. */
  function judge(peer: Peer, tx: Transaction, txid: Uint8Array): Work | undefined {
    let prove: Prove | undefined
    const result = admit(peer, tx, (later) => {
      prove = later
    })
    if (prove !== undefined) {
      proving.add({ peer, txid, prove }, (fault) => {
        if (fault !== undefined) refused(peer, txid, fault)
        else if (!have(txid)) judge(peer, tx, txid)
      })
      return undefined
    }
    if (result.ok) {
      parents.push(txid)
      return adopt
    }
    if (result.kind !== 'missing-inputs') refused(peer, txid, result)
    else if (transactionSize(tx) <= MAX_ORPHAN_BYTES && !hasShieldedParts(tx)) orphans.add({ tx, txid, peer })
    return undefined
  }

  const { parents, adopt } = createAdoption(orphans, admit, refused)

  return {
    joined: (peer) => void wanted.set(peer, new Map()),
    left(peer) {
      wanted.delete(peer)
      orphans.forget(peer)
      proving.forget(peer)
    },
    announced(peer, txid) {
      const own = wanted.get(peer)
      const key = hashKey(txid)
      if (own === undefined || own.size >= MAX_WANTED || own.has(key) || have(txid)) return
      const before = asked.get(key)
      const now = clock.millis()
      // One after the other, but within bounds: else a crowd that claims to have it could keep it from us as long as it likes.
      const due = Math.min(
        now + MAX_ASK_LATER_MILLIS,
        Math.max(now, before === undefined ? 0 : before + ASK_AGAIN_MILLIS),
      )
      asked.set(key, due)
      own.set(key, { txid: txid.slice(), due })
    },
    received(peer, bytes) {
      const tx = readAlone(bytes)
      const txid = txidOf(tx)
      const key = hashKey(txid)
      wanted.get(peer)?.delete(key)
      if (!asked.delete(key)) peer.spend('unaskedTransaction')
      return have(txid) ? undefined : judge(peer, tx, txid)
    },
    flush(peer) {
      const own = wanted.get(peer)
      if (own === undefined || own.size === 0 || peer.congested) return
      const now = clock.millis()
      const due: Uint8Array[] = []
      for (const [key, { txid, due: time }] of own) {
        if (time > now) continue
        own.delete(key)
        if (!have(txid)) due.push(txid)
      }
      if (due.length > 0) peer.send({ type: 'getdata', items: due.map((hash) => ({ type: INV.tx, hash })) })
    },
    came(txid) {
      if (orphans.childrenOf(txid).length > 0) parents.push(txid)
    },
    tick() {
      for (const until = clock.millis() + ADOPT_MILLIS; !adopt() && clock.millis() < until; );
    },
    tipChanged: () => rejected.clear(),
    get orphans() {
      return orphans.size
    },
  }
}

/** Orphans whose parents came. */
function createAdoption(
  orphans: ReturnType<typeof createOrphans>,
  admit: (peer: Peer, tx: Transaction) => AdmissionResult,
  refused: (peer: Peer, txid: Uint8Array, result: Exclude<AdmissionResult, { ok: true }>) => void,
) {
  /** transactions that came lately and whose orphans have not been tried */
  const parents: Uint8Array[] = []
  const children: Orphan[] = []

  /**
   * One orphan a turn: each may take as long as a whole transaction. It is done in the turn of the peer that sent the parent,
   * and in any turn when that peer has left. True: there is nothing more to do.
   */
  function adopt(): boolean {
    const orphan = children.shift()
    if (orphan === undefined) {
      const parent = parents.shift()
      if (parent !== undefined) children.push(...orphans.childrenOf(parent))
      return parent === undefined
    }
    const { peer, tx, txid } = orphan
    if (!orphans.has(txid)) return false
    const result = admit(peer, tx)
    if (!result.ok && result.kind === 'missing-inputs') return false
    orphans.remove(txid)
    if (result.ok) parents.push(txid)
    else refused(peer, txid, result)
    return false
  }

  return { parents, adopt }
}

/** A row is looked up, no transaction read: announcements of a large one, again and again, would cost too much. */
function isConfirmed(chain: TransactionsDeps['chain'], txid: Uint8Array): boolean {
  return chain.output({ hash: txid, index: 0 }) !== undefined
}

/** What is kept of a transaction views the bytes it was read from: whatever a peer put behind it must not stay with it. */
function readAlone(bytes: Uint8Array): Transaction {
  const tx = readTransaction(new ByteReader(bytes))
  const size = transactionSize(tx)
  return size === bytes.length ? tx : readTransaction(new ByteReader(bytes.slice(0, size)))
}
