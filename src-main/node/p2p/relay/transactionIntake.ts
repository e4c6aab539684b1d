import type { Chain } from '../../chain/index.ts'
import { hasShieldedParts } from '../../consensus/index.ts'
import type { AdmissionResult, Clock, Logger } from '../../core/index.ts'
import type { AcceptOptions, Mempool } from '../../mempool/index.ts'
import { computeTxid, readTransaction, type Transaction, transactionSize } from '../../primitives/index.ts'
import { ByteReader, hashKey, LruMap } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { banScoreFor, TRANSACTION_SCORES } from '../scores.ts'
import { INV } from '../wire/index.ts'
import {
  ADOPT_MS,
  MAX_ASKED,
  MAX_ORPHAN_BYTES,
  MAX_REJECTED,
  MAX_REQUEST_DELAY_MS,
  MAX_WANTED,
  RETRY_DELAY_MS,
} from './limits.ts'
import { type Orphan, Orphans } from './orphans.ts'
import { ProofQueue, type Prove } from './proofQueue.ts'

export interface TransactionIntakeDeps {
  readonly chain: Pick<Chain, 'output'>
  readonly mempool: Pick<Mempool, 'get' | 'accept'>
  readonly clock: Clock
  readonly logger: Logger
  readonly pick: (count: number) => number
}

interface WantedTx {
  readonly txid: Uint8Array
  /** time in ms */
  readonly due: number
}

type Refusal = Exclude<AdmissionResult, { ok: true }>

/** Requests transactions from peers and passes them to the mempool (p2p.md §4.9, §5). */
export class TransactionIntake {
  readonly #deps: TransactionIntakeDeps
  readonly #wanted = new Map<Peer, Map<string, WantedTx>>()
  readonly #asked = new LruMap<string, number>(MAX_ASKED)
  readonly #rejected = new LruMap<string, true>(MAX_REJECTED)
  readonly #orphans: Orphans
  readonly #proofs = new ProofQueue()
  /** recently accepted transactions whose orphans were not retried yet */
  readonly #parents: Uint8Array[] = []
  /** orphans whose parents were accepted */
  readonly #children: Orphan[] = []

  constructor({ maxOrphans }: { readonly maxOrphans: number }, deps: TransactionIntakeDeps) {
    this.#deps = deps
    this.#orphans = new Orphans(maxOrphans, deps.pick)
  }

  get orphans(): number {
    return this.#orphans.size
  }

  joined(peer: Peer): void {
    this.#wanted.set(peer, new Map())
  }

  left(peer: Peer): void {
    this.#wanted.delete(peer)
    this.#orphans.forget(peer)
    this.#proofs.forget(peer)
  }

