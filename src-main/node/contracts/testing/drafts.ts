import type { Condition } from '../../conditions/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import {
  type Block,
  computeTxid,
  type OutPoint,
  parseTransaction,
  serializeTransaction,
  type Transaction,
  type TxIn,
  type TxOut,
} from '../../primitives/index.ts'
import { ccScript, ccScriptSig, opReturnScript, p2pkScript } from '../../script/index.ts'

/**
 * Hand-made transactions for tests of rules. Contract rules check fulfilments but not signatures, which are
 * placeholders here.
 */

export interface DraftKey {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
}

export function draftKey(fill: number): DraftKey {
  const privateKey = new Uint8Array(32).fill(fill)
  return { privateKey, publicKey: secp256k1.publicKey(privateKey) }
}

const SIGNATURE = new Uint8Array(64).fill(1)

/** Adds placeholder signatures to every key of a tree, or only to the given key. */
function signed(tree: Condition, only?: Uint8Array): Condition {
  if (tree.type === 'secp256k1') {
    return only === undefined || Buffer.compare(tree.publicKey, only) === 0 ? { ...tree, signature: SIGNATURE } : tree
  }
  return tree.type === 'threshold' ? { ...tree, subs: tree.subs.map((sub) => signed(sub, only)) } : tree
}

export function toOutpoint(tx: Transaction, index: number): OutPoint {
  return { hash: computeTxid(tx), index }
}

/** Creates an input that spends an output locked with this tree. `signer` is the key that signs, if not all do. */
export function ccInput(tx: Transaction, index: number, tree: Condition, signer?: Uint8Array): TxIn {
  return { prevout: toOutpoint(tx, index), scriptSig: ccScriptSig(signed(tree, signer)), sequence: 0xffffffff }
}

/** Creates an input that spends an ordinary output. */
export function plainInput(tx: Transaction, index: number): TxIn {
  return { prevout: toOutpoint(tx, index), scriptSig: new Uint8Array([0x01, 0x02]), sequence: 0xffffffff }
}

export function ccOutput(value: bigint, tree: Condition): TxOut {
  return { value, scriptPubKey: ccScript(tree) }
}

export function plainOutput(value: bigint, publicKey: Uint8Array): TxOut {
  return { value, scriptPubKey: p2pkScript(publicKey) }
}

export function dataOutput(data: Uint8Array): TxOut {
  return { value: 0n, scriptPubKey: opReturnScript(data) }
}

/** Creates a version 4 transaction, as received from the network. */
export function draftTransaction(vin: readonly TxIn[], vout: readonly TxOut[]): Transaction {
  const none = new Uint8Array()
  return parseTransaction(
    serializeTransaction({
      overwintered: true,
      version: 4,
      versionGroupId: 0x892f2085,
      vin,
      vout,
      lockTime: 0,
      expiryHeight: 0,
      valueBalance: 0n,
      shieldedSpends: [],
      shieldedOutputs: [],
      joinSplits: [],
      joinSplitAuth: none,
      bindingSig: none,
    }),
  )
}

/** Creates a coinbase with these outputs. */
export function mint(outputs: readonly TxOut[], serial = 0): Transaction {
  const prevout = { hash: new Uint8Array(32), index: 0xffffffff }
  return draftTransaction(
    [{ prevout, scriptSig: Uint8Array.of(2, serial & 0xff, serial >> 8), sequence: 0xffffffff }],
    outputs,
  )
}

export function draftBlock(txs: readonly Transaction[], time = 1_700_000_000): Block {
  const zero = new Uint8Array(32)
  return {
    header: {
      version: 4,
      prevHash: zero,
      merkleRoot: zero,
      finalSaplingRoot: zero,
      time,
      bits: 0x200f0f0f,
      nonce: zero,
      solution: new Uint8Array(),
    },
    txs,
  }
}
