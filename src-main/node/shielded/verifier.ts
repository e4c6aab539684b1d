import type { Random } from '../interfaces.ts'
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
   * For what a peer sends without having worked for it. A fault found without a pairing is the answer at once; proofs are
   * looked at few first, so that a transaction full of false ones costs little; and of those looked at together the
   * first is blamed. So the reason may be that of another part of the transaction than the reference would name.
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
  let fault: ShieldedFault | undefined
  for (const [job, { tx, branchId }] of jobs.entries()) {
    const found = check(checks.sapling, tx, branchId, (proof, refused) =>
      pending.push({ job, proof, refusal: refused }),
    )
    if (found === undefined) continue
    fault = { job, refusal: found }
    break
  }
  if (fault !== undefined && frugal) return fault
  // What was collected comes before the fault in the reference's order.
  return firstFalse(checks.verifyGroth16, pending, frugal) ?? fault
}

type Collect = (proof: Groth16Proof, refused: ShieldedRefusal) => void

/** All but the pairings, in the order of shielded.md §11 (B, then C), up to the first fault. */
function check(
  sapling: SaplingChecks,
  tx: Transaction,
  branchId: number,
  collect: Collect,
): ShieldedRefusal | undefined {
  if (hasGroth16(tx)) collectJoinSplits(tx, collect)
  const sighash = signatureHash({
    tx,
    inputIndex: undefined,
    scriptCode: NO_SCRIPT,
    hashType: SIGHASH.ALL,
    amount: 0n,
    branchId,
  })
  if (tx.joinSplits.length > 0 && !verifyJoinSplitSignature(tx.joinSplitAuth, sighash)) {
    return shieldedRefusal('bad-txns-invalid-joinsplit-signature')
  }
  return isSapling(tx) ? checkSapling(sapling, tx, sighash, collect) : undefined
}

function collectJoinSplits(tx: Transaction, collect: Collect): void {
  const publicKey = tx.joinSplitAuth.subarray(0, PUBLIC_KEY_BYTES)
  for (const [index, raw] of tx.joinSplits.entries()) {
    const joinSplit = readJoinSplit(raw)
    const inputs = joinSplitInputs(joinSplit, publicKey, 'groth16')
    const refused = shieldedRefusal('bad-txns-joinsplit-verification-failed', index)
    collect({ circuit: 'joinSplit', inputs, proof: joinSplit.proof }, refused)
  }
}

function checkSapling(
  sapling: SaplingChecks,
  tx: Transaction,
  sighash: Uint8Array,
  collect: Collect,
): ShieldedRefusal | undefined {
  sapling.begin()
  for (const [index, raw] of tx.shieldedSpends.entries()) {
    const refused = shieldedRefusal('bad-txns-sapling-spend-description-invalid', index)
    const proof = sapling.checkSpend(raw, sighash)
    if (proof === undefined) return refused
    collect(proof, refused)
  }
  for (const [index, raw] of tx.shieldedOutputs.entries()) {
    const refused = shieldedRefusal('bad-txns-sapling-output-description-invalid', index)
    const proof = sapling.checkOutput(raw)
    if (proof === undefined) return refused
    collect(proof, refused)
  }
  const bound = sapling.checkBinding(tx.valueBalance, tx.bindingSig, sighash)
  return bound ? undefined : shieldedRefusal('bad-txns-sapling-binding-signature-invalid')
}

/** The first proof that does not hold; the first of its group where that is enough. */
function firstFalse(
  verifyGroth16: VerifyGroth16,
  pending: readonly PendingProof[],
  frugal: boolean,
): ShieldedFault | undefined {
  const groups = frugal ? FRUGAL_GROUPS : []
  const holds = (some: readonly PendingProof[]) => verifyGroth16(some.map(({ proof }) => proof))
  let at = 0
  for (let group = 0; at < pending.length; group++) {
    const some = pending.slice(at, at + (groups[group] ?? MAX_BATCH))
    if (!holds(some)) return frugal ? faultOf(some) : culprit(holds, some)
    at += some.length
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
