import type { TxOut } from '../primitives/types.ts'
import { classify } from '../script/index.ts'

/** A DER signature with its hash type and the push before it: at most 72 bytes, as ours have a low S. */
const SIGNATURE = 73
const UNCOMPRESSED_KEY = 65
/** The longest script whose length is encoded in one byte, as the length of an empty script is. */
const SHORT_SCRIPT = 252

/** What is known while the wallet is locked. */
export interface KeylessView {
  /** the redeem script of a script hash */
  scriptOf(hash20: Uint8Array): Uint8Array | undefined
  /** bytes of the public key with this hash; undefined: unknown */
  keySize(hash20: Uint8Array): number | undefined
}

const pushed = (size: number) => size + (size < 0x4c ? 1 : size <= 0xff ? 2 : 3)

/** The upper bound for the input script that spends an output. */
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

/** The upper bound of the bytes that signing adds to a transaction, without signing it. `spent`: the outputs that it spends. */
export function signaturesSize(spent: readonly TxOut[], known: KeylessView): number {
  let total = 0
  for (const output of spent) {
    const size = scriptSize(output, known)
    total += size > SHORT_SCRIPT ? size + 2 : size
  }
  return total
}
