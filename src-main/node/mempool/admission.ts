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
import { COIN, computeTxid, isCoinbase, transactionSize } from '../primitives/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { shieldedValue } from '../shielded/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { hasCoins, inputCoins } from './coins.ts'
import { computePriority, feeFor, minRelayFee } from './fees.ts'
import type { FreeRelay } from './freeRelay.ts'
import { collectNullifiers, type Pool, type PoolEntry } from './pool.ts'
import type { Priorities } from './priorities.ts'
import type { ScriptCheck } from './scriptCheck.ts'
import { inputsAreStandard, nonStandardReason } from './standard.ts'
import type { AcceptOptions, MempoolChain, MempoolPolicy } from './types.ts'

export type AdmissionRefusal = Exclude<AdmissionResult, { readonly ok: true }>

/** Maximum number of signature operations per transaction: a fifth of the block limit before Smart Chains raised it. */
const MAX_TX_SIGOPS = 4_000
/** Allowance for block rewards and fees on top of the largest sum of outputs. */
const VALUE_OUT_SLACK = 777_777n * COIN
/** Fee in satoshis from which a transaction with JoinSplits never counts as free. */
const SPROUT_FEE = 10_000n
/** A fee is absurd if it is more than this many times the relay fee … */
const ABSURD_RELAY_FEES = 10_000n
/** … and more than the outputs divided by this number. */
const ABSURD_OUTPUT_PART = 19n

const reject = (code: number, reason: string, score = 0): AdmissionRefusal => ({
  ok: false,
  kind: 'rejected',
  code,
  reason,
  score,
})

const toRefusal = (verdict: Verdict): AdmissionRefusal | undefined =>
  verdict.ok ? undefined : reject(verdict.code, verdict.reason, verdict.score)

const PROVING: AdmissionRefusal = { ok: false, kind: 'refused', reason: 'proofs are being verified' }

export interface AdmissionDeps {
  readonly params: ChainParams
  readonly chain: MempoolChain
  readonly pool: Pool
  readonly scripts: ScriptCheck
  readonly freeRelay: FreeRelay
  readonly priorities: Priorities
  readonly now: () => number
}

/** Pool entry of a transaction that passed all checks; the pool assigns its sequence number. */
export type Candidate = Omit<PoolEntry, 'sequence'>

export interface Admitted {
  readonly ok: true
  readonly candidate: Candidate
}

/**
 * Runs every check of accept to mempool, in the order of komodod. The order decides which of several
 * faults is reported (transactions-and-script.md §3.4). Changes nothing except the count of free transactions.
 */
export class Admission {
  readonly #policy: MempoolPolicy
  readonly #deps: AdmissionDeps

  constructor(policy: MempoolPolicy, deps: AdmissionDeps) {
    this.#policy = policy
    this.#deps = deps
  }

