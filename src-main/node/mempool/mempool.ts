import { type ChainParams, REJECT } from '../consensus/index.ts'
import type { AddressIndexView, AdmissionResult, CcEvaluator, Clock, Logger, MempoolEntry } from '../interfaces.ts'
import type { Transaction } from '../primitives/types.ts'
import { hashKey, LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import { createAddressView } from './addressView.ts'
import { createAdmission } from './admission.ts'
import { createCcView } from './ccView.ts'
import { inputCoins, poolCoin } from './coins.ts'
import { worstFirst } from './evict.ts'
import { createFollower, isSpendable, outdated } from './follow.ts'
import { createFreeRelay } from './freeRelay.ts'
import { createPool, inOrder, type PoolEntry, withDescendants } from './pool.ts'
import { createScriptJudge } from './scripts.ts'
import type {
  AcceptOptions,
  Mempool,
  MempoolChain,
  MempoolChange,
  MempoolOptions,
  Removal,
  RemovalReason,
} from './types.ts'

export interface MempoolDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly verifier: Verifier
  readonly clock: Clock
  readonly logger: Logger
  /** judges eval nodes; without it every one of them fails */
  readonly evaluator?: CcEvaluator
  /** asked by the modules */
  readonly addressIndex?: AddressIndexView
}

/** Deltas of prioritisetransaction are remembered for this many transactions, known or not. */
const MAX_PRIORITISED = 10_000
/** A full pool is emptied to this part of its bound, so that the search for the worst is not made for each admission. */
const TRIMMED_PART = 0.95
const NO_DELTAS = { priority: 0, fee: 0n }

