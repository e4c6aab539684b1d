import { type Condition, encodeCondition } from '../conditions/index.ts'
import { concat } from '../util/index.ts'
import { OP } from './opcodes.ts'
import { encodeScriptNumber } from './scriptNumber.ts'

/** Returns a script that pushes the bytes with the shortest length form. Never uses OP_1..OP_16: see `pushMinimal`. */
export function pushData(data: Uint8Array): Uint8Array {
  const length = data.length
  if (length < OP.OP_PUSHDATA1) return concat(Uint8Array.of(length), data)
  if (length <= 0xff) return concat(Uint8Array.of(OP.OP_PUSHDATA1, length), data)
  if (length <= 0xffff) return concat(Uint8Array.of(OP.OP_PUSHDATA2, length & 0xff, length >> 8), data)
  const head = new Uint8Array(5)
  head[0] = OP.OP_PUSHDATA4
  new DataView(head.buffer).setUint32(1, length, true)
  return concat(head, data)
}

/** Returns a script that pushes a number: OP_0, OP_1..OP_16, OP_1NEGATE or its bytes. */
export function pushNumber(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(OP.OP_0)
  if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(OP.OP_1 - 1 + value)
  return pushData(encodeScriptNumber(value))
}

/**
 * Returns a push like `pushData`, but uses OP_1..OP_16 for single bytes 1..16, as komodod's signing code writes stacks.
 */
export function pushMinimal(data: Uint8Array): Uint8Array {
  const [first] = data
  return data.length === 1 && first !== undefined && first >= 1 && first <= 16 ? pushNumber(first) : pushData(data)
}

/** Builds `<key> CHECKSIG` for a key of 33 or 65 bytes. */
export function p2pkScript(publicKey: Uint8Array): Uint8Array {
  return concat(pushData(publicKey), Uint8Array.of(OP.OP_CHECKSIG))
}

/** Builds `DUP HASH160 <hash> EQUALVERIFY CHECKSIG` for a hash of 20 bytes. */
export function p2pkhScript(hash: Uint8Array): Uint8Array {
  return concat(
    Uint8Array.of(OP.OP_DUP, OP.OP_HASH160),
    pushData(hash),
    Uint8Array.of(OP.OP_EQUALVERIFY, OP.OP_CHECKSIG),
  )
}

/** Builds `HASH160 <hash> EQUAL` for a hash of 20 bytes. */
export function p2shScript(hash: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(OP.OP_HASH160), pushData(hash), Uint8Array.of(OP.OP_EQUAL))
}

/** Builds `<required> <keys…> <count> CHECKMULTISIG`, 1 to 16 keys. */
export function multisigScript(required: number, publicKeys: readonly Uint8Array[]): Uint8Array {
  return concat(
    pushNumber(required),
    ...publicKeys.map(pushData),
    pushNumber(publicKeys.length),
    Uint8Array.of(OP.OP_CHECKMULTISIG),
  )
}

/** Builds `RETURN <data>`. */
export function opReturnScript(data: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(OP.OP_RETURN), pushData(data))
}

/** Builds `<condition> CHECKCRYPTOCONDITION` (crypto-conditions.md §3). */
export function ccScript(tree: Condition): Uint8Array {
  return concat(pushData(encodeCondition(tree)), Uint8Array.of(OP.OP_CHECKCRYPTOCONDITION))
}
