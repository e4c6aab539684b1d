import type { TxOut } from '../../primitives/types.ts'
import { classify } from '../../script/index.ts'

/** A signature in DER with its hash type, and the push before it: 72 bytes at most, as ours have a low S. */
const SIGNATURE = 73
const UNCOMPRESSED_KEY = 65
/** The longest script whose length takes one byte, as the length of an empty one does. */
const SHORT_SCRIPT = 252

/** What is known without opening any key. */
export interface KeylessView {
  /** what a script hash stands for */
  scriptOf(hash20: Uint8Array): Uint8Array | undefined
  /** bytes of the public key behind a hash; undefined: not known */
  keySize(hash20: Uint8Array): number | undefined
}

const pushed = (size: number) => size + (size < 0x4c ? 1 : size <= 0xff ? 2 : 3)

/** The most bytes of an input script that spends an output. */
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

/** The most bytes that signing a transaction adds to it, without making a signature. `spent`: what its inputs spend. */
export function signaturesSize(spent: readonly TxOut[], known: KeylessView): number {
  let total = 0
  for (const output of spent) {
    const size = scriptSize(output, known)
    total += size > SHORT_SCRIPT ? size + 2 : size
  }
  return total
}
