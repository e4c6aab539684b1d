import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { AddressIndexView, BlockEntry, ChainView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { findScriptAddress, indexedAddress } from '../../script/index.ts'
import { equal, hashKey, yieldToEventLoop } from '../../util/index.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { FAUCET_POOL_ADDRESS, UNCONFIRMED_POOL_ADDRESS } from './faucetPool.ts'
import { FAUCET_SIZE, isPoolOutput } from './validate.ts'

export interface FaucetEvent {
  readonly kind: 'claim' | 'deposit'
  readonly txid: Uint8Array
  /** −1 while unconfirmed */
  readonly height: number
  /** unix seconds: block time, or time of acceptance to the mempool */
  readonly time: number
  /** satoshis paid out or in */
  readonly amount: bigint
  /** receiver of a claim, or sole payer of a deposit */
  readonly address: string | undefined
  /** true if this node's key or wallet is involved */
  readonly mine: boolean
}

export interface FaucetHistoryDeps {
  readonly chain: Pick<ChainView, 'tip' | 'isActive' | 'txidOf' | 'transaction' | 'byHeight'>
  readonly mempool: Pick<Mempool, 'addressDeltas' | 'get'>
  readonly addressIndex: Pick<AddressIndexView, 'deltas'>
  /** the `-pubkey`, 33 bytes */
  readonly pubkey: () => Uint8Array | undefined
  /** returns true if the wallet knows the transaction */
  readonly isOwn: (txid: Uint8Array) => boolean
}

/** Returns the output that a claim pays, or undefined if the transaction's inputs show that it is not a claim. */
export function findClaimOutput(tx: Transaction): TxOut | undefined {
  if (!decodeCcInputs(tx).some((input) => hasEval(input, EVAL_CODES.faucet))) return undefined
  const [first, second] = tx.vout
  const paid = first !== undefined && isPoolOutput(first) ? second : first
  return paid?.value === FAUCET_SIZE ? paid : undefined
}

/** Effect of one confirmed transaction on the pool. */
interface PoolChange {
  readonly txNum: number
  readonly height: number
  /** satoshis, negative for a claim */
  readonly net: bigint
  readonly claim: boolean
}

/** A read in progress of the rows up to this tip. */
interface Reading {
  readonly tip: BlockEntry
  readonly rows: Generator<PoolChange>
}

/** Maximum number of inputs read to find the payer of a deposit; each reads a transaction. */
const MAX_READ_INPUTS = 20

/** Changes read per event-loop slice. */
const CHANGES_PER_SLICE = 1_000

/**
 * Reads the pool's changes once, then only those of new blocks. After a reorganisation it reads those of the new
 * branch.
 */
export class FaucetHistory {
  readonly #deps: FaucetHistoryDeps
  readonly #changes: PoolChange[] = []
  #read: BlockEntry | undefined
  #reading: Reading | undefined

  constructor(deps: FaucetHistoryDeps) {
    this.#deps = deps
  }

  /**
   * Returns events newest first: unconfirmed ones, then down the chain. The first call reads the pool's whole history,
   * in slices of a few milliseconds.
   * @throws the signal's reason
   */
  async page(
    { limit, offset }: { readonly limit: number; readonly offset: number },
    signal?: AbortSignal,
  ): Promise<{ readonly total: number; readonly events: FaucetEvent[] }> {
    while (!this.#advance()) {
      await yieldToEventLoop()
      signal?.throwIfAborted()
    }
    const { chain } = this.#deps
    const changes = this.#changes
    const waiting = this.#unconfirmed()
    const events = waiting.slice(offset, offset + limit)
    const skipped = Math.max(0, offset - waiting.length)
    for (let at = changes.length - 1 - skipped; at >= 0 && events.length < limit; at--) {
      const { txNum, height, net, claim } = changes[at]!
      const { txid } = chain.txidOf(txNum)
      const tx = chain.transaction(txid)?.tx
      events.push(this.#describe(txid, height, chain.byHeight(height)?.time ?? 0, net, claim, tx))
    }
    return { total: waiting.length + changes.length, events }
  }

  /** Starts reading the unread changes up to the tip. Returns undefined if all are read. */
  #begin(): Reading | undefined {
    const { chain, addressIndex } = this.#deps
    const tip = chain.tip()
    let read = this.#read
    while (read && !chain.isActive(read)) read = read.prev ?? undefined
    this.#read = read
    const known = read?.height ?? -1
    while ((this.#changes.at(-1)?.height ?? -1) > known) this.#changes.pop()
    if (known >= tip.height) return undefined
    return { tip, rows: grouped(addressIndex.deltas(FAUCET_POOL_ADDRESS, { start: known + 1, end: tip.height })) }
  }

  /** Reads one slice. @returns true if everything up to the tip is read */
  #advance(): boolean {
    const { chain } = this.#deps
    const before = this.#reading
    // After a reorganisation, `begin` drops the changes of the old branch.
    const under = before && chain.isActive(before.tip) ? before : this.#begin()
    // A generator that throws cannot be continued.
    this.#reading = undefined
    if (under === undefined) return true
    for (let count = 0; count < CHANGES_PER_SLICE; count++) {
      const { done, value } = under.rows.next()
      if (done) {
        this.#read = under.tip
        return under.tip.height === chain.tip().height
      }
      this.#changes.push(value)
    }
    this.#reading = under
    return false
  }

  #unconfirmed(): FaucetEvent[] {
    const { mempool } = this.#deps
    const sums = new Map<string, { txid: Uint8Array; time: number; net: bigint; claim: boolean }>()
    for (const { txid, time, satoshis, spending } of mempool.addressDeltas([UNCONFIRMED_POOL_ADDRESS])) {
      const known = sums.get(hashKey(txid)) ?? { txid, time, net: 0n, claim: false }
      sums.set(hashKey(txid), { ...known, net: known.net + satoshis, claim: known.claim || spending })
    }
    return [...sums.values()]
      .reverse()
      .map(({ txid, time, net, claim }) => this.#describe(txid, -1, time, net, claim, mempool.get(txid)?.tx))
  }

  /** Returns the address whose coins alone paid for a deposit, or undefined if there are several addresses or many inputs. */
  #payer(tx: Transaction): string | undefined {
    const { chain, mempool } = this.#deps
    if (tx.vin.length > MAX_READ_INPUTS) return undefined
    const addresses = tx.vin.map(({ prevout: { hash, index } }) => {
      const script = (chain.transaction(hash)?.tx ?? mempool.get(hash)?.tx)?.vout[index]?.scriptPubKey
      return script && findScriptAddress(script, { cc: true })
    })
    const [first, ...others] = new Set(addresses)
    return others.length === 0 ? first : undefined
  }

  #describe(
    txid: Uint8Array,
    height: number,
    time: number,
    net: bigint,
    claim: boolean,
    tx: Transaction | undefined,
  ): FaucetEvent {
    const paid = claim && tx ? findClaimOutput(tx) : undefined
    const pubkey = this.#deps.pubkey()
    const toOwn = paid && pubkey && equal(indexedAddress(paid.scriptPubKey)?.hash ?? new Uint8Array(), hash160(pubkey))
    return {
      kind: claim ? 'claim' : 'deposit',
      txid,
      height,
      time,
      amount: claim ? FAUCET_SIZE : net,
      address: claim ? paid && findScriptAddress(paid.scriptPubKey, { cc: true }) : tx && this.#payer(tx),
      mine: toOwn === true || this.#deps.isOwn(txid),
    }
  }
}

function* grouped(deltas: ReturnType<AddressIndexView['deltas']>): Generator<PoolChange> {
  let open: PoolChange | undefined
  for (const { txNum, height, satoshis, spending } of deltas) {
    if (open && open.txNum !== txNum) {
      yield open
      open = undefined
    }
    const { net, claim } = open ?? { net: 0n, claim: false }
    open = { txNum, height, net: net + satoshis, claim: claim || spending }
  }
  if (open) yield open
}