/** The reference's defaults; node.ts puts the configuration over them. */
export function defaultMempoolOptions(params: Pick<ChainParams, 'network' | 'smartChain'>): MempoolOptions {
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

/** Gathers what one call changes and tells it once, at the end. */
function createNews() {
  const listeners = new Set<(change: MempoolChange) => void>()
  let added: MempoolEntry[] = []
  let removed: Removal[] = []
  let updates = 0

  return {
    listeners,
    updates: () => updates,
    added: (entry: MempoolEntry) => void added.push(entry),
    removed: (entry: MempoolEntry, reason: RemovalReason) => void removed.push({ entry, reason }),
    /** forgets that an entry came and went within this call */
    never(entry: MempoolEntry): void {
      added = added.filter((each) => each !== entry)
      removed = removed.filter((each) => each.entry !== entry)
    },
    tell(): void {
      if (added.length === 0 && removed.length === 0) return
      const change = { added, removed }
      added = []
      removed = []
      updates++
      for (const listener of [...listeners]) listener(change)
    },
  }
}

export function createMempool(options: MempoolOptions, deps: MempoolDeps): Mempool {
  const { params, chain, verifier, clock, evaluator, addressIndex } = deps
  const logger = deps.logger.child('mempool')
  const pool = createPool()
  const addresses = createAddressView()
  const news = createNews()
  const prioritised = new LruMap<string, { readonly priority: number; readonly fee: bigint }>(MAX_PRIORITISED)
  const scripts = createScriptJudge(verifier, createCcView(chain, pool, addressIndex), evaluator)
  const deltasOf = (txid: Uint8Array) => prioritised.get(hashKey(txid)) ?? NO_DELTAS
  const admit = createAdmission(options, {
    params,
    chain,
    pool,
    scripts,
    freeRelay: createFreeRelay(options.freeRelayKilobytesPerMinute),
    now: () => clock.now(),
    deltasOf,
  })
  let sequence = 0

  function drop(entry: PoolEntry, reason: RemovalReason): void {
    pool.remove(entry)
    addresses.remove(entry)
    news.removed(entry, reason)
  }

  function dropFamily(entry: PoolEntry, reason: RemovalReason): void {
    // Children first: they leave while their parents are still known.
    for (const each of withDescendants(entry).reverse()) drop(each, reason)
  }

  function add(tx: Transaction, accept: AcceptOptions): AdmissionResult {
    const verdict = admit(tx, accept)
    if (!verdict.ok) return verdict
    const entry: PoolEntry = { ...verdict.candidate, sequence: sequence++ }
    pool.add(entry)
    addresses.add(entry)
    news.added(entry)
    return { ok: true, entry }
  }

  function dropOld(): void {
    const oldest = clock.now() - options.expirySeconds
    // In order of admission, so the first young one ends the search; a map may lose entries while it is walked.
    for (const entry of pool.entries()) {
      if (entry.time >= oldest) break
      dropFamily(entry, 'expired')
    }
  }

  function trim(): void {
    if (pool.stats().usage <= options.maxUsage) return
    const before = pool.stats().size
    for (const entry of worstFirst(pool.entries(), ({ fee, txid }) => fee + deltasOf(txid).fee)) {
      if (pool.stats().usage <= options.maxUsage * TRIMMED_PART) break
      if (pool.get(entry.txid) === entry) dropFamily(entry, 'size')
    }
    logger.info('mempool full', { removed: before - pool.stats().size })
  }

  const follow = createFollower({
    params,
    chain,
    pool,
    drop,
    dropFamily,
    restore(tx) {
      const result = add(tx, { rejectAbsurdFee: false })
      if (!result.ok) logger.debug('not back in the mempool', { reason: result.kind })
    },
    confirmed: (txid) => void prioritised.delete(hashKey(txid)),
  })

  const own = (entry: MempoolEntry): PoolEntry | undefined => pool.get(entry.txid)

  return {
    accept(tx, accept) {
      dropOld()
      const result = add(tx, accept)
      trim()
      const gone = result.ok && pool.get(result.entry.txid) === undefined
      if (gone) news.never(result.entry)
      news.tell()
      return gone
        ? { ok: false, kind: 'rejected', code: REJECT.INSUFFICIENT_FEE, reason: 'mempool full', score: 0 }
        : result
    },
    update(update) {
      follow(update)
      dropOld()
      trim()
      news.tell()
    },
    expire() {
      dropOld()
      news.tell()
    },
    size: () => pool.stats().size,
    get: (txid) => pool.get(txid),
    entries: () => pool.entries(),
    spender: (outpoint) => pool.spender(outpoint),
    coin: (outpoint) => poolCoin(pool, outpoint),
    stats: () => pool.stats(),
    parents: (entry) => [...(own(entry)?.parents ?? [])],
    children: (entry) => [...(own(entry)?.children ?? [])],
    ordered: () => inOrder(pool.entries()),
    sigops: (entry) => own(entry)?.sigops ?? 0,
    startingPriority: (entry) => own(entry)?.startingPriority ?? 0,
    currentPriority(entry) {
      const known = own(entry)
      if (known === undefined) return 0
      return known.startingPriority + (chain.tip().height - known.height) * known.priorityPerBlock
    },
    prioritise(txid, priorityDelta, feeDelta) {
      const { priority, fee } = deltasOf(txid)
      prioritised.set(hashKey(txid), { priority: priority + priorityDelta, fee: fee + feeDelta })
    },
    deltasOf,
    evaluate(entry) {
      const known = own(entry)
      if (known === undefined || outdated(chain, known) || !isSpendable(params, chain, pool, known)) return false
      const inputs = inputCoins(chain, pool, known.tx)
      const { tx, txid, branchId } = known
      return (
        inputs.kind === 'found' &&
        scripts.satisfiesModules({ tx, txid, branchId, spent: inputs.coins }, chain.tip().height + 1)
      )
    },
    addressDeltas: (wanted) => addresses.deltas(wanted),
    updates: () => news.updates(),
    onChange(listener) {
      news.listeners.add(listener)
      return () => void news.listeners.delete(listener)
    },
  }
}
