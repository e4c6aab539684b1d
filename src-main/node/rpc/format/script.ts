import type { TxOut } from '../../primitives/types.ts'
import { disassemble, extractDestinations, type OutputType } from '../../script/index.ts'
import { toHex } from '../../util/index.ts'

interface DescribedScript {
  asm: string
  type: OutputType
  reqSigs?: number
  addresses?: string[]
}

/** Returns asm, type and addresses of an output script. Scripts without an owner have only asm and type (rpc.md §7). */
export function describeScript(script: Uint8Array, ccEnabled: boolean): DescribedScript {
  const { type, required, addresses } = extractDestinations(script, { cc: ccEnabled })
  const asm = disassemble(script, { sighashNames: false })
  return required === undefined ? { asm, type } : { asm, type, reqSigs: required, addresses: [...addresses] }
}

export function encodeScriptPubKey(output: TxOut, ccEnabled: boolean): DescribedScript & { hex: string } {
  return { ...describeScript(output.scriptPubKey, ccEnabled), hex: toHex(output.scriptPubKey) }
}
