/**
 * wire: the protocol of peers as bytes and as data (p2p.md §1–3).
 *
 * Purpose: cut a stream into messages, read and write each message, read and write addresses of the network, and BIP37's
 * filters and partial Merkle trees.
 * Non-goals: sockets, what a message means to a connection (peer, sync, relay), scores. Blocks and transactions stay bytes.
 * Invariants: only DecodeError leaves a decoder, whatever the input, and nothing is allocated on the word of a length or
 * count: a reader never holds more than one message of the largest allowed size, and grows only with bytes that came.
 * Decoded byte arrays are views of the payload, which nobody else writes to.
 * Thread: any; pure but for the reader's own buffer.
 */
export type * from './types.ts'
export { INV } from './types.ts'
