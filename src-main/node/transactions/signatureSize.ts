import type { TxOut } from '../primitives/types.ts'
import { classify } from '../script/index.ts'

/**
 * DER signature with its hash type and push opcode: at most 72 bytes plus the push, because our signatures have a low
 * S.
 */
const SIGNATURE = 73
const UNCOMPRESSED_KEY = 65
/** Maximum script length whose compact size is one byte, as for an empty script. */
const SHORT_SCRIPT = 252

/** Wallet data that is available while the wallet is locked. */
export interface KeylessView {
  /** the redeem script of a script hash */
  scriptOf(hash20: Uint8Array): Uint8Array | undefined
  /** bytes of the public key with this hash, or undefined if unknown */
  keySize(hash20: Uint8Array): number | undefined
}

const pushed = (size: number) => size + (size < 0x4c ? 1 : size <= 0xff ? 2 : 3)

/** Returns the maximum size of the input script that spends an output. */
function scriptSize({ scriptPubKey }: TxOut, known: KeylessView): number {
  const { type, solutions, required = 0 } = classify(scriptPubKey, { cc: false })
  const [solution] = solutions
  if (type === 'pubkey') return SIGNATURE
  if (type === 'multisig') return 1 + required * SIGNATURE
  if (type === 'scripthash') {
    const redeem = solution && known.scriptOf(solution)
    return redeem ? scriptSize({ value: 0n, scriptPubKey: redeem }, known) + pushed(redeem.length) : 0
  }
  const keySize = type === 'pubkeyhash' && solution ? known.keySize(solution) : undefined
  return SIGNATURE + pushed(keySize ?? UNCOMPRESSED_KEY)
}

/**
 * Returns the maximum number of bytes that signing adds to a transaction, without signing it.
 * @param spent the outputs that it spends
 */
export function signaturesSize(spent: readonly TxOut[], known: KeylessView): number {
  let total = 0
  for (const output of spent) {
    const size = scriptSize(output, known)
    total += size > SHORT_SCRIPT ? size + 2 : size
  }
  return total
}
