/**
 * wire: the protocol of peers as bytes and as data (p2p.md §1–3).
 *
 * Purpose: cut a stream into messages, read and write each message, read and write addresses of the network, and BIP37's
 * filters and partial Merkle trees.
 * Non-goals: sockets, what a message means to a connection (peer, sync, relay), scores. Blocks and transactions stay bytes.
 * Invariants: only DecodeError leaves a decoder, whatever the input, and nothing is allocated on the word of a length or
 * count: a reader never holds more than one message of the largest allowed size, and grows only with bytes that came.
 * Decoded byte arrays and headers are views of the payload and keep all of it alive: copy what stays.
 * Thread: any; pure but for the reader's own buffer and a filter's own bits.
 */
export {
  type BloomFilter,
  createBloomFilter,
  FILTER_UPDATE,
  type FilterParameters,
  MAX_FILTER_ITEM,
  newBloomFilter,
} from './bloomFilter.ts'
export { decodeMessage } from './decode.ts'
export { encodeMessage } from './encode.ts'
export { createFrameReader, encodeFrame, FRAME_HEAD, type FrameReaderOptions, MAX_PAYLOAD } from './frame.ts'
export {
  isLocal,
  isRoutable,
  isValidIp,
  type Network,
  netGroup,
  netGroupText,
  networkOf,
  reachability,
} from './ipRanges.ts'
export { ipFromText, ipToText, isIPv4, isOnion } from './ipText.ts'
export { addressKey, formatNetAddress, parseNetAddress, splitHostPort } from './netAddress.ts'
export { buildMerkleBlock, type MerkleMatch, readPartialTree } from './partialMerkleTree.ts'
export {
  LIMITS,
  MIN_PEER_VERSION,
  PROTOCOL_VERSION,
  SERVICE,
  sanitizeText,
  userAgent,
} from './protocol.ts'
export type * from './types.ts'
export { INV } from './types.ts'
