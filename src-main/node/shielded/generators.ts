import { fromHex } from '../util/index.ts'
import type { FixedBase, Jubjub, JubjubPoint } from './jubjub.ts'

/**
 * Points of Jubjub without a known relation to each other, as encodings (shielded.md §4). Each is derived from a text
 * by FindGroupHash; `generators.test.ts` derives them again.
 */
export const GENERATORS = {
  spendAuthorisation: '30b5f2aaad325630bcdddbce4d67656d05fd1cc2d037bb5375b6e96d9e01a1d7',
  commitmentRandomness: '8b6a0b38b9faae3c3b803b47b0f146ad50ab221e6e2afbe6dbde45cba9d381ed',
  commitmentValue: 'd7c86706f5817aa718cd1cfad03233bcd64a7789fd9422d3b17af6823a7e6ac6',
} as const

/** Bases of the three segments of the Pedersen hash. */
export const PEDERSEN_GENERATORS = [
  'ca3c2432d4abbf7732464ec08b2e47f95edc7e836b16c979571b52d3a2879ea8',
  '9118bf4e3cc50d7be8d3fa98ebbe3a1f25d901c0421189f733fe435b7f8c5d01',
  '57d493972c50ed8098b484177f2ab28b53e88c8e6ca400e09eee4ed200152eb6',
] as const

/** @throws Error if the encoding is invalid, which does not happen for the constants above */
export function generatorPoint(jubjub: Jubjub, encoding: string): JubjubPoint {
  const point = jubjub.newPoint()
  if (!jubjub.decode(point, fromHex(encoding))) throw new Error('not a point of Jubjub')
  return point
}

export function generatorBase(jubjub: Jubjub, name: keyof typeof GENERATORS): FixedBase {
  return jubjub.fixedBase(generatorPoint(jubjub, GENERATORS[name]))
}
