import { readOutput, readSpend } from './descriptions.ts'
import { isCanonicalScalar } from './fieldBytes.ts'
import { generatorBase } from './generators.ts'
import type { Groth16Proof } from './groth16.ts'
import type { Jubjub, JubjubPoint } from './jubjub.ts'
import type { RedJubjub } from './redJubjub.ts'

/**
 * All Sapling checks except the pairings, in the order of shielded.md §5. They sum the value commitments of a
 * transaction: call `begin`, then its spends and outputs, then `checkBinding`.
 */
export interface SaplingChecks {
  begin(): void
  /** @returns the proof that remains to be verified, or undefined if the description is invalid */
  checkSpend(raw: Uint8Array, sighash: Uint8Array): Groth16Proof | undefined
  /** @param summed true if `addOutput` was called for this output */
  checkOutput(raw: Uint8Array, summed?: boolean): Groth16Proof | undefined
  /** Performs only the part of the check that `checkBinding` needs. Returns false if the description is invalid. */
  addOutput(raw: Uint8Array): boolean
  /** @param valueBalance satoshis that leave the pool */
  checkBinding(valueBalance: bigint, signature: Uint8Array, sighash: Uint8Array): boolean
}

/** Rejected as a balance, because its absolute value does not fit the 64 bits with which the reference computes. */
const MIN_INT64 = -(2n ** 63n)

export function createSaplingChecks(jubjub: Jubjub, redJubjub: RedJubjub): SaplingChecks {
  const valueBase = generatorBase(jubjub, 'commitmentValue')
  const [sum, cv, key, value] = [jubjub.newPoint(), jubjub.newPoint(), jubjub.newPoint(), jubjub.newPoint()]
  const decodeKey = (out: JubjubPoint, bytes: Uint8Array) => jubjub.decode(out, bytes) && !jubjub.isSmallOrder(out)
  function addOutput(raw: Uint8Array): boolean {
    if (!decodeKey(cv, readOutput(raw).cv)) return false
    jubjub.subtract(sum, sum, cv)
    return true
  }
  return {
    begin: () => jubjub.setNeutral(sum),
    checkSpend(raw, sighash) {
      const spend = readSpend(raw)
      if (!decodeKey(cv, spend.cv)) return undefined
      jubjub.add(sum, sum, cv)
      if (!isCanonicalScalar(spend.anchor) || !decodeKey(key, spend.rk)) return undefined
      if (!redJubjub.verifySpendAuthorisation({ point: key, bytes: spend.rk }, spend.spendAuthSig, sighash)) {
        return undefined
      }
      const points = [...coordinates(jubjub, key, spend.rk), ...coordinates(jubjub, cv, spend.cv)]
      const inputs = [...points, spend.anchor, ...nullifierInputs(spend.nullifier)]
      return { circuit: 'spend', inputs, proof: spend.proof }
    },
    addOutput,
    checkOutput(raw, summed = false) {
      const output = readOutput(raw)
      if (!(summed ? decodeKey(cv, output.cv) : addOutput(raw))) return undefined
      if (!isCanonicalScalar(output.cmu) || !decodeKey(key, output.ephemeralKey)) return undefined
      const points = [...coordinates(jubjub, cv, output.cv), ...coordinates(jubjub, key, output.ephemeralKey)]
      return { circuit: 'output', inputs: [...points, output.cmu], proof: output.proof }
    },
    checkBinding(valueBalance, signature, sighash) {
      if (valueBalance === MIN_INT64) return false
      jubjub.multiplyFixed(value, valueBase, valueBalance < 0n ? -valueBalance : valueBalance)
      if (valueBalance < 0n) jubjub.add(sum, sum, value)
      else jubjub.subtract(sum, sum, value)
      return redJubjub.verifyBinding({ point: sum, bytes: jubjub.encode(sum) }, signature, sighash)
    },
  }
}

/** Returns u and v of a point that was decoded from these bytes. */
function coordinates(jubjub: Jubjub, point: JubjubPoint, encoding: Uint8Array): [Uint8Array, Uint8Array] {
  const v = encoding.slice()
  v[31]! &= 0x7f
  return [jubjub.affineU(point), v]
}

/** Splits a nullifier into 254 bits and the remaining two: any 32 bytes are a nullifier. */
function nullifierInputs(nullifier: Uint8Array): [Uint8Array, Uint8Array] {
  const low = nullifier.slice()
  low[31]! &= 0x3f
  const high = new Uint8Array(32)
  high[0] = nullifier[31]! >> 6
  return [low, high]
}
