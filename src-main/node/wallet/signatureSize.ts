import type { TxOut } from '../primitives/types.ts'
import { classify, type SigningKeys } from '../script/index.ts'

/** A signature in DER with its hash type, and the push before it: 72 bytes at most, as ours have a low S. */
const SIGNATURE = 73
const COMPRESSED_KEY = 34
const UNCOMPRESSED_KEY = 66

/** The most bytes that spending an output takes beside an empty input script, without making a signature. */
function signatureSize({ scriptPubKey }: TxOut, keys: Pick<SigningKeys, 'scriptOf'>): number {
  const { type, solutions, required = 0 } = classify(scriptPubKey, { cc: false })
  if (type === 'pubkey') return SIGNATURE
  if (type === 'multisig') return 1 + required * SIGNATURE
  if (type === 'scripthash') {
    const redeem = solutions[0] && keys.scriptOf(solutions[0])
    // Its push takes up to three bytes, and so does the length of an input script as long as that.
    return redeem ? signatureSize({ value: 0n, scriptPubKey: redeem }, keys) + redeem.length + 5 : 0
  }
  // A key behind a hash may be of either form: the longer one costs little and is rare to be wrong about.
  return SIGNATURE + (type === 'pubkeyhash' ? COMPRESSED_KEY : UNCOMPRESSED_KEY)
}

/** The same for all inputs of a transaction. */
export const signaturesSize = (spent: readonly TxOut[], keys: Pick<SigningKeys, 'scriptOf'>): number =>
  spent.reduce((sum, output) => sum + signatureSize(output, keys), 0)
