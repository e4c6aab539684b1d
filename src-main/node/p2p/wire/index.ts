/**
 * wire: the peer protocol as bytes and as data (p2p.md §1–3).
 *
 * Purpose: splits a stream into messages; decodes and encodes messages and network addresses; filters and partial
 * Merkle trees of BIP37. Non-goals: sockets, the meaning of messages for a connection (peer, sync, relay), scores.
 * Blocks and transactions stay bytes. Invariants: Decoders throw only DecodeError for any input, and never allocate by
 * an announced length or count. A reader holds at most one message of maximum size, and grows only with received bytes.
 * Decoded byte arrays and headers are views of the payload and keep it in memory, so copy them to keep them. Thread:
 * any; pure except for the reader's buffer and a filter's bits.
 */
export {
  BloomFilter,
  FILTER_UPDATE,
  type FilterParameters,
  MAX_FILTER_ITEM,
} from './bloomFilter.ts'
export { decodeMessage } from './decode.ts'
export { encodeMessage } from './encode.ts'
export { encodeFrame, FRAME_HEAD, FrameReader, type FrameReaderOptions, MAX_PAYLOAD } from './frame.ts'
export {
  classifyNetwork,
  isLocal,
  isRoutable,
  isValidIp,
  type Network,
  netGroup,
  netGroupText,
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
