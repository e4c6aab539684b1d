import { computeTxid, isCoinbase } from '../../primitives/index.ts'
import type { Transaction, TxIn } from '../../primitives/types.ts'
import { disassemble } from '../../script/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { encodeScriptPubKey } from './script.ts'
import { encodeShielded } from './shielded.ts'

/** Encodes the leading fields of every form of a decoded transaction. */
export function encodeHead(tx: Transaction) {
  return {
    txid: toDisplayHex(computeTxid(tx)),
    overwintered: tx.overwintered,
    version: tx.version,
    locktime: tx.lockTime,
    ...(tx.overwintered && {
      versiongroupid: tx.versionGroupId.toString(16).padStart(8, '0'),
      expiryheight: tx.expiryHeight,
    }),
  }
}

/** Encodes one input. Signatures end with the name of their hash type instead of its byte. */
export function encodeTxInput(input: TxIn, coinbase: boolean) {
  if (coinbase) return { coinbase: toHex(input.scriptSig), sequence: input.sequence }
  return {
    txid: toDisplayHex(input.prevout.hash),
    vout: input.prevout.index,
    scriptSig: { asm: disassemble(input.scriptSig, { sighashNames: true }), hex: toHex(input.scriptSig) },
    sequence: input.sequence,
  }
}

/** Encodes a transaction as decoderawtransaction and getblock at verbosity 2 do. */
export function encodeTransaction(tx: Transaction, ccEnabled: boolean) {
  const coinbase = isCoinbase(tx)
  return {
    ...encodeHead(tx),
    vin: tx.vin.map((input) => encodeTxInput(input, coinbase)),
    vout: tx.vout.map((output, n) => ({
      value: output.value,
      valueZat: output.value,
      n,
      scriptPubKey: encodeScriptPubKey(output, ccEnabled),
    })),
    ...encodeShielded(tx),
  }
}
