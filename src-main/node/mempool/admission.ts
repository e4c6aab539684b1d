import {
  branchIdAt,
  type ChainParams,
  checkInputs,
  checkStakingPlace,
  checkTransaction,
  contextualCheckTransaction,
  epochAt,
  isFinal,
  legacySigOps,
  MAX_TX_VALUE_OUT,
  p2shSigOps,
  REJECT,
  VALID,
  type Verdict,
} from '../consensus/index.ts'
import type { AdmissionResult, Coin } from '../core/index.ts'
import { COIN, isCoinbase, transactionSize, txidOf } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { shieldedValue } from '../shielded/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { hasCoins, inputCoins } from './coins.ts'
import { feeFor, minRelayFee, priorityOf } from './fees.ts'
import type { FreeRelay } from './freeRelay.ts'
import { nullifiersOf, type Pool, type PoolEntry } from './pool.ts'
import type { ScriptJudge } from './scripts.ts'
import { inputsAreStandard, nonStandardReason } from './standard.ts'
import type { AcceptOptions, MempoolChain, MempoolPolicy } from './types.ts'

export type AdmissionRefusal = Exclude<AdmissionResult, { readonly ok: true }>

/** Signature operations that a transaction may have: a fifth of a block's limit before Smart Chains raised it. */
const MAX_TX_SIGOPS = 4_000
/** Block rewards and fees may come on top of the largest sum of outputs. */
const VALUE_OUT_SLACK = 777_777n * COIN
/** A transaction with JoinSplits that pays as much, in satoshis, is never a free one. */
const SPROUT_FEE = 10_000n
/** An absurd fee is more than this many times the relay fee … */
const ABSURD_RELAY_FEES = 10_000n
/** … and more than this part of the outputs. */
const ABSURD_OUTPUT_PART = 19n

const reject = (code: number, reason: string, score = 0): AdmissionRefusal => ({
  ok: false,
  kind: 'rejected',
  code,
  reason,
  score,
})

const asRefusal = (verdict: Verdict): AdmissionRefusal | undefined =>
  verdict.ok ? undefined : reject(verdict.code, verdict.reason, verdict.score)

/** Its proofs are not verified yet. */
const PROVING: AdmissionRefusal = { ok: false, kind: 'refused', reason: 'proofs are being verified' }

export interface AdmissionDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly pool: Pool
  readonly scripts: ScriptJudge
  readonly freeRelay: FreeRelay
  readonly now: () => number
  readonly deltasOf: (txid: Uint8Array) => { readonly priority: number; readonly fee: bigint }
}

/** The pool entry of a transaction that passed; the pool assigns its sequence number. */
export type Candidate = Omit<PoolEntry, 'sequence'>

/**
 * Every check before a transaction enters the pool, in the reference's order, which decides which of several faults is
 * reported (transactions-and-script.md §3.4). Changes nothing but the count of free transactions.
 */
