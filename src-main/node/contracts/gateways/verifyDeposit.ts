import {
  computeTxid,
  deserializeMerkleProof,
  readHeader,
  readMerkleProof,
  readTransaction,
  type Transaction,
} from '../../primitives/index.ts'
import { ByteReader, DecodeError, equal, fromHex, isHex } from '../../util/index.ts'
import { decodeWhole } from '../framework/opReturn.ts'
import type { GatewayBind } from './codec.ts'
import type { DepositTerms } from './encode.ts'
import { depositAddress, externalAddress, toExternalAddress } from './externalCoin.ts'

/** Parses the other chain's transaction; trailing bytes are ignored. */
function coinTransaction(hex: string): Transaction | undefined {
  if (!isHex(hex)) return undefined
  try {
    return readTransaction(new ByteReader(fromHex(hex)))
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Returns true if the proof, in the format of gettxoutproof, proves the transaction under this root. */
function isProven(proof: Uint8Array, txid: Uint8Array, root: Uint8Array): boolean {
  const read = decodeWhole(proof, (reader) => {
    readHeader(reader)
    return readMerkleProof(deserializeMerkleProof(reader))
  })
  return read?.root !== undefined && equal(read.root, root) && read.txids.some((proven) => equal(proven, txid))
}

/**
 * Computes the satoshis that a transaction of the other chain pays to a gateway's signers. Returns 0 if it is not
 * proven, or does not also pay the receiver's key.
 * @param root Merkle root of its block
 * @param outputs number of outputs searched: as many as the oracle's own transaction has
 */
export function paidToSigners(
  { coinTxid, claimVout, depositHex, proof, destination }: DepositTerms,
  bind: GatewayBind,
  { root, outputs }: { readonly root: Uint8Array; readonly outputs: number },
): bigint {
  if (!isProven(proof, coinTxid, root)) return 0n
  const tx = coinTransaction(depositHex)
  const claimed = tx?.vout[claimVout]
  if (tx === undefined || claimed === undefined) return 0n
  if (toExternalAddress(claimed.scriptPubKey, bind) !== externalAddress(destination, bind)) return 0n
  const signers = depositAddress(bind)
  const paid = tx.vout.slice(0, outputs).find(({ scriptPubKey }) => toExternalAddress(scriptPubKey, bind) === signers)
  return paid !== undefined && equal(computeTxid(tx), coinTxid) ? paid.value : 0n
}
