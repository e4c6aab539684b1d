import { MAX_MULTISIG_KEYS, OP } from './opcodes.ts'
import { dataLength, dataStart, opAt } from './ops.ts'
import { isPayToScriptHash } from './patterns.ts'

/**
 * Counts signature operations of a script: 1 per CHECKSIG, 20 per CHECKMULTISIG, or the number pushed directly before
 * it if `accurate`. Stops at a push that runs past the end. Crypto-conditions do not count.
 */
export function countSigOps(script: Uint8Array, accurate: boolean): number {
  let count = 0
  let previous = -1
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] as number
    if (opcode <= OP.OP_PUSHDATA4) {
      const end = dataStart(opcode, at) + dataLength(script, opcode, at)
      if (!(end <= script.length)) break
      at = end
    } else {
      at++
      if (opcode === OP.OP_CHECKSIG || opcode === OP.OP_CHECKSIGVERIFY) count++
      else if (opcode === OP.OP_CHECKMULTISIG || opcode === OP.OP_CHECKMULTISIGVERIFY) {
        count += accurate && previous >= OP.OP_1 && previous <= OP.OP_16 ? previous - OP.OP_1 + 1 : MAX_MULTISIG_KEYS
      }
    }
    previous = opcode
  }
  return count
}

/** Counts signature operations of a P2SH redeem script, which is the last push of the input's script (BIP 16). */
export function redeemScriptSigOps(scriptSig: Uint8Array, scriptPubKey: Uint8Array): number {
  if (!isPayToScriptHash(scriptPubKey)) return 0
  let last: Uint8Array = new Uint8Array(0)
  for (let at = 0; at < scriptSig.length; ) {
    const op = opAt(scriptSig, at)
    if (!op || op.opcode > OP.OP_16) return 0
    last = op.data
    at = op.end
  }
  return countSigOps(last, true)
}
