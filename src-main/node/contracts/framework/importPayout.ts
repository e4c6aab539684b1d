import { type ChainParams, findNotaries } from '../../consensus/index.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import { sha256d } from '../../crypto/index.ts'
import { computeTxid, readTransaction, type Transaction, type TxOut } from '../../primitives/index.ts'
import { OP } from '../../script/index.ts'
import { type ByteReader, ByteWriter, concat, DecodeError, equal } from '../../util/index.ts'
import { CC_VALID, ccInvalid } from './ccVerdict.ts'
import { decodeWhole, opReturnData } from './opReturn.ts'

/**
 * Validates payouts of another chain: a notarisation must contain the transaction that decides them
 * (other-evals.md §2). The rules do not say which chain the notarisation must be of.
 */

/** Length of a hash, an id or a root in bytes. */
const HASH = 32
const NO_HASH = new Uint8Array(HASH)
/** Minimum number of notaries that must have signed a notarisation. */
const MIN_SIGNERS = 11
const KEY = 33
/** Maximum length of a chain's name, including its final 0. */
const NAME_ROOM = 64

/** State that a payout is validated against. */
export interface PayoutContext {
  readonly view: Pick<CcView, 'transaction'>
  readonly rules: Pick<ChainParams, 'notarySeasons'>
}

interface Proof {
  /** bit per hash of the branch: on which side it is; int32 */
  readonly place: number
  readonly branch: readonly Uint8Array[]
  readonly notarisation: Uint8Array
  /** transaction that settled the game session */
  readonly settled: Transaction
}

/** @param params bytes after the code in the condition: the session's id */
export function validateImportPayout(params: Uint8Array, tx: Transaction, context: PayoutContext): CcVerdict {
  const [first, ...payouts] = tx.vout
  if (first === undefined) return ccInvalid('no-vouts')
  const data = opReturnData(first.scriptPubKey)
  const proof = data && decodeWhole(data, readProof)
  if (proof === undefined) return ccInvalid('invalid-payload')
  const [said] = proof.settled.vout
  // Without outputs or inputs of `settled` the reference reads out of bounds.
  const promised = said && opReturnData(said.scriptPubKey)
  if (promised === undefined || !equal(promised, payoutsHash(payouts))) return ccInvalid('wrong-payouts')
  if (params.length !== HASH) return ccInvalid('malformed-params')
  const spent = proof.settled.vin[0]?.prevout
  if (spent === undefined || spent.index !== 0 || !equal(spent.hash, params)) return ccInvalid('wrong-session')
  const root = notarisedRoot(proof.notarisation, context)
  if (root === undefined) return ccInvalid('coudnt-load-mom')
  return equal(root, computeRoot(proof)) ? CC_VALID : ccInvalid('mom-check-fail')
}

function readProof(reader: ByteReader): Proof {
  const place = readPlace(reader)
  const branch = Array.from({ length: reader.count(HASH) }, () => reader.bytes(HASH))
  return { place, branch, notarisation: reader.bytes(HASH), settled: readTransaction(reader) }
}

/** Reads a varint of 7 bits per byte, where each byte except the last adds one. The 32-bit result wraps. */
function readPlace(reader: ByteReader): number {
  for (let place = 0; ; place = (place + 1) | 0) {
    const byte = reader.u8()
    place = (place << 7) | (byte & 0x7f)
    if ((byte & 0x80) === 0) return place
  }
}

function payoutsHash(payouts: readonly TxOut[]): Uint8Array {
  const out = new ByteWriter().compactSize(payouts.length)
  for (const { value, scriptPubKey } of payouts) out.i64le(value).varBytes(scriptPubKey)
  return sha256d(out.finish())
}

/**
 * Computes the Merkle root from the transaction's id and the branch. Returns zeros for a branch that contains its own
 * hash, or for position −1.
 */
function computeRoot({ place, branch, settled }: Proof): Uint8Array {
  if (place === -1) return NO_HASH
  let hash = computeTxid(settled)
  for (const [n, beside] of branch.entries()) {
    const right = ((place >> Math.min(n, 31)) & 1) === 1
    if (right && equal(beside, hash)) return NO_HASH
    hash = sha256d(right ? concat(beside, hash) : concat(hash, beside))
  }
  return hash
}

/**
 * Returns the root in a notarisation, zeros if it has no root. Returns undefined if it is not a confirmed notarisation.
 */
function notarisedRoot(txid: Uint8Array, { view, rules }: PayoutContext): Uint8Array | undefined {
  const found = view.transaction(txid)
  if (found?.height === undefined || found.blockTime === undefined) return undefined
  const { tx, blockTime } = found
  const notaries = findNotaries(rules, blockTime)?.keys ?? []
  if (tx.vin.length < MIN_SIGNERS || !paidByNotaries(tx, notaries, view)) return undefined
  const data = tx.vout[1] && opReturnData(tx.vout[1].scriptPubKey)
  return data && decodeWhole(data, readRoot)
}

/** Returns true if each input is from a different notary. */
function paidByNotaries(tx: Transaction, notaries: readonly Uint8Array[], view: PayoutContext['view']): boolean {
  const left = new Set(notaries)
  return tx.vin.every(({ prevout }) => {
    const script = view.transaction(prevout.hash)?.tx.vout[prevout.index]?.scriptPubKey
    if (script?.length !== KEY + 2 || script[0] !== KEY || script[KEY + 1] !== OP.OP_CHECKSIG) return false
    const key = script.subarray(1, 1 + KEY)
    for (const notary of left) if (equal(notary, key)) return left.delete(notary)
    return false
  })
}

/**
 * Reads the root as of a base-chain notarisation. In other notarisations, the bytes between height and name are read as
 * the beginning of the name.
 */
function readRoot(reader: ByteReader): Uint8Array {
  reader.bytes(HASH)
  reader.u32le()
  let length = 1
  while (reader.u8() !== 0) if (++length > NAME_ROOM) throw new DecodeError('unterminated name')
  if (reader.remaining === 0) return NO_HASH
  const root = reader.bytes(HASH)
  reader.u16le()
  reader.u16le()
  return root
}
