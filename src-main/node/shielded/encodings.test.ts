import { jubjub_findGroupHash } from '@noble/curves/misc.js'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import { GENERATORS, PEDERSEN_GENERATORS } from './generators.ts'
import { createGroth16 } from './groth16.ts'
import { createJubjub, JUBJUB_ORDER } from './jubjub.ts'
import { loadPairingLibrary } from './pairingLibrary.ts'
import { createRedJubjub } from './redJubjub.ts'
import { createSaplingChecks } from './sapling.ts'
import { verifyJoinSplitSignature } from './sprout.ts'
import { jsonVector } from './testing/vectors.ts'

const library = loadPairingLibrary('BLS12-381')
const jubjub = createJubjub(library)
const redJubjub = createRedJubjub(jubjub)
const sapling = createSaplingChecks(jubjub, redJubjub)
const verifyGroth16 = createGroth16(library, systemRandom())

interface PointVector {
  readonly name: string
  readonly bytes: string
  readonly valid: boolean
  readonly u: string
  readonly v: string
  readonly smallOrder: boolean
  readonly inSubgroup: boolean
}

describe('points of Jubjub', () => {
  const neutral = '01'.padEnd(64, '0')

  it.each(jsonVector<PointVector[]>('jubjub-points').map((vector) => [vector.name, vector] as const))(
    'decodes the point %s',
    (_, vector) => {
      const point = jubjub.newPoint()
      expect(jubjub.decode(point, fromHex(vector.bytes))).toBe(vector.valid)
      if (!vector.valid) return
      expect(toHex(jubjub.affineU(point))).toBe(vector.u)
      const encoded = jubjub.encode(point)
      encoded[31]! &= 0x7f
      expect(toHex(encoded)).toBe(vector.v)
      expect(jubjub.isSmallOrder(point)).toBe(vector.smallOrder)
      jubjub.multiply(point, point, JUBJUB_ORDER)
      expect(toHex(jubjub.encode(point)) === neutral).toBe(vector.inSubgroup)
    },
  )

  it('gives the same product with a table, without one, and by adding', () => {
    const base = jubjub.newPoint()
    jubjub.decode(base, fromHex(GENERATORS.commitmentValue))
    const table = jubjub.fixedBase(base)
    const [one, other, sum] = [jubjub.newPoint(), jubjub.newPoint(), jubjub.newPoint()]
    jubjub.setNeutral(sum)
    for (let times = 0n; times < 40n; times++) {
      jubjub.multiply(one, base, times)
      jubjub.multiplyFixed(other, table, times)
      expect(toHex(jubjub.encode(one))).toBe(toHex(jubjub.encode(sum)))
      expect(toHex(jubjub.encode(other))).toBe(toHex(jubjub.encode(sum)))
      jubjub.add(sum, sum, base)
    }
    for (const scalar of [JUBJUB_ORDER, JUBJUB_ORDER + 5n, (1n << 256n) - 1n, 1n << 255n]) {
      jubjub.multiply(one, base, scalar)
      jubjub.multiplyFixed(other, table, scalar)
      jubjub.multiply(sum, base, scalar % JUBJUB_ORDER)
      expect(toHex(jubjub.encode(one))).toBe(toHex(jubjub.encode(sum)))
      expect(toHex(jubjub.encode(other))).toBe(toHex(jubjub.encode(sum)))
    }
  })
})

describe('generators', () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const derive = (message: Uint8Array, personal: string) =>
    toHex(jubjub_findGroupHash(message, text(personal)).toBytes())

  it('equal the group hashes of their texts', () => {
    expect(GENERATORS).toEqual({
      spendAuthorisation: derive(text(''), 'Zcash_G_'),
      commitmentRandomness: derive(text('r'), 'Zcash_cv'),
      commitmentValue: derive(text('v'), 'Zcash_cv'),
    })
    expect(PEDERSEN_GENERATORS).toEqual([0, 1, 2].map((i) => derive(Uint8Array.of(i, 0, 0, 0), 'Zcash_PH')))
  })
})

interface SignatureVector {
  readonly type: 'spendAuth' | 'binding'
  readonly name: string
  readonly vk: string
  readonly sighash: string
  readonly sig: string
  readonly valid: boolean
}

describe('signatures', () => {
  const redJubjubVectors = vectorLines<SignatureVector>('shielded/redjubjub.jsonl')
  it.each(redJubjubVectors.map((vector) => [vector.type, vector.name, vector] as const))(
    'verify as recorded (%s: %s)',
    (type, _, vector) => {
      const point = jubjub.newPoint()
      const key = { point, bytes: fromHex(vector.vk) }
      const verify = type === 'binding' ? redJubjub.verifyBinding : redJubjub.verifySpendAuthorisation
      const valid = jubjub.decode(point, key.bytes) && verify(key, fromHex(vector.sig), fromHex(vector.sighash))
      expect(valid).toBe(vector.valid)
    },
  )

  const ed25519 = vectorLines<{ name: string; pk: string; msg: string; sig: string; valid: boolean }>(
    'shielded/ed25519.jsonl',
  )
  it.each(ed25519.map((vector) => [vector.name, vector] as const))(
    'verify as recorded for JoinSplits (%s)',
    (_, { pk, msg, sig, valid }) => {
      expect(verifyJoinSplitSignature(concat(fromHex(pk), fromHex(sig)), fromHex(msg))).toBe(valid)
    },
  )
})

interface DescriptionVector {
  readonly type: 'spend' | 'output'
  readonly name: string
  readonly sighash: string
  readonly expect: 'ok' | 'invalid'
  readonly hex: string
}

describe('descriptions', () => {
  const vectors = vectorLines<DescriptionVector>('shielded/descriptions.jsonl')
  it.each(vectors.map((vector) => [vector.type, vector.name, vector] as const))(
    'verify as recorded (%s: %s)',
    (type, _, vector) => {
      const raw = fromHex(vector.hex)
      sapling.begin()
      const proof = type === 'spend' ? sapling.checkSpend(raw, fromHex(vector.sighash)) : sapling.checkOutput(raw)
      expect(proof !== undefined && verifyGroth16([proof]) ? 'ok' : 'invalid').toBe(vector.expect)
    },
  )
})
