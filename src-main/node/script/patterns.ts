import { MAX_SCRIPT_SIZE, OP } from './opcodes.ts'
import { opAt } from './ops.ts'

const COMPRESSED_KEY_LENGTH = 33
const UNCOMPRESSED_KEY_LENGTH = 65

/** Recognises `HASH160 <20 bytes> EQUAL` in exactly this form: only then consensus evaluates the redeem script. */
export function isPayToScriptHash(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === OP.OP_HASH160 && script[1] === 20 && script[22] === OP.OP_EQUAL
}

/** Recognises `DUP HASH160 <20 bytes> EQUALVERIFY CHECKSIG`. */
export function isPayToPublicKeyHash(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[0] === OP.OP_DUP &&
    script[1] === OP.OP_HASH160 &&
    script[2] === 20 &&
    script[23] === OP.OP_EQUALVERIFY &&
    script[24] === OP.OP_CHECKSIG
  )
}

/** Returns the key of `<key> CHECKSIG`, as a view of the script, if its length matches its first byte. */
export function payToPublicKey(script: Uint8Array): Uint8Array | undefined {
  const length = script.length - 2
  if (length !== COMPRESSED_KEY_LENGTH && length !== UNCOMPRESSED_KEY_LENGTH) return undefined
  if (script[0] !== length || script[length + 1] !== OP.OP_CHECKSIG) return undefined
  const key = script.subarray(1, 1 + length)
  return hasKeyShape(key) ? key : undefined
}

/** Returns true if the length matches the kind of public key in the first byte. Does not check the curve. */
export function hasKeyShape(key: Uint8Array): boolean {
  switch (key[0]) {
    case 2:
    case 3:
      return key.length === COMPRESSED_KEY_LENGTH
    case 4:
    case 6:
    case 7:
      return key.length === UNCOMPRESSED_KEY_LENGTH
    default:
      return false
  }
}

/**
 * Returns true if an output can never be spent: its script fails immediately, or is longer than any script that runs.
 */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === OP.OP_RETURN || script.length > MAX_SCRIPT_SIZE
}

export interface CryptoConditionScript {
  /** the script up to and including the operation, from which address and index key are derived; a view */
  readonly subScript: Uint8Array
  /** bytes that the first operation pushes; a view */
  readonly condition: Uint8Array
  /** data that is pushed and dropped after the operation, in order */
  readonly dropData: readonly Uint8Array[]
}

/**
 * Recognises a script that pays to a crypto-condition (transactions-and-script.md §3.1): a direct push, the operation,
 * and then only pushes that are all dropped again. The pushed bytes need not be a condition.
 */
export function isPayToCryptoCondition(script: Uint8Array): false | CryptoConditionScript {
  const length = script[0]
  if (length === undefined || length === 0 || length >= OP.OP_PUSHDATA1) return false
  if (script[1 + length] !== OP.OP_CHECKCRYPTOCONDITION) return false
  const end = length + 2
  const dropData = end === script.length ? [] : balancedData(script, end)
  return dropData && { subScript: script.subarray(0, end), condition: script.subarray(1, 1 + length), dropData }
}

/** Returns the data pushed from `offset` on, if the script drops all data and does nothing else. */
function balancedData(script: Uint8Array, offset: number): false | Uint8Array[] {
  const data: Uint8Array[] = []
  let pushed = 0
  for (let at = offset; at < script.length; ) {
    const op = opAt(script, at)
    if (!op) return false
    at = op.end
    if (op.opcode === OP.OP_DROP) {
      if (--pushed < 0) return false
      continue
    }
    pushed++
    if (op.opcode === OP.OP_0) data.push(Uint8Array.of(0))
    else if (op.opcode >= OP.OP_1 && op.opcode <= OP.OP_16) data.push(Uint8Array.of(op.opcode - OP.OP_1 + 1))
    // An empty push in a longer form is not allowed.
    else if (op.opcode <= OP.OP_PUSHDATA4 && op.data.length > 0) data.push(op.data)
    else return false
  }
  return pushed === 0 && data
}

/**
 * Returns the script after `<time> CHECKLOCKTIMEVERIFY DROP`. The reference uses the value of the first byte plus three
 * as the length of this prefix, for any bytes. A script that pushes its time with another push form is therefore cut at
 * the wrong offset, and the rest usually has no known form.
 * @returns undefined if the script does not begin with this prefix
 */
export function behindLockTime(script: Uint8Array): Uint8Array | undefined {
  const time = opAt(script, 0)
  if (!time || time.data.length > 5 || script[time.data.length + 1] !== OP.OP_CHECKLOCKTIMEVERIFY) return undefined
  return script.subarray((script[0] as number) + 3)
}
