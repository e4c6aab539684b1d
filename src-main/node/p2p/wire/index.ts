/**
 * wire: the protocol of peers as bytes and as data (p2p.md §1–3).
 *
 * Purpose: split a stream into messages, decode and encode messages and network addresses, BIP37's
 * filters and partial Merkle trees.
 * Non-goals: sockets, what a message means to a connection (peer, sync, relay), scores. Blocks and transactions stay bytes.
 * Invariants: decoders throw nothing but DecodeError, whatever the input, and never allocate by an announced length or
 * count: a reader never holds more than one message of the largest allowed size, and grows only with received bytes.
 * Decoded byte arrays and headers are views of the payload and keep all of it alive: copy what stays.
 * Thread: any; pure but for the reader's own buffer and a filter's own bits.
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