export function createAdmission(options: MempoolPolicy, deps: AdmissionDeps) {
  const { params, chain, pool, scripts, freeRelay, now, deltasOf } = deps

  /** By which dates are judged. Genesis is as old as the family: what had its time then has not now. */
  const tipTime = (height: number): number => (height > 1 ? chain.tip().time : now())

  /** What can be checked without the coins. */
  function checkAlone(tx: Transaction, txid: Uint8Array, height: number): AdmissionRefusal | undefined {
    const upgrades = chain.upgrades()
    const broken =
      asRefusal(checkStakingPlace(params, tx)) ??
      asRefusal(checkTransaction(params, tx, tipTime(height))) ??
      asRefusal(contextualCheckTransaction(params, tx, { height, upgrades, score: 10 }))
    if (broken) return broken
    if (isCoinbase(tx)) return reject(REJECT.INVALID, 'coinbase', 100)
    if (options.requireStandard) {
      const rules = { ...options, epoch: epochAt(upgrades, height), ccEnabled: params.ccEnabled }
      const reason = nonStandardReason(tx, rules)
      if (reason !== undefined) return reject(REJECT.NONSTANDARD, reason)
    }
    if (!isFinal(params, tx, height, chain.medianTimePast(chain.tip()))) return reject(REJECT.NONSTANDARD, 'non-final')
    if (pool.get(txid) !== undefined) return reject(REJECT.DUPLICATE, 'already in mempool')
    if (tx.vin.some(({ prevout }) => pool.spender(prevout) !== undefined))
      return reject(REJECT.INVALID, 'mempool conflict')
    // The reference gives no reason for this one.
    if (nullifiersOf(tx).some(([of, nullifier]) => pool.nullifierSpender(of, nullifier) !== undefined))
      return { ok: false, kind: 'refused', reason: '' }
    if (hasCoins(chain, txid)) return reject(REJECT.DUPLICATE, 'already have coins')
    return undefined
  }

  /** Fees, sizes and other policy over the coins. */
  function checkFees(
    { tx, txid, size, fee }: Candidate,
    { rejectAbsurdFee, limitFree }: AcceptOptions,
  ): AdmissionRefusal | undefined {
    const valueOut = tx.vout.reduce((sum, { value }) => sum + value, shieldedValue(tx).out)
    if (valueOut > MAX_TX_VALUE_OUT + VALUE_OUT_SLACK) return reject(REJECT.INVALID, 'tx valueout is too big', 100)
    const relayFee = feeFor(options.minRelayFeeRate, size)
    // What the reference's own z-wallet pays for a JoinSplit is enough.
    const paysSproutFee = tx.joinSplits.length > 0 && fee >= SPROUT_FEE
    if (limitFree) {
      const deltas = deltasOf(txid)
      const free = paysSproutFee || deltas.priority > 0 || deltas.fee > 0n
      const least = free ? 0n : minRelayFee(options.minRelayFeeRate, size)
      if (fee < least) return reject(REJECT.INSUFFICIENT_FEE, 'insufficient fee')
      if (fee < relayFee && !freeRelay.pass(size, now()))
        return reject(REJECT.INSUFFICIENT_FEE, 'rate limited free transaction')
    }
    const absurd = relayFee * ABSURD_RELAY_FEES
    if (rejectAbsurdFee && fee > absurd && fee > valueOut / ABSURD_OUTPUT_PART) {
      const reason = `AcceptToMemoryPool: absurdly high fees ${toDisplayHex(txid)}, ${fee} > ${absurd}`
      return { ok: false, kind: 'refused', reason }
    }
    return undefined
  }

  return (
    tx: Transaction,
    accept: AcceptOptions,
  ): { readonly ok: true; readonly candidate: Candidate } | AdmissionRefusal => {
    const txid = txidOf(tx)
    const height = chain.tip().height + 1
    const alone = checkAlone(tx, txid, height)
    if (alone !== undefined) return alone
    const inputs = inputCoins(chain, pool, tx)
    if (inputs.kind === 'missing') return { ok: false, kind: 'missing-inputs' }
    if (inputs.kind === 'spent') return reject(REJECT.DUPLICATE, 'bad-txns-inputs-spent')
    if (!chain.meetsShieldedRequirements(tx)) return reject(REJECT.DUPLICATE, 'bad-txns-joinsplit-requirements-not-met')
    // The reference gives no reason for this one.
    if (options.requireStandard && !inputsAreStandard(tx, inputs.coins, params.ccEnabled))
      return { ok: false, kind: 'refused', reason: '' }
    const found = candidateOf(deps, tx, txid, inputs.coins)
    if (found.sigops > MAX_TX_SIGOPS) return reject(REJECT.NONSTANDARD, 'bad-txns-too-many-sigops')
    const fees = checkFees(found, accept)
    if (fees !== undefined) return fees
    const amounts = checkInputs(params, tx, inputs.coins, height)
    if (!amounts.ok) return reject(amounts.code, amounts.reason, amounts.score)
    return unlock(scripts, found, { height, accept })
  }
}

/** What takes longest, at the end: proofs, scripts and conditions. */
function unlock(
  scripts: ScriptJudge,
  found: Candidate,
  { height, accept }: { readonly height: number; readonly accept: AcceptOptions },
): { readonly ok: true; readonly candidate: Candidate } | AdmissionRefusal {
  if (accept.aside !== undefined && scripts.needsProofs(found)) {
    accept.aside(async () => asRefusal((await scripts.prove(found, !accept.limitFree)) ?? VALID))
    return PROVING
  }
  const unlocked = scripts.judge(found, height)
  return unlocked.ok ? { ok: true, candidate: found } : reject(unlocked.code, unlocked.reason, unlocked.score)
}

/** The entry that it would be. */
function candidateOf(
  { chain, now }: Pick<AdmissionDeps, 'chain' | 'now'>,
  tx: Transaction,
  txid: Uint8Array,
  spent: readonly Coin[],
): Candidate {
  const tip = chain.tip()
  const size = transactionSize(tx)
  const shielded = shieldedValue(tx)
  const valueIn = spent.reduce((sum, coin) => sum + coin.value, shielded.in)
  const priority = priorityOf(tx, size, spent, tip.height)
  return {
    tx,
    txid,
    txidHex: toDisplayHex(txid),
    size,
    fee: tx.vout.reduce((rest, { value }) => rest - value, valueIn - shielded.out),
    time: now(),
    height: tip.height,
    spent,
    sigops: legacySigOps(tx) + p2shSigOps(tx, spent),
    branchId: branchIdAt(chain.upgrades(), tip.height + 1),
    startingPriority: priority.starting,
    priorityPerBlock: priority.perBlock,
    parents: new Set(),
    children: new Set(),
  }
}
