/** Helpers for writers of long chains: quickly signed payments, and their outputs as coins. */
import { branchIdAt } from '../../src-main/node/consensus/index.ts'
import { derEncode, secp256k1 } from '../../src-main/node/crypto/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../../src-main/node/primitives/index.ts'
import { createSighashCache, pushData, SIGHASH, signatureHash } from '../../src-main/node/script/index.ts'
import { type TestInput, type TestKey, unsignedTransaction } from '../../src-main/node/testing/index.ts'
import { concat } from '../../src-main/node/util/index.ts'
import type { ChainFile } from './chainFile.ts'

/** Returns an output of the transaction as an input to spend. @param hash the transaction's id, if it is known */
export function toTestInput(tx: Transaction, index: number, key: TestKey, hash = computeTxid(tx)): TestInput {
  const { value, scriptPubKey } = tx.vout[index]!
  return { outpoint: { hash, index }, value, scriptPubKey, key }
}

/**
 * Builds a transaction for the next block with P2PKH inputs only. Takes half the time of `buildTransaction`, because
 * the public keys need not be derived.
 */
export function buildPayment(
  { upgrades, height }: Pick<ChainFile, 'upgrades' | 'height'>,
  inputs: readonly TestInput[],
  outputs: readonly TxOut[],
  sign = secp256k1.sign,
): Transaction {
  const tx = unsignedTransaction({ inputs, outputs }, upgrades, height)
  const branchId = branchIdAt(upgrades, height)
  const cache = createSighashCache(tx)
  const vin = tx.vin.map((input, inputIndex) => {
    const { key, value: amount, scriptPubKey: scriptCode } = inputs[inputIndex]!
    const hash = signatureHash({ tx, inputIndex, scriptCode, amount, branchId, hashType: SIGHASH.ALL, cache })
    const signature = derEncode(sign(hash, key!.priv))
    const scriptSig = concat(pushData(concat(signature, Uint8Array.of(SIGHASH.ALL))), pushData(key!.pub))
    return { ...input, scriptSig }
  })
  return { ...tx, vin }
}
