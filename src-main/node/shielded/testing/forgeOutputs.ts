import { blake2bPersonal } from '../../crypto/index.ts'
import { SAPLING_GROUP, SAPLING_VERSION, type Transaction } from '../../primitives/index.ts'
import { SIGHASH, signatureHash } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { littleEndianBytes, littleEndianInteger } from '../fieldBytes.ts'
import { generatorBase } from '../generators.ts'
import { createJubjub, JUBJUB_ORDER } from '../jubjub.ts'
import { loadPairingLibrary } from '../pairingLibrary.ts'

/** A transaction of version 4 without anything in it. */
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

/**
 * A transaction with so many different outputs that commit to no value, its binding signature good and its proofs false: they are
 * those of the output given, which belong to other inputs.
 */
export function forgeOutputs(output: Uint8Array, count: number, branchId: number): Transaction {
  const jubjub = createJubjub(loadPairingLibrary('BLS12-381'))
  const base = generatorBase(jubjub, 'commitmentRandomness')
  const point = jubjub.newPoint()
  const times = (scalar: bigint): Uint8Array => {
    jubjub.multiplyFixed(point, base, ((scalar % JUBJUB_ORDER) + JUBJUB_ORDER) % JUBJUB_ORDER)
    return jubjub.encode(point)
  }
  let trapdoor = 0n
  const shieldedOutputs = Array.from({ length: count }, (_, i) => {
    const randomness = BigInt(i + 2) ** 40n
    trapdoor -= randomness
    const forged = output.slice()
    forged.set(times(randomness), 0)
    return forged
  })
  const tx = { ...emptySapling(), shieldedOutputs }
  const request = { tx, inputIndex: undefined, scriptCode: new Uint8Array(0), amount: 0n, branchId }
  const sighash = signatureHash({ ...request, hashType: SIGHASH.ALL })
  const nonce = 0x1234567n
  const [key, r] = [times(trapdoor), times(nonce)]
  const hash = blake2bPersonal(new TextEncoder().encode('Zcash_RedJubjubH'), 64).hash(r, key, sighash)
  const s = (nonce + littleEndianInteger(hash) * trapdoor) % JUBJUB_ORDER
  return { ...tx, bindingSig: concat(r, littleEndianBytes(s < 0n ? s + JUBJUB_ORDER : s)) }
}
