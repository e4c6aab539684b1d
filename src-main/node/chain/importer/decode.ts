import { readBlock } from '../../primitives/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import type { DecodedBlock, ImportPolicy, SubmittedBlock } from './blocks.ts'

/**
 * Parses the block at the start of `bytes`. Trailing bytes are ignored, as in komodod.
 * @throws DecodeError if the bytes do not begin with a block
 */
export function decodeFirstBlock(bytes: Uint8Array): DecodedBlock & { readonly bytes: Uint8Array } {
  const reader = new ByteReader(bytes)
  const block = readBlock(reader)
  return { block, bytes: bytes.subarray(0, reader.position) }
}

/** Parses a submitted block. Returns undefined if its bytes are malformed. */
export function decodeBlock({ bytes, place }: SubmittedBlock, { fromFile }: ImportPolicy): DecodedBlock | undefined {
  try {
    const decoded = decodeFirstBlock(bytes)
    if (fromFile && decoded.bytes.length < bytes.length) return undefined
    return { ...decoded, place, solutionChecked: fromFile }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