  admit(tx: Transaction, accept: AcceptOptions): Admitted | AdmissionRefusal {
    const { params, chain, pool } = this.#deps
    const txid = computeTxid(tx)
    const height = chain.tip().height + 1
    const alone = this.#checkAlone(tx, txid, height)
    if (alone !== undefined) return alone
    const inputs = inputCoins(chain, pool, tx)
    if (inputs.kind === 'missing') return { ok: false, kind: 'missing-inputs' }
    if (inputs.kind === 'spent') return reject(REJECT.DUPLICATE, 'bad-txns-inputs-spent')
    if (!chain.meetsShieldedRequirements(tx)) return reject(REJECT.DUPLICATE, 'bad-txns-joinsplit-requirements-not-met')
    // The reference gives no reason here.
    if (this.#policy.requireStandard && !inputsAreStandard(tx, inputs.coins, params.ccEnabled))
      return { ok: false, kind: 'refused', reason: '' }
    const found = makeCandidate(this.#deps, tx, txid, inputs.coins)
    if (found.sigops > MAX_TX_SIGOPS) return reject(REJECT.NONSTANDARD, 'bad-txns-too-many-sigops')
    const fees = this.#checkFees(found, accept)
    if (fees !== undefined) return fees
    const amounts = checkInputs(params, tx, inputs.coins, height)
    if (!amounts.ok) return reject(amounts.code, amounts.reason, amounts.score)
    return this.#unlock(found, { height, accept })
  }

  /** Runs the checks that do not need the coins. */
  #checkAlone(tx: Transaction, txid: Uint8Array, height: number): AdmissionRefusal | undefined {
    const { params, chain, pool } = this.#deps
    const policy = this.#policy
    const upgrades = chain.upgrades()
    const broken =
      toRefusal(checkStakingPlace(params, tx)) ??
      toRefusal(checkTransaction(params, tx, this.#tipTime(height))) ??
      toRefusal(contextualCheckTransaction(params, tx, { height, upgrades, score: 10 }))
    if (broken) return broken
    if (isCoinbase(tx)) return reject(REJECT.INVALID, 'coinbase', 100)
    if (policy.requireStandard) {
      const rules = { ...policy, epoch: epochAt(upgrades, height), ccEnabled: params.ccEnabled }
      const reason = nonStandardReason(tx, rules)
      if (reason !== undefined) return reject(REJECT.NONSTANDARD, reason)
    }
    if (!isFinal(params, tx, height, chain.medianTimePast(chain.tip()))) return reject(REJECT.NONSTANDARD, 'non-final')
    if (pool.get(txid) !== undefined) return reject(REJECT.DUPLICATE, 'already in mempool')
    if (tx.vin.some(({ prevout }) => pool.spender(prevout) !== undefined))
      return reject(REJECT.INVALID, 'mempool conflict')
    // The reference gives no reason here.
    if (collectNullifiers(tx).some(([of, nullifier]) => pool.nullifierSpender(of, nullifier) !== undefined))
      return { ok: false, kind: 'refused', reason: '' }
    if (hasCoins(chain, txid)) return reject(REJECT.DUPLICATE, 'already have coins')
    return undefined
  }

  /** Checks the fee, the sum of outputs and the free relay limit. */
  #checkFees(
    { tx, txid, size, fee }: Candidate,
    { rejectAbsurdFee, limitFree }: AcceptOptions,
  ): AdmissionRefusal | undefined {
    const { freeRelay, priorities, now } = this.#deps
    const { minRelayFeeRate } = this.#policy
    const valueOut = tx.vout.reduce((sum, { value }) => sum + value, shieldedValue(tx).out)
    if (valueOut > MAX_TX_VALUE_OUT + VALUE_OUT_SLACK) return reject(REJECT.INVALID, 'tx valueout is too big', 100)
    const relayFee = feeFor(minRelayFeeRate, size)
    // The fee that komodod's own z-wallet pays for a JoinSplit is enough.
    const paysSproutFee = tx.joinSplits.length > 0 && fee >= SPROUT_FEE
    if (limitFree) {
      const deltas = priorities.get(txid)
      const free = paysSproutFee || deltas.priority > 0 || deltas.fee > 0n
      const min = free ? 0n : minRelayFee(minRelayFeeRate, size)
      if (fee < min) return reject(REJECT.INSUFFICIENT_FEE, 'insufficient fee')
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

  /** Runs the slowest checks last: proofs, scripts and conditions. */
  #unlock(
    found: Candidate,
    { height, accept }: { readonly height: number; readonly accept: AcceptOptions },
  ): Admitted | AdmissionRefusal {
    const { scripts } = this.#deps
    if (accept.aside !== undefined && scripts.needsProofs(found)) {
      accept.aside(async () => toRefusal((await scripts.prove(found, !accept.limitFree)) ?? VALID))
      return PROVING
    }
    const unlocked = scripts.check(found, height)
    return unlocked.ok ? { ok: true, candidate: found } : reject(unlocked.code, unlocked.reason, unlocked.score)
  }

  /**
   * Returns the time for date-dependent rules: the tip's block time, or the current time while only genesis exists,
   * whose timestamp is years old.
   */
  #tipTime(height: number): number {
    return height > 1 ? this.#deps.chain.tip().time : this.#deps.now()
  }
}

function makeCandidate(
  { chain, now }: Pick<AdmissionDeps, 'chain' | 'now'>,
  tx: Transaction,
  txid: Uint8Array,
  spent: readonly Coin[],
): Candidate {
  const tip = chain.tip()
  const size = transactionSize(tx)
  const shielded = shieldedValue(tx)
  const valueIn = spent.reduce((sum, coin) => sum + coin.value, shielded.in)
  const priority = computePriority(tx, size, spent, tip.height)
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
