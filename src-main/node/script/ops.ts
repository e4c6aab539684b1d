import { OP } from './opcodes.ts'

/** Parsed operation of a script. */
export interface ScriptOp {
  readonly opcode: number
  /** data of a push operation (opcode up to OP_PUSHDATA4), a view of the script; empty for other operations */
  readonly data: Uint8Array
  /** offset after the operation */
  readonly end: number
}

const NO_DATA = new Uint8Array(0)

/** Parses the operation at an offset. @returns undefined at the end, and for a push that runs past the end */
export function opAt(script: Uint8Array, offset: number): ScriptOp | undefined {
  const opcode = script[offset]
  if (opcode === undefined) return undefined
  if (opcode > OP.OP_PUSHDATA4) return { opcode, data: NO_DATA, end: offset + 1 }
  const start = dataStart(opcode, offset)
  const end = start + dataLength(script, opcode, offset)
  // A push with a truncated length field has length NaN and fails this comparison too.
  if (!(end <= script.length)) return undefined
  return { opcode, data: script.subarray(start, end), end }
}

/** Returns the offset of the data of the push operation at `offset`. */
export function dataStart(opcode: number, offset: number): number {
  if (opcode < OP.OP_PUSHDATA1) return offset + 1
  return offset + (opcode === OP.OP_PUSHDATA1 ? 2 : opcode === OP.OP_PUSHDATA2 ? 3 : 5)
}

/**
 * Returns the number of bytes that the push operation at `offset` pushes, or NaN if the script ends within the length.
 */
export function dataLength(script: Uint8Array, opcode: number, offset: number): number {
  if (opcode < OP.OP_PUSHDATA1) return opcode
  const width = opcode === OP.OP_PUSHDATA1 ? 1 : opcode === OP.OP_PUSHDATA2 ? 2 : 4
  if (offset + width >= script.length) return Number.NaN
  let length = 0
  for (let i = width; i > 0; i--) length = length * 256 + (script[offset + i] as number)
  return length
}

/**
 * Yields the operations of a script in order. At a push that runs past the end of the script, yields undefined once and
 * ends.
 */
export function* parseOps(script: Uint8Array): Generator<ScriptOp | undefined> {
  for (let at = 0; at < script.length; ) {
    const op = opAt(script, at)
    yield op
    if (!op) return
    at = op.end
  }
}

/**
 * Returns true if the script contains only pushes from `offset` on. OP_RESERVED counts as a push, though it can never
 * run.
 */
export function isPushOnly(script: Uint8Array, offset = 0): boolean {
  for (let at = offset; at < script.length; ) {
    const opcode = script[at] as number
    if (opcode > OP.OP_16) return false
    if (opcode > OP.OP_PUSHDATA4) {
      at++
      continue
    }
    const end = dataStart(opcode, at) + dataLength(script, opcode, at)
    if (!(end <= script.length)) return false
    at = end
  }
  return true
}
