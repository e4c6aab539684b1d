import type { Transaction } from '../../primitives/types.ts'
import { OP } from '../../script/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'

const OP_PUSHDATA1 = 0x4c
const OP_PUSHDATA2 = 0x4d
const OP_PUSHDATA4 = 0x4e

/**
 * Returns the data of a script's first push after OP_RETURN, or undefined if the script does not start with these.
 * Later bytes are ignored. OP_0 or a small number does not count as a push here (tokens.md, introduction).
 */
export function opReturnData(script: Uint8Array): Uint8Array | undefined {
  if (script[0] !== OP.OP_RETURN) return undefined
  return readDataPush(script, 1)
}

/** Returns the data of the push at `offset` if its opcode is 0x01..0x4e and all its bytes are present. */
export function readDataPush(script: Uint8Array, offset: number): Uint8Array | undefined {
  const opcode = script[offset]
  if (opcode === undefined || opcode === 0 || opcode > OP_PUSHDATA4) return undefined
  try {
    const reader = new ByteReader(script, offset + 1)
    return reader.bytes(pushLength(opcode, reader))
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

function pushLength(opcode: number, reader: ByteReader): number {
  if (opcode < OP_PUSHDATA1) return opcode
  if (opcode === OP_PUSHDATA1) return reader.u8()
  return opcode === OP_PUSHDATA2 ? reader.u16le() : reader.u32le()
}

/** Returns the contract data of a transaction, which only its last output can contain. */
export function contractPayload(tx: Transaction): Uint8Array | undefined {
  const last = tx.vout.at(-1)
  return last === undefined ? undefined : opReturnData(last.scriptPubKey)
}

/**
 * Runs a decoder on untrusted bytes.
 * @returns undefined for a DecodeError or unread bytes; other errors are bugs and are rethrown
 */
export function decodeWhole<T>(bytes: Uint8Array, decode: (reader: ByteReader) => T): T | undefined {
  try {
    const reader = new ByteReader(bytes)
    const value = decode(reader)
    return reader.remaining === 0 ? value : undefined
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Returns the key length for the first byte of a public key: 33, 65, or 0 for an invalid byte. */
export function announcedKeyLength(first: number | undefined): number {
  if (first === 2 || first === 3) return 33
  return first === 4 || first === 6 || first === 7 ? 65 : 0
}
