import { type ChainParams, hasShieldedParts, REJECT } from '../consensus/index.ts'
import type {
  AddressIndexView,
  AdmissionResult,
  CcEvaluator,
  ChainUpdate,
  Clock,
  Coin,
  IndexedAddress,
  Logger,
  MempoolEntry,
  MempoolView,
  MempoolWriter,
} from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/types.ts'
import type { Verifier } from '../verify/index.ts'
import { Admission, type AdmissionRefusal } from './admission.ts'
import { createCcView } from './ccView.ts'
import { inputCoins, poolCoin } from './coins.ts'
import { Eviction } from './eviction.ts'
import { FreeRelay } from './freeRelay.ts'
import { isSpendable, MempoolFollower, outdated } from './mempoolFollower.ts'
import { MempoolNotifications } from './notifications.ts'
import { Pool, type PoolEntry, sortParentsFirst } from './pool.ts'
import { Priorities, type PriorityDeltas } from './priorities.ts'
import { ScriptCheck } from './scriptCheck.ts'
import type {
  AcceptOptions,
  MempoolAddressDelta,
  MempoolChain,
  MempoolChange,
  MempoolPolicy,
  MempoolStats,
} from './types.ts'
import { UnconfirmedAddresses } from './unconfirmedAddresses.ts'

export interface MempoolDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  /** evaluates eval nodes; without it every eval node fails */
  readonly evaluator?: CcEvaluator
  /** address history for the modules */
  readonly addressIndex?: AddressIndexView
}

/** Returns komodod's defaults; composition overrides them with the configuration. */
export function defaultMempoolPolicy(params: Pick<ChainParams, 'network' | 'smartChain'>): MempoolPolicy {
  return {
    requireStandard: params.network === 'main',
    maxUsage: 300_000_000,
    expirySeconds: 3_600,
    minRelayFeeRate: 100n,
    dataCarrierBytes: params.smartChain ? 208 : 140,
    permitBareMultisig: true,
    freeRelayKilobytesPerMinute: 15,
  }
}

export class Mempool implements MempoolView, MempoolWriter {
  readonly #params: ChainParams
  readonly #chain: MempoolChain
  readonly #logger: Logger
  readonly #pool = new Pool()
  readonly #addresses = new UnconfirmedAddresses()
  readonly #notifications = new MempoolNotifications()
  readonly #priorities = new Priorities()
  readonly #scripts: ScriptCheck
  readonly #admission: Admission
  readonly #eviction: Eviction
  readonly #follower: MempoolFollower
  #sequence = 0