  /** Records a transaction that a peer announced, and when to request it from that peer. */
  announced(peer: Peer, txid: Uint8Array): void {
    const own = this.#wanted.get(peer)
    const key = hashKey(txid)
    if (own === undefined || own.size >= MAX_WANTED || own.has(key) || this.#has(txid)) return
    const before = this.#asked.get(key)
    const now = this.#deps.clock.millis()
    // Ask one peer after another, with a maximum delay. Otherwise many peers that claim to have the transaction could
    // withhold it forever.
    const retry = before === undefined ? 0 : before + RETRY_DELAY_MS
    const due = Math.min(now + MAX_REQUEST_DELAY_MS, Math.max(now, retry))
    this.#asked.set(key, due)
    own.set(key, { txid: txid.slice(), due })
  }

  /** Handles a transaction from a peer. @throws DecodeError if the bytes do not parse as a transaction */
  received(peer: Peer, bytes: Uint8Array): Work | undefined {
    const tx = readAlone(bytes)
    const txid = computeTxid(tx)
    const key = hashKey(txid)
    this.#wanted.get(peer)?.delete(key)
    if (!this.#asked.delete(key)) peer.spend('unaskedTransaction')
    return this.#has(txid) ? undefined : this.#admitOrProve(peer, tx, txid)
  }

  /** Requests the due transactions of a peer. */
  flush(peer: Peer): void {
    const own = this.#wanted.get(peer)
    if (own === undefined || own.size === 0 || peer.congested) return
    const now = this.#deps.clock.millis()
    const due: Uint8Array[] = []
    for (const [key, { txid, due: time }] of own) {
      if (time > now) continue
      own.delete(key)
      if (!this.#has(txid)) due.push(txid)
    }
    if (due.length > 0) peer.send({ type: 'getdata', items: due.map((hash) => ({ type: INV.tx, hash })) })
  }

  /** Records that a transaction from any source entered the mempool, so that its orphans are retried. */
  came(txid: Uint8Array): void {
    if (this.#orphans.childrenOf(txid).length > 0) this.#parents.push(txid)
  }

  /** Retries orphans outside the peers' turns. Call about ten times a second. */
  tick(): void {
    const { clock } = this.#deps
    for (const until = clock.millis() + ADOPT_MS; !this.#adopt() && clock.millis() < until; );
  }

  /** Clears the rejected transactions, which may be valid on the new tip. */
  tipChanged(): void {
    this.#rejected.clear()
  }

  #has(txid: Uint8Array): boolean {
    const { mempool, chain } = this.#deps
    return (
      mempool.get(txid) !== undefined ||
      this.#rejected.has(hashKey(txid)) ||
      this.#orphans.has(txid) ||
      this.#proofs.has(txid) ||
      isConfirmed(chain, txid)
    )
  }

  /** Accepts a transaction to the mempool, at once or after its proofs are verified. */
  #admitOrProve(peer: Peer, tx: Transaction, txid: Uint8Array): Work | undefined {
    let prove: Prove | undefined
    const result = this.#admit(peer, tx, (later) => {
      prove = later
    })
    if (prove !== undefined) {
      this.#proofs.add({ peer, txid, prove }, (fault) => {
        if (fault !== undefined) this.#reject(peer, txid, fault)
        else if (!this.#has(txid)) this.#admitOrProve(peer, tx, txid)
      })
      return undefined
    }
    if (result.ok) {
      this.#parents.push(txid)
      return () => this.#adopt()
    }
    if (result.kind !== 'missing-inputs') this.#reject(peer, txid, result)
    else if (transactionSize(tx) <= MAX_ORPHAN_BYTES && !hasShieldedParts(tx)) this.#orphans.add({ tx, txid, peer })
    return undefined
  }

  #admit(peer: Peer, tx: Transaction, aside?: AcceptOptions['aside']): AdmissionResult {
    const options = { rejectAbsurdFee: false, limitFree: !peer.whitelisted, ...(aside && { aside }) }
    return this.#deps.mempool.accept(tx, options)
  }

  #reject(peer: Peer, txid: Uint8Array, result: Refusal): void {
    this.#rejected.set(hashKey(txid), true)
    if (result.kind !== 'rejected') return
    const { code, reason } = result
    this.#deps.logger.debug('transaction rejected', { peer: peer.id, reason })
    if (code > 0 && code < 0x100) peer.reject('tx', code, reason, txid)
    peer.misbehaving(banScoreFor(TRANSACTION_SCORES, result), `transaction: ${reason}`)
  }

  /**
   * Retries orphans whose parents were accepted, one per turn, because each may take as long as a complete transaction.
   * Runs in the turn of the peer that sent the parent, and in `tick` if that peer has disconnected. Returns true if no
   * orphan is left to retry.
   */
  #adopt(): boolean {
    const orphan = this.#children.shift()
    if (orphan === undefined) {
      const parent = this.#parents.shift()
      if (parent !== undefined) this.#children.push(...this.#orphans.childrenOf(parent))
      return parent === undefined
    }
    const { peer, tx, txid } = orphan
    if (!this.#orphans.has(txid)) return false
    const result = this.#admit(peer, tx)
    if (!result.ok && result.kind === 'missing-inputs') return false
    this.#orphans.remove(txid)
    if (result.ok) this.#parents.push(txid)
    else this.#reject(peer, txid, result)
    return false
  }
}

/**
 * Looks up one row without reading the transaction: repeated announcements of a large transaction would cost too much.
 */
function isConfirmed(chain: TransactionIntakeDeps['chain'], txid: Uint8Array): boolean {
  return chain.output({ hash: txid, index: 0 }) !== undefined
}

/**
 * Parses a transaction from its own copy of the bytes: the result keeps views, and padding sent by a peer must not stay
 * in memory.
 */
function readAlone(bytes: Uint8Array): Transaction {
  const tx = readTransaction(new ByteReader(bytes))
  const size = transactionSize(tx)
  return size === bytes.length ? tx : readTransaction(new ByteReader(bytes.slice(0, size)))
}
