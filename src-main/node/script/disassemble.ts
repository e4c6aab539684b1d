import { toHex } from '../util/index.ts'
import { OP, opcodeName } from './opcodes.ts'
import { parseOps } from './ops.ts'
import { isUnspendable } from './patterns.ts'
import { decodeScriptNumber } from './scriptNumber.ts'
import { isStrictSignature } from './signatureEncoding.ts'

const HASH_TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [0x01, 'ALL'],
  [0x81, 'ALL|ANYONECANPAY'],
  [0x02, 'NONE'],
  [0x82, 'NONE|ANYONECANPAY'],
  [0x03, 'SINGLE'],
  [0x83, 'SINGLE|ANYONECANPAY'],
])

/**
 * Formats a script as komodod's RPCs do: pushes of up to 4 bytes as numbers, longer ones as hex, operations by name,
 * `[error]` for a push that runs past the end. With `sighashNames` (for input scripts), data that looks like a
 * signature is shown without its last byte, whose meaning is appended in brackets.
 */
export function disassemble(
  script: Uint8Array,
  { sighashNames }: { readonly sighashNames: boolean } = { sighashNames: false },
): string {
  const signatures = sighashNames && !isUnspendable(script)
  const words: string[] = []
  for (const op of parseOps(script)) {
    if (!op) words.push('[error]')
    else if (op.opcode > OP.OP_PUSHDATA4) words.push(opcodeName(op.opcode))
    else words.push(pushText(op.data, signatures))
  }
  return words.join(' ')
}

function pushText(data: Uint8Array, signatures: boolean): string {
  if (data.length <= 4) return String(decodeScriptNumber(data, false))
  const name = signatures && isStrictSignature(data) ? HASH_TYPE_NAMES.get(data[data.length - 1] as number) : undefined
  return name ? `${toHex(data.subarray(0, -1))}[${name}]` : toHex(data)
}
