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

/** Everything that proofs and signatures of one transaction depend on. */
export interface ShieldedJob {
  readonly tx: Transaction
  /** consensus branch that the signatures commit to */
  readonly branchId: number
}

export interface ShieldedOptions {
  /**
   * For what a peer sends without having worked for it. Faults found without a pairing are the answer before any that is found
   * with one, but for the first proofs of spends; proofs are looked at few at first, so that a transaction full of false ones
   * costs little; and of those looked at together the first is blamed. So the reason may be that of another part of the
   * transaction than the reference would name.
   */
  readonly frugal?: boolean
}

export interface ShieldedFault {
  /** of the job, in the list given */
  readonly job: number
  readonly refusal: ShieldedRefusal
}

export interface ShieldedVerifier {
  /**
   * Proofs and signatures of transactions, all proofs together. Returns the first fault in the order of the jobs, and
   * within one in the reference's order of checks, or undefined. PHGR13 proofs are not looked at. Never throws for what a
   * transaction holds.
   */
  verify(jobs: readonly ShieldedJob[], options?: ShieldedOptions): ShieldedFault | undefined
  /**
   * Which JoinSplits have a PHGR13 proof that does not hold, by index. The network accepts them, so this is for a report
   * only. 10 ms a proof.
   */
  falsePhgr13Proofs(tx: Transaction): number[]
}

/** A proof, and what is said if it does not hold. */
interface PendingProof {
  readonly job: number
  readonly proof: Groth16Proof
  readonly refusal: ShieldedRefusal
}

/** Sizes of the first groups of a frugal check. */
const FRUGAL_GROUPS: readonly number[] = [4, 16]
/** More are not looked at in a frugal check before their signature is. */
const MANY_OUTPUTS = 16
const NO_SCRIPT = new Uint8Array(0)
const PUBLIC_KEY_BYTES = 32

/** What was loaded for the first shielded transaction. */
interface Checks {
  readonly sapling: SaplingChecks
  readonly verifyGroth16: VerifyGroth16
}

export interface VerifierDeps {
  readonly random: Random
  /** the thread's instance of BLS12-381, and Jubjub in its memory; asked for when the first shielded transaction comes */
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
/** Of its JoinSplits. */
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
  // What was collected comes before the fault in the reference's order.
  return firstFalse(checks.verifyGroth16, pending) ?? fault
}

/**
 * The first proofs are looked at as they come: anybody can sign a transaction full of false ones, and who sends that shall not
 * have all of its points and signatures looked at before it is found. Of spends, whose signatures cost most, the others too;
 * those of outputs, which may be true ones of somebody else, wait until everything else is found in order.
 */
function createEarlyLook(verifyGroth16: VerifyGroth16) {
  let group: PendingProof[] = []
  let groups = 0
  let found: ShieldedFault | undefined
  const look = (): void => {
    if (group.length > 0 && !verifyGroth16(group.map(({ proof }) => proof))) found = faultOf(group)
    group = []
    groups++
  }
  /** False: one does not hold, and nothing else matters. */
  function add(proof: PendingProof): boolean {
    group.push(proof)
    if (group.length === (FRUGAL_GROUPS[groups] ?? MAX_BATCH)) look()
    return found === undefined
  }
  return {
    wants: ({ circuit }: Groth16Proof): boolean => circuit === 'spend' || groups === 0,
    add,
    fault: () => found,
    finish(rest: readonly PendingProof[]): ShieldedFault | undefined {
      for (const proof of rest) if (!add(proof)) return found
      look()
      return found
    },
  }
}

/** False: the fault is known, whatever else there may be. */
type Collect = (proof: Groth16Proof, refused: ShieldedRefusal) => boolean

interface Looking {
  readonly collect: Collect
  readonly frugal: boolean
}

/** All but the pairings, in the order of shielded.md §11 (B, then C), up to the first fault. */
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
  // The proofs come first in the reference's order.
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
  // Half of what the outputs cost tells whether somebody signed for them.
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

/** The first proof that does not hold. */
function firstFalse(verifyGroth16: VerifyGroth16, pending: readonly PendingProof[]): ShieldedFault | undefined {
  const holds = (some: readonly PendingProof[]) => verifyGroth16(some.map(({ proof }) => proof))
  for (let at = 0; at < pending.length; at += MAX_BATCH) {
    const some = pending.slice(at, at + MAX_BATCH)
    if (!holds(some)) return culprit(holds, some)
  }
  return undefined
}

function faultOf([first]: readonly PendingProof[]): ShieldedFault {
  const { job, refusal: refused } = first!
  return { job, refusal: refused }
}

/** Of proofs of which one does not hold, the first such: halved until one is left. */
function culprit(holds: (some: readonly PendingProof[]) => boolean, proofs: readonly PendingProof[]): ShieldedFault {
  let some = proofs
  while (some.length > 1) {
    const half = some.slice(0, some.length >> 1)
    some = holds(half) ? some.slice(half.length) : half
  }
  return faultOf(some)
}
