import { SAPLING_VERSION } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { proofCount, readJoinSplit, readOutput, readSpend } from '../../shielded/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'

/** Encodes JoinSplits as every form of a decoded transaction does. Their key and signature are not shown. */
export function encodeJoinSplits(tx: Transaction) {
  return tx.joinSplits.map((raw) => {
    const joinSplit = readJoinSplit(raw)
    return {
      vpub_old: joinSplit.vpubOld,
      vpub_oldZat: joinSplit.vpubOld,
      vpub_new: joinSplit.vpubNew,
      vpub_newZat: joinSplit.vpubNew,
      anchor: toDisplayHex(joinSplit.anchor),
      nullifiers: joinSplit.nullifiers.map(toDisplayHex),
      commitments: joinSplit.commitments.map(toDisplayHex),
      onetimePubKey: toDisplayHex(joinSplit.ephemeralKey),
      randomSeed: toDisplayHex(joinSplit.randomSeed),
      macs: joinSplit.macs.map(toDisplayHex),
      proof: toHex(joinSplit.proof),
      ciphertexts: joinSplit.ciphertexts.map(toHex),
    }
  })
}

function encodeSpend(raw: Uint8Array) {
  const { cv, anchor, nullifier, rk, proof, spendAuthSig } = readSpend(raw)
  return {
    cv: toDisplayHex(cv),
    anchor: toDisplayHex(anchor),
    nullifier: toDisplayHex(nullifier),
    rk: toDisplayHex(rk),
    proof: toHex(proof),
    spendAuthSig: toHex(spendAuthSig),
  }
}

function encodeOutput(raw: Uint8Array) {
  const { cv, cmu, ephemeralKey, encCiphertext, outCiphertext, proof } = readOutput(raw)
  return {
    cv: toDisplayHex(cv),
    cmu: toDisplayHex(cmu),
    ephemeralKey: toDisplayHex(ephemeralKey),
    encCiphertext: toHex(encCiphertext),
    outCiphertext: toHex(outCiphertext),
    proof: toHex(proof),
  }
}

/** Encodes the shielded fields of a decoded transaction (shielded.md §12). */
export function encodeShielded(tx: Transaction) {
  const sapling = tx.overwintered && tx.version >= SAPLING_VERSION
  return {
    vjoinsplit: encodeJoinSplits(tx),
    ...(sapling && {
      valueBalance: tx.valueBalance,
      vShieldedSpend: tx.shieldedSpends.map(encodeSpend),
      vShieldedOutput: tx.shieldedOutputs.map(encodeOutput),
      ...(proofCount(tx) > tx.joinSplits.length && { bindingSig: toHex(tx.bindingSig) }),
    }),
  }
}
