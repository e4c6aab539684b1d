import { computeTxid, readTransaction } from '../../../primitives/index.ts'
import { type ByteReader, DecodeError, equal } from '../../../util/index.ts'
import { decodeText } from './recordText.ts'
import type { WalletContent } from './walletContent.ts'

const MAX_TRANSACTION_BYTES = 2_000_000
/** Longest notes of interest; other values of the map are skipped whatever their length. */
const NOTE_NAMES = new Set(['comment', 'to', 'timesmart'])

/**
 * Reads the notes of a `tx` record (wallet-dat.md §2.6). The transaction comes from the chain again; here it only
 * proves that the record is sound.
 * @throws DecodeError
 */
export function readTransactionNotes(content: WalletContent, txid: Uint8Array, value: ByteReader): void {
  const tx = readTransaction(value)
  if (value.position > MAX_TRANSACTION_BYTES) throw new DecodeError('transaction too large')
  if (!equal(computeTxid(tx), txid)) throw new DecodeError('the transaction does not fit its id')
  const notes = new Map<string, string>()
  let received = 0
  try {
    skipBlock(value)
    readNotes(content, value, notes)
    received = readReceived(value)
  } finally {
    // A transaction whose notes are damaged is kept, and counted as unreadable by the caller.
    content.addTransaction({
      txid: txid.slice(),
      time: parseTime(notes.get('timesmart')) || received,
      comment: notes.get('comment') ?? '',
      to: notes.get('to') ?? '',
    })
  }
}

/** Skips the block hash, the Merkle branch, the index and the parents in the style of Bitcoin. */
function skipBlock(value: ByteReader): void {
  skipProof(value)
  for (let parents = value.count(32); parents > 0; parents--) {
    readTransaction(value)
    skipProof(value)
  }
}

function skipProof(value: ByteReader): void {
  value.bytes(32)
  value.bytes(32 * value.count(32))
  value.i32le()
}

function readNotes(content: WalletContent, value: ByteReader, notes: Map<string, string>): void {
  for (let entries = value.count(2); entries > 0; entries--) {
    const name = decodeText(value.varBytes()).text
    const { text, cut } = decodeText(value.varBytes())
    if (!NOTE_NAMES.has(name)) continue
    if (cut) content.countCutText()
    notes.set(name, text)
  }
}

/** Returns the time of receipt, or 0 if shielded notes come before it. */
function readReceived(value: ByteReader): number {
  if (value.compactSize() > 0) return 0
  for (let entries = value.count(2); entries > 0; entries--) {
    value.varBytes()
    value.varBytes()
  }
  value.u32le()
  return value.u32le()
}

function parseTime(text: string | undefined): number {
  return text !== undefined && /^[0-9]{1,10}$/.test(text) ? Number(text) : 0
}