  constructor(policy: MempoolPolicy, deps: MempoolDeps) {
    const { params, chain, verifier, clock, evaluator, addressIndex } = deps
    this.#params = params
    this.#chain = chain
    this.#logger = deps.logger.child('mempool')
    const pool = this.#pool
    const priorities = this.#priorities
    const now = (): number => clock.now()
    const scripts = new ScriptCheck(verifier, createCcView(chain, pool, addressIndex), evaluator)
    this.#scripts = scripts
    const freeRelay = new FreeRelay(policy.freeRelayKilobytesPerMinute)
    this.#admission = new Admission(policy, { params, chain, pool, scripts, freeRelay, priorities, now })
    const eviction = new Eviction(policy, {
      ...{ pool, addresses: this.#addresses, notifications: this.#notifications, priorities, now },
    })
    this.#eviction = eviction
    const restore = (tx: Transaction) => this.#restore(tx)
    this.#follower = new MempoolFollower({ params, chain, pool, eviction, priorities, restore })
  }

  accept(tx: Transaction, options: AcceptOptions): AdmissionResult {
    this.#eviction.dropOld()
    const result = this.#add(tx, options)
    this.#trim()
    const gone = result.ok && this.#pool.get(result.entry.txid) === undefined
    if (gone) this.#notifications.never(result.entry)
    this.#notifications.notify()
    return gone
      ? { ok: false, kind: 'rejected', code: REJECT.INSUFFICIENT_FEE, reason: 'mempool full', score: 0 }
      : result
  }

  /**
   * Verifies shielded proofs on another thread, for callers that can wait, before they call `accept` or `refusal`. The
   * node's thread then does not verify the proofs again.
   * @returns a promise of the proofs' fault, if any, which says nothing about the other checks; undefined at once if
   *   there is nothing to verify or another check fails
   */
  prove(tx: Transaction): Promise<AdmissionRefusal | undefined> | undefined {
    let proving: Promise<AdmissionRefusal | undefined> | undefined
    const aside: AcceptOptions['aside'] = (prove) => {
      proving = prove()
    }
    // Use the other threads only if all other checks pass.
    if (hasShieldedParts(tx)) this.#admission.admit(tx, { rejectAbsurdFee: false, aside })
    return proving
  }

  /** Returns why the transaction would not be accepted now, or undefined if it would be. Adds nothing to the pool. */
  refusal(tx: Transaction): AdmissionRefusal | undefined {
    const verdict = this.#admission.admit(tx, { rejectAbsurdFee: false })
    return verdict.ok ? undefined : verdict
  }

  /** Updates the pool after a change of the chain. Call after each committed change of the tip. */
  update(update: ChainUpdate): void {
    this.#follower.follow(update)
    this.#eviction.dropOld()
    this.#trim()
    this.#notifications.notify()
  }

  /** Drops entries older than `expirySeconds`; `accept` and `update` do so too. */
  expire(): void {
    this.#eviction.dropOld()
    this.#notifications.notify()
  }

  /**
   * Adds to the priority and fee deltas of a transaction, which may be unknown. They affect block assembly, eviction
   * and free relay.
   */
  prioritise(txid: Uint8Array, priorityDelta: number, feeDelta: bigint): void {
    this.#priorities.add(txid, priorityDelta, feeDelta)
  }

  deltasOf(txid: Uint8Array): PriorityDeltas {
    return this.#priorities.get(txid)
  }

  /** Calls `listener` synchronously after each change. Returns a function that unsubscribes. */
  onChange(listener: (change: MempoolChange) => void): () => void {
    return this.#notifications.subscribe(listener)
  }

  /** Returns the number of changes so far (the counter in a block template's longpollid). */
  updates(): number {
    return this.#notifications.updates()
  }

  size(): number {
    return this.#pool.stats().size
  }

  get(txid: Uint8Array): MempoolEntry | undefined {
    return this.#pool.get(txid)
  }

  /** Lists the entries in order of admission. */
  entries(): Iterable<MempoolEntry> {
    return this.#pool.entries()
  }

  spender(outpoint: OutPoint): ReturnType<MempoolView['spender']> {
    return this.#pool.spender(outpoint)
  }

  /** Returns an output of a pool transaction as a coin, even if another pool transaction spends it. */
  coin(outpoint: OutPoint): Coin | undefined {
    return poolCoin(this.#pool, outpoint)
  }

  stats(): MempoolStats {
    return this.#pool.stats()
  }

  parents(entry: MempoolEntry): readonly MempoolEntry[] {
    return [...(this.#pool.get(entry.txid)?.parents ?? [])]
  }

  children(entry: MempoolEntry): readonly MempoolEntry[] {
    return [...(this.#pool.get(entry.txid)?.children ?? [])]
  }

  /** Returns every entry, parents before children and otherwise in order of admission. */
  ordered(): readonly MempoolEntry[] {
    return sortParentsFirst(this.#pool.entries())
  }

  /** Returns the number of signature operations, including P2SH redeem scripts. */
  sigops(entry: MempoolEntry): number {
    return this.#pool.get(entry.txid)?.sigops ?? 0
  }

  /** Returns the coin age priority at admission (`startingpriority`). */
  startingPriority(entry: MempoolEntry): number {
    return this.#pool.get(entry.txid)?.startingPriority ?? 0
  }

  /** Returns the coin age priority at the chain's tip (`currentpriority`). */
  currentPriority(entry: MempoolEntry): number {
    const known = this.#pool.get(entry.txid)
    if (known === undefined) return 0
    return known.startingPriority + (this.#chain.tip().height - known.height) * known.priorityPerBlock
  }

  /**
   * Returns true if the entry could be in a block on the tip: inputs known and mature, final, not expired, accepted by
   * contracts.
   */
  evaluate(entry: MempoolEntry): boolean {
    const chain = this.#chain
    const pool = this.#pool
    const known = pool.get(entry.txid)
    if (known === undefined || outdated(chain, known) || !isSpendable(this.#params, chain, pool, known)) return false
    const inputs = inputCoins(chain, pool, known.tx)
    if (inputs.kind !== 'found') return false
    const { tx, txid, branchId } = known
    return this.#scripts.satisfiesContracts({ tx, txid, branchId, spent: inputs.coins }, chain.tip().height + 1)
  }

  /**
   * Returns the unconfirmed changes of addresses in the order of getaddressmempool: by time, then in the order of the
   * request, then by txid and index, receipts first.
   */
  addressDeltas(addresses: readonly IndexedAddress[]): MempoolAddressDelta[] {
    return this.#addresses.deltas(addresses)
  }

  #add(tx: Transaction, options: AcceptOptions): AdmissionResult {
    const verdict = this.#admission.admit(tx, options)
    if (!verdict.ok) return verdict
    const entry: PoolEntry = { ...verdict.candidate, sequence: this.#sequence++ }
    this.#eviction.insert(entry)
    return { ok: true, entry }
  }

  #restore(tx: Transaction): void {
    const result = this.#add(tx, { rejectAbsurdFee: false })
    if (!result.ok) this.#logger.debug('disconnected transaction not re-added to the mempool', { reason: result.kind })
  }

  #trim(): void {
    const removed = this.#eviction.trim()
    if (removed > 0) this.#logger.info('mempool full', { removed })
  }
}
