import { type ChainParams, hasShieldedParts, REJECT } from '../consensus/index.ts'
import type { AddressIndexView, AdmissionResult, CcEvaluator, Clock, Logger, MempoolEntry } from '../core/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { hashKey, LruMap } from '../util/index.ts'
import type { Verifier } from '../verify/index.ts'
import { type AdmissionRefusal, createAdmission } from './admission.ts'
import { createCcView } from './ccView.ts'
import { inputCoins, poolCoin } from './coins.ts'
import { createEviction } from './eviction.ts'
import { createFollower, isSpendable, outdated } from './follow.ts'
import { createFreeRelay } from './freeRelay.ts'
import { createMempoolNotifications } from './notifications.ts'
import { createPool, inOrder, type Pool, type PoolEntry } from './pool.ts'
import { createScriptJudge, type ScriptJudge } from './scripts.ts'
import type { AcceptOptions, Mempool, MempoolChain, MempoolPolicy } from './types.ts'
import { createUnconfirmedAddresses } from './unconfirmedAddresses.ts'

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
const NO_DELTAS = { priority: 0, fee: 0n }

/** The reference's defaults; node.ts puts the configuration over them. */
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

/** What prioritisetransaction has added, by transaction. */
function createPriorities() {
  const known = new LruMap<string, { readonly priority: number; readonly fee: bigint }>(MAX_PRIORITISED)
  const of = (txid: Uint8Array) => known.get(hashKey(txid)) ?? NO_DELTAS
  return {
    of,
    add(txid: Uint8Array, priorityDelta: number, feeDelta: bigint): void {
      const { priority, fee } = of(txid)
      known.set(hashKey(txid), { priority: priority + priorityDelta, fee: fee + feeDelta })
    },
    any: (): boolean => known.size > 0,
    forget: (txid: Uint8Array): void => void known.delete(hashKey(txid)),
  }
}

export function createMempool(options: MempoolPolicy, deps: MempoolDeps): Mempool {
  const { params, chain, verifier, clock, evaluator, addressIndex } = deps
  const logger = deps.logger.child('mempool')
  const pool = createPool()
  const addresses = createUnconfirmedAddresses()
  const notifications = createMempoolNotifications()
  const priorities = createPriorities()
  const now = (): number => clock.now()
  const feeOf = ({ fee, txid }: PoolEntry): bigint => fee + priorities.of(txid).fee
  const eviction = createEviction(options, { pool, addresses, notifications, now, feeOf })
  const ccView = createCcView(chain, pool, addressIndex)
  const scripts = createScriptJudge(verifier, ccView, evaluator)
  const freeRelay = createFreeRelay(options.freeRelayKilobytesPerMinute)
  const admissionDeps = { params, chain, pool, scripts, freeRelay, now, deltasOf: priorities.of }
  const admit = createAdmission(options, admissionDeps)
  let sequence = 0

  function add(tx: Transaction, accept: AcceptOptions): AdmissionResult {
    const verdict = admit(tx, accept)
    if (!verdict.ok) return verdict
    const entry: PoolEntry = { ...verdict.candidate, sequence: sequence++ }
    eviction.insert(entry)
    return { ok: true, entry }
  }

  function trim(): void {
    const removed = eviction.trim()
    if (removed > 0) logger.info('mempool full', { removed })
  }

  function restore(tx: Transaction): void {
    const result = add(tx, { rejectAbsurdFee: false })
    if (!result.ok) logger.debug('not back in the mempool', { reason: result.kind })
  }

  const { drop, dropFamily } = eviction
  const { forget: confirmed, any: hasPriorities } = priorities
  const follow = createFollower({ params, chain, pool, drop, dropFamily, restore, confirmed, hasPriorities })
  const readings = createReadings({ params, chain, pool, scripts })

  return {
    ...readings,
    accept(tx, accept) {
      eviction.dropOld()
      const result = add(tx, accept)
      trim()
      const gone = result.ok && pool.get(result.entry.txid) === undefined
      if (gone) notifications.never(result.entry)
      notifications.notify()
      return gone
        ? { ok: false, kind: 'rejected', code: REJECT.INSUFFICIENT_FEE, reason: 'mempool full', score: 0 }
        : result
    },
    prove(tx) {
      let proving: Promise<AdmissionRefusal | undefined> | undefined
      const aside: AcceptOptions['aside'] = (prove) => {
        proving = prove()
      }
      // Other threads are asked only where everything else is in order.
      if (hasShieldedParts(tx)) admit(tx, { rejectAbsurdFee: false, aside })
      return proving
    },
    refusal(tx) {
      const verdict = admit(tx, { rejectAbsurdFee: false })
      return verdict.ok ? undefined : verdict
    },
    update(update) {
      follow(update)
      eviction.dropOld()
      trim()
      notifications.notify()
    },
    expire() {
      eviction.dropOld()
      notifications.notify()
    },
    prioritise: priorities.add,
    deltasOf: priorities.of,
    addressDeltas: (wanted) => addresses.deltas(wanted),
    updates: () => notifications.updates(),
    onChange: (listener) => notifications.subscribe(listener),
  }
}

type Readings = Omit<
  Mempool,
  | 'accept'
  | 'prove'
  | 'refusal'
  | 'update'
  | 'expire'
  | 'prioritise'
  | 'deltasOf'
  | 'addressDeltas'
  | 'updates'
  | 'onChange'
>

/** Reads that change nothing. */
function createReadings({
  params,
  chain,
  pool,
  scripts,
}: {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly pool: Pool
  readonly scripts: ScriptJudge
}): Readings {
  const own = ({ txid }: MempoolEntry): PoolEntry | undefined => pool.get(txid)

  return {
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
    evaluate(entry) {
      const known = own(entry)
      if (known === undefined || outdated(chain, known) || !isSpendable(params, chain, pool, known)) return false
      const inputs = inputCoins(chain, pool, known.tx)
      if (inputs.kind !== 'found') return false
      const { tx, txid, branchId } = known
      return scripts.satisfiesContracts({ tx, txid, branchId, spent: inputs.coins }, chain.tip().height + 1)
    },
  }
}
