import type { Random } from '../core/index.ts'
import { SAPLING_VERSION, type Transaction } from '../primitives/index.ts'
import { SIGHASH, signatureHash } from '../script/index.ts'
import { readJoinSplit } from './descriptions.ts'
import { createGroth16, type Groth16Proof, MAX_BATCH, type VerifyGroth16 } from './groth16.ts'
import type { Jubjub } from './jubjub.ts'
import { lazy } from './lazy.ts'
import { loadPairingLibrary, type PairingLibrary } from './pairingLibrary.ts'
import { createPhgr13 } from './phgr13.ts'
import { createRedJubjub } from './redJubjub.ts'
import { createSaplingChecks, type SaplingChecks } from './sapling.ts'
import { joinSplitInputs, verifyJoinSplitSignature } from './sprout.ts'
import { type ShieldedRefusal, shieldedRefusal } from './verdict.ts'

/** Transaction with the data on which its proofs and signatures depend. */
export interface ShieldedJob {
  readonly tx: Transaction
  /** consensus branch to which the signatures commit */
  readonly branchId: number
}

export interface ShieldedOptions {
  /**
   * Set for data that a peer sends without proof of work. Faults found without a pairing take precedence over faults
   * found with one, except in the first group of proofs and in proofs of spends. Groups of proofs start small, so that
   * a transaction full of invalid proofs costs little. If a group fails, its first proof is reported. The reason may
   * therefore name another part of the transaction than the reference would.
   */
  readonly frugal?: boolean
}

export interface ShieldedFault {
  /** index of the job in the given list */
  readonly job: number
  readonly refusal: ShieldedRefusal
}

export interface ShieldedVerifier {
  /**
   * Verifies proofs and signatures of transactions, all proofs together. PHGR13 proofs are not verified. Never throws
   * for the content of a transaction.
   * @returns the first fault in the order of the jobs, and within a job in the reference's order of checks, or
   *   undefined
   */
  verify(jobs: readonly ShieldedJob[], options?: ShieldedOptions): ShieldedFault | undefined
  /**
   * Returns the indexes of JoinSplits with an invalid PHGR13 proof. The network accepts them, so this is only for a
   * report. Takes 10 ms per proof.
   */
  falsePhgr13Proofs(tx: Transaction): number[]
}

/** Collected proof, and the refusal to return if it is invalid. */
interface PendingProof {
  readonly job: number
  readonly proof: Groth16Proof
  readonly refusal: ShieldedRefusal
}

/** Sizes of the first groups in a frugal check. */
const FRUGAL_GROUPS: readonly number[] = [4, 16]
/** In a frugal check, the binding signature of more outputs than this is verified before their proofs. */
const MANY_OUTPUTS = 16
const NO_SCRIPT = new Uint8Array(0)
const PUBLIC_KEY_BYTES = 32

/** Checks that are loaded for the first shielded transaction. */
interface Checks {
  readonly sapling: SaplingChecks
  readonly verifyGroth16: VerifyGroth16
}

export interface VerifierDeps {
  readonly random: Random
  /** the thread's instance of BLS12-381, and Jubjub in its memory; called for the first shielded transaction */
  readonly library: () => PairingLibrary
  readonly jubjub: () => Jubjub
}

export function createVerifier({ random, library, jubjub }: VerifierDeps): ShieldedVerifier {
  const checks = lazy((): Checks => {
    const curve = jubjub()
    return {
      sapling: createSaplingChecks(curve, createRedJubjub(curve)),
      verifyGroth16: createGroth16(library(), random),
    }
  })
  const verifyPhgr13 = lazy(() => createPhgr13(loadPairingLibrary('BN254'), random))
  return {
    verify: (jobs, { frugal = false } = {}) => (jobs.some(needsChecks) ? verify(checks(), jobs, frugal) : undefined),
    falsePhgr13Proofs(tx) {
      if (hasGroth16(tx)) return []
      const publicKey = tx.joinSplitAuth.subarray(0, PUBLIC_KEY_BYTES)
      return [...tx.joinSplits.keys()].filter((index) => {
        const joinSplit = readJoinSplit(tx.joinSplits[index]!)
        return !verifyPhgr13()(joinSplitInputs(joinSplit, publicKey, 'phgr13'), joinSplit.proof)
      })
    },
  }
}

const isSapling = (tx: Transaction): boolean => tx.shieldedSpends.length + tx.shieldedOutputs.length > 0
const needsChecks = ({ tx }: ShieldedJob): boolean => isSapling(tx) || tx.joinSplits.length > 0
/** Returns true if its JoinSplits have Groth16 proofs. */
const hasGroth16 = (tx: Transaction): boolean => tx.overwintered && tx.version >= SAPLING_VERSION

function verify(checks: Checks, jobs: readonly ShieldedJob[], frugal: boolean): ShieldedFault | undefined {
  const pending: PendingProof[] = []
  const early = frugal ? createEarlyLook(checks.verifyGroth16) : undefined
  let fault: ShieldedFault | undefined
  for (const [job, { tx, branchId }] of jobs.entries()) {
    const collect: Collect = (proof, refused) => {
      const collected = { job, proof, refusal: refused }
      if (early?.wants(proof)) return early.add(collected)
      pending.push(collected)
      return true
    }
    const found = check(checks.sapling, tx, branchId, { collect, frugal })
    if (early?.fault() !== undefined) break
    if (found === undefined) continue
    fault = { job, refusal: found }
    break
  }
  if (early !== undefined) return early.fault() ?? fault ?? early.finish(pending)
  // Collected proofs precede the fault in the reference's order.
  return firstFalse(checks.verifyGroth16, pending) ?? fault
}

