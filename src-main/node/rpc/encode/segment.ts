import { sha256 } from '../../crypto/index.ts'

const SEGMENTS_MASK = 0x3f
const ascii = new TextEncoder()

/** Segment of an address, a figure that staking chains use: the low six bits of the hash of its text (rpc.md §3). */
export const segmentOf = (address: string): number => (sha256(ascii.encode(address))[0] ?? 0) & SEGMENTS_MASK
