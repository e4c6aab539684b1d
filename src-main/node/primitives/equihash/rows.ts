import { type Blake2bPrefix, blake2bPersonal } from '../../crypto/index.ts'
import { ByteWriter } from '../../util/index.ts'
import { type EquihashParameters, equihashSizes } from './parameters.ts'

const INPUT_BYTES = 140

/**
 * Returns the hash function of Equihash over one header. It returns the output that holds the rows from `group *
 * rowsPerHash` on.
 */
export function hashGroups(parameters: EquihashParameters, input: Uint8Array): (group: number) => Uint8Array {
  if (input.length !== INPUT_BYTES) throw new RangeError('the input of Equihash must have 140 bytes')
  const { rowBytes, rowsPerHash } = equihashSizes(parameters)
  const personalisation = new ByteWriter(16)
    .bytes(new TextEncoder().encode(parameters.personal ?? 'ZcashPoW'))
    .u32le(parameters.n)
    .u32le(parameters.k)
    .finish()
  const prefix: Blake2bPrefix = blake2bPersonal(personalisation, rowBytes * rowsPerHash).prefix(input)
  const suffix = new Uint8Array(4)
  const view = new DataView(suffix.buffer)
  return (group) => {
    view.setUint32(0, group, true)
    return prefix.hash(suffix)
  }
}
