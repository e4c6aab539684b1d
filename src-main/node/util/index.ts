/**
 * util: bytes, readers and writers, file errors, a bounded map, and slices of the event loop.
 *
 * Purpose: basic functions of every other layer. Nothing here knows the protocol beyond its integer encodings.
 * Non-goals: hashing (crypto), protocol objects (primitives), configuration, files (except describing file errors), any
 * state shared by modules. Invariants: bytes are `Uint8Array` (a `Buffer` is accepted, never returned). Reading hostile
 * input throws only `DecodeError`. Results are views of the input, so the input must not be changed later. Thread: any;
 * no globals, no I/O except inspecting the path of a file error.
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
