/**
 * util: bytes, readers and writers, errors of files, a bounded map, and turns of the event loop.
 *
 * Purpose: the vocabulary of every other layer. Nothing here knows the protocol beyond its integer encodings.
 * Non-goals: hashing (crypto), protocol objects (primitives), configuration, files (but for what an error says of one), any kind of state shared by modules.
 * Invariants: bytes are `Uint8Array` (a `Buffer` is accepted, never returned); the only error that reading hostile input
 * can raise is `DecodeError`; what is read is returned as views of the input, so the input must not be changed later.
 * Thread: any; no globals, no I/O besides a look at the path of a file error.
 */

export { byteHash } from './byteHash.ts'
export { ByteMap } from './byteMap.ts'
export { ByteReader, MAX_COMPACT_SIZE } from './byteReader.ts'
export {
  compareBytes,
  concat,
  equal,
  fromDisplayHex,
  fromHex,
  isHex,
  littleEndianOrder,
  startsWith,
  toDisplayHex,
  toHex,
  toLatin1,
} from './bytes.ts'
export { ByteWriter, compactSizeLength } from './byteWriter.ts'
export { DecodeError } from './decodeError.ts'
export { describeFileError } from './fileError.ts'
export { hashKey, outpointKey } from './keys.ts'
export { LruMap } from './lruMap.ts'
export { PackedMap } from './packedMap.ts'
export { lowerThreadPriority } from './threadPriority.ts'
export { yieldToEventLoop } from './yieldToEventLoop.ts'
