import { generateKeyPairSync, sign } from 'node:crypto'
import { blake2bPersonal } from '../../crypto/index.ts'
import { SAPLING_GROUP, SAPLING_VERSION, type Transaction } from '../../primitives/index.ts'
import { SIGHASH, signatureHash } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { littleEndianBytes, littleEndianInteger } from '../fieldBytes.ts'
import { type GENERATORS, generatorBase } from '../generators.ts'
import { createJubjub, JUBJUB_ORDER } from '../jubjub.ts'
import { loadPairingLibrary } from '../pairingLibrary.ts'

/** Returns an empty transaction of version 4. */
export const emptySapling = (): Transaction => ({
  overwintered: true,
  version: SAPLING_VERSION,
  versionGroupId: SAPLING_GROUP,
  vin: [],
  vout: [],
  lockTime: 0,
  expiryHeight: 0,
  valueBalance: 0n,
  shieldedSpends: [],
  shieldedOutputs: [],
  joinSplits: [],
  joinSplitAuth: new Uint8Array(0),
  bindingSig: new Uint8Array(64),
})

export interface SaplingForgery {
  /** spend and output whose proofs the forged ones copy, although they belong to other inputs */
  readonly spend: Uint8Array
  readonly output: Uint8Array
  readonly spends: number
  readonly outputs: number
  readonly branchId: number
  /** satoshis paid by the spends; default 0 */
  readonly fee?: bigint
  /** anchor of the spends; default: that of the given spend */
  readonly anchor?: Uint8Array
  /** makes otherwise equal forgeries differ; default 0 */
  readonly seed?: number
}

type Base = keyof typeof GENERATORS

/** Creates keys, commitments and signatures on Jubjub for a forger who knows all secrets. */
function createSigner() {
  const jubjub = createJubjub(loadPairingLibrary('BLS12-381'))
  const bases = {
    spendAuthorisation: generatorBase(jubjub, 'spendAuthorisation'),
    commitmentRandomness: generatorBase(jubjub, 'commitmentRandomness'),
    commitmentValue: generatorBase(jubjub, 'commitmentValue'),
  }
  const [point, other] = [jubjub.newPoint(), jubjub.newPoint()]
  const reduced = (scalar: bigint) => ((scalar % JUBJUB_ORDER) + JUBJUB_ORDER) % JUBJUB_ORDER
  const times = (base: Base, scalar: bigint): Uint8Array => {
    jubjub.multiplyFixed(point, bases[base], reduced(scalar))
    return jubjub.encode(point)
  }
  const challenge = blake2bPersonal(new TextEncoder().encode('Zcash_RedJubjubH'), 64)
  return {
    times,
    commitment(value: bigint, randomness: bigint): Uint8Array {
      jubjub.multiplyFixed(point, bases.commitmentRandomness, reduced(randomness))
      jubjub.multiplyFixed(other, bases.commitmentValue, value)
      jubjub.add(point, point, other)
      return jubjub.encode(point)
    },
    sign(base: Base, secret: bigint, sighash: Uint8Array): Uint8Array {
      const nonce = reduced(littleEndianInteger(sighash) + secret)
      const [key, r] = [times(base, secret), times(base, nonce)]
      const c = littleEndianInteger(challenge.hash(r, key, sighash))
      return concat(r, littleEndianBytes(reduced(nonce + c * secret)))
    },
  }
}

const computeSighash = (tx: Transaction, branchId: number): Uint8Array =>
  signatureHash({
    ...{ tx, inputIndex: undefined, scriptCode: new Uint8Array(0), amount: 0n, branchId },
    hashType: SIGHASH.ALL,
  })

/**
 * Forges a transaction with spends and outputs. All signatures are valid, which any attacker can achieve, but all
 * proofs are invalid, because they belong to other descriptions.
 */
export function forgeSapling(base: Transaction, forgery: SaplingForgery): Transaction {
  const { spend, output, spends, outputs, branchId, fee = 0n, anchor, seed = 0 } = forgery
  const signer = createSigner()
  const secret = (number: number) => BigInt(number + 2 + seed * 1_000_000) ** 40n
  let trapdoor = 0n
  const shieldedSpends = Array.from({ length: spends }, (_, i) => {
    const forged = spend.slice()
    trapdoor += secret(i)
    forged.set(signer.commitment(i === 0 ? fee : 0n, secret(i)), 0)
    if (anchor !== undefined) forged.set(anchor, 32)
    new DataView(forged.buffer).setUint32(64, seed * 1_000_000 + i)
    forged.set(signer.times('spendAuthorisation', secret(i)), 96)
    return forged
  })
  const shieldedOutputs = Array.from({ length: outputs }, (_, i) => {
    const forged = output.slice()
    trapdoor -= secret(spends + i)
    forged.set(signer.commitment(0n, secret(spends + i)), 0)
    return forged
  })
  const valueBalance = spends > 0 ? fee : 0n
  const unsigned = { ...base, valueBalance, shieldedSpends, shieldedOutputs, bindingSig: new Uint8Array(64) }
  const sighash = computeSighash(unsigned, branchId)
  for (const [i, forged] of shieldedSpends.entries())
    forged.set(signer.sign('spendAuthorisation', secret(i), sighash), 320)
  return { ...unsigned, bindingSig: signer.sign('commitmentRandomness', trapdoor, sighash) }
}

export interface JoinSplitForgery {
  /** JoinSplit whose proof the forged ones copy */
  readonly joinSplit: Uint8Array
  readonly count: number
  readonly branchId: number
  /** satoshis that leave the pool */
  readonly fee: bigint
  readonly anchor: Uint8Array
  readonly seed?: number
}

/** Forges a transaction with JoinSplits that is validly signed, but whose proofs belong to other JoinSplits. */
export function forgeJoinSplits(base: Transaction, forgery: JoinSplitForgery): Transaction {
  const { joinSplit, count, branchId, fee, anchor, seed = 0 } = forgery
  const joinSplits = Array.from({ length: count }, (_, i) => {
    const forged = joinSplit.slice()
    const view = new DataView(forged.buffer)
    view.setBigInt64(0, 0n, true)
    view.setBigInt64(8, i === 0 ? fee : 0n, true)
    forged.set(anchor, 16)
    for (const [which, at] of [48, 80].entries()) view.setUint32(at, seed * 1_000_000 + 2 * i + which)
    return forged
  })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  const unsigned = { ...base, joinSplits, joinSplitAuth: concat(key, new Uint8Array(64)) }
  const signature = sign(null, computeSighash(unsigned, branchId), privateKey)
  return { ...unsigned, joinSplitAuth: concat(key, new Uint8Array(signature)) }
}