/**
 * Verifies the first proofs early. Anyone can sign a transaction full of invalid proofs, and must not be able to have
 * all its points and signatures verified before the fault is found. All proofs of spends, whose signatures cost most,
 * are also verified early. Proofs of outputs, which may be valid ones copied from another transaction, wait until all
 * other checks pass.
 */
function createEarlyLook(verifyGroth16: VerifyGroth16) {
  let group: PendingProof[] = []
  let groups = 0
  let found: ShieldedFault | undefined
  const verifyGroup = (): void => {
    if (group.length > 0 && !verifyGroth16(group.map(({ proof }) => proof))) found = toFault(group)
    group = []
    groups++
  }
  /** Adds a proof. Returns false if a proof is invalid, after which no further checks are needed. */
  function add(proof: PendingProof): boolean {
    group.push(proof)
    if (group.length === (FRUGAL_GROUPS[groups] ?? MAX_BATCH)) verifyGroup()
    return found === undefined
  }
  return {
    wants: ({ circuit }: Groth16Proof): boolean => circuit === 'spend' || groups === 0,
    add,
    fault: () => found,
    finish(rest: readonly PendingProof[]): ShieldedFault | undefined {
      for (const proof of rest) if (!add(proof)) return found
      verifyGroup()
      return found
    },
  }
}

/** Collects a proof. Returns false if the fault is known, so that no further checks are needed. */
type Collect = (proof: Groth16Proof, refused: ShieldedRefusal) => boolean

interface Looking {
  readonly collect: Collect
  readonly frugal: boolean
}

/** Runs all checks except the pairings, in the order of shielded.md §11 (B, then C), up to the first fault. */
function check(
  sapling: SaplingChecks,
  tx: Transaction,
  branchId: number,
  { collect, frugal }: Looking,
): ShieldedRefusal | undefined {
  const sighash = signatureHash({
    tx,
    inputIndex: undefined,
    scriptCode: NO_SCRIPT,
    hashType: SIGHASH.ALL,
    amount: 0n,
    branchId,
  })
  const signed = tx.joinSplits.length === 0 || verifyJoinSplitSignature(tx.joinSplitAuth, sighash)
  const unsigned = signed ? undefined : shieldedRefusal('bad-txns-invalid-joinsplit-signature')
  // Proofs come before the signature in the reference's order.
  if (hasGroth16(tx) && !(unsigned !== undefined && frugal) && !collectJoinSplits(tx, collect)) return undefined
  if (unsigned !== undefined) return unsigned
  return isSapling(tx) ? checkSapling(sapling, tx, sighash, { collect, frugal }) : undefined
}

function collectJoinSplits(tx: Transaction, collect: Collect): boolean {
  const publicKey = tx.joinSplitAuth.subarray(0, PUBLIC_KEY_BYTES)
  for (const [index, raw] of tx.joinSplits.entries()) {
    const joinSplit = readJoinSplit(raw)
    const inputs = joinSplitInputs(joinSplit, publicKey, 'groth16')
    const refused = shieldedRefusal('bad-txns-joinsplit-verification-failed', index)
    if (!collect({ circuit: 'joinSplit', inputs, proof: joinSplit.proof }, refused)) return false
  }
  return true
}

function checkSapling(
  sapling: SaplingChecks,
  tx: Transaction,
  sighash: Uint8Array,
  { collect, frugal }: Looking,
): ShieldedRefusal | undefined {
  sapling.begin()
  for (const [index, raw] of tx.shieldedSpends.entries()) {
    const proof = sapling.checkSpend(raw, sighash)
    if (proof === undefined) return refusedSpend(index)
    if (!collect(proof, refusedSpend(index))) return undefined
  }
  // Half the cost of the outputs shows whether their binding signature is valid.
  const boundFirst = frugal && tx.shieldedOutputs.length > MANY_OUTPUTS
  const isBound = () => sapling.checkBinding(tx.valueBalance, tx.bindingSig, sighash)
  if (boundFirst) {
    const wrong = tx.shieldedOutputs.findIndex((raw) => !sapling.addOutput(raw))
    if (wrong >= 0) return refusedOutput(wrong)
    if (!isBound()) return UNBOUND
  }
  for (const [index, raw] of tx.shieldedOutputs.entries()) {
    const proof = sapling.checkOutput(raw, boundFirst)
    if (proof === undefined) return refusedOutput(index)
    if (!collect(proof, refusedOutput(index))) return undefined
  }
  return boundFirst || isBound() ? undefined : UNBOUND
}

const UNBOUND = shieldedRefusal('bad-txns-sapling-binding-signature-invalid')
const refusedSpend = (index: number) => shieldedRefusal('bad-txns-sapling-spend-description-invalid', index)
const refusedOutput = (index: number) => shieldedRefusal('bad-txns-sapling-output-description-invalid', index)

/** Finds the first invalid proof. */
function firstFalse(verifyGroth16: VerifyGroth16, pending: readonly PendingProof[]): ShieldedFault | undefined {
  const holds = (some: readonly PendingProof[]) => verifyGroth16(some.map(({ proof }) => proof))
  for (let at = 0; at < pending.length; at += MAX_BATCH) {
    const some = pending.slice(at, at + MAX_BATCH)
    if (!holds(some)) return culprit(holds, some)
  }
  return undefined
}

function toFault([first]: readonly PendingProof[]): ShieldedFault {
  const { job, refusal: refused } = first!
  return { job, refusal: refused }
}

/** Finds the first invalid proof by bisection. At least one of the proofs must be invalid. */
function culprit(holds: (some: readonly PendingProof[]) => boolean, proofs: readonly PendingProof[]): ShieldedFault {
  let some = proofs
  while (some.length > 1) {
    const half = some.slice(0, some.length >> 1)
    some = holds(half) ? some.slice(half.length) : half
  }
  return toFault(some)
}
