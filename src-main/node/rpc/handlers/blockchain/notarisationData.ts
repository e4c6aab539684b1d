import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, findNotaries, NOTARISATION_OUTPUT } from '../../../consensus/index.ts'
import { opReturnData } from '../../../contracts/index.ts'
import type { BlockEntry, ChainView } from '../../../core/index.ts'
import { computeTxid, type Transaction } from '../../../primitives/index.ts'
import { p2pkScript } from '../../../script/index.ts'
import { ByteReader, ByteWriter, equal, toLatin1 } from '../../../util/index.ts'

/** Data of a notarisation of any chain, by komodod's stricter parser: all fields, in order. */
export interface NotarisationData {
  readonly hash: Uint8Array
  readonly height: number
  readonly destTxid: Uint8Array
  readonly name: string
  readonly mom: Uint8Array
  readonly momDepth: number
  readonly ccId: number
  /** Root and depth over several chains, 36 bytes. */
  readonly momom: Uint8Array
}

/** Notarisation in a block, with the ids of its signers. */
export interface BlockNotarisation {
  readonly txid: Uint8Array
  readonly data: NotarisationData
  readonly notaries: readonly number[]
}

const MIN_SIGNERS = 11
const MAX_CHAIN_NAME_LENGTH = 64
const MOM_LENGTH = 32 + 2 + 2
const MOMOM_LENGTH = 32 + 4

/** Returns true for chain names whose notarisations follow other rules, if any. */
export const isOtherAuthority = (name: string): boolean => /^(TXSCL|TEST|CFEK|LABS)/.test(name)

/**
 * Returns the notarisations in a block (notarisation.md §4): transactions with at least eleven inputs, each of a
 * different notary.
 */
export function notarisationsIn(chain: Chain, params: ChainParams, entry: BlockEntry): BlockNotarisation[] {
  const block = chain.block(entry)
  const found: BlockNotarisation[] = []
  for (const tx of block?.txs ?? []) {
    if (tx.vin.length < MIN_SIGNERS) continue
    const data = readData(tx)
    if (data === undefined || data.name === '' || isOtherAuthority(data.name)) continue
    const notaries = findSigners(chain, tx, findNotaries(params, entry.time)?.keys ?? [])
    if (notaries !== undefined) found.push({ txid: computeTxid(tx), data, notaries })
  }
  return found
}

/**
 * Returns the ids of the notaries who signed the inputs, in order. Returns undefined if an input is not a notary's or a
 * notary signed twice.
 */
function findSigners(chain: ChainView, tx: Transaction, keys: readonly Uint8Array[]): number[] | undefined {
  const scripts = keys.map(p2pkScript)
  const signers: number[] = []
  for (const { prevout } of tx.vin) {
    const script = chain.output(prevout)?.scriptPubKey
    const signer = script === undefined ? -1 : scripts.findIndex((one) => equal(one, script))
    if (signer === -1 || signers.includes(signer)) return undefined
    signers.push(signer)
  }
  return signers
}

function readData(tx: Transaction): NotarisationData | undefined {
  const script = tx.vout[NOTARISATION_OUTPUT]?.scriptPubKey
  const bytes = script && opReturnData(script)
  if (bytes === undefined || bytes.length < 69) return undefined
  const end = bytes.subarray(68, 68 + MAX_CHAIN_NAME_LENGTH).indexOf(0)
  const rest = bytes.length - 68 - end - 1
  if (end === -1 || ![0, MOM_LENGTH, MOM_LENGTH + MOMOM_LENGTH].includes(rest)) return undefined
  const reader = new ByteReader(bytes)
  const start = { hash: reader.bytes(32), height: reader.u32le(), destTxid: reader.bytes(32) }
  const name = toLatin1(reader.bytes(end))
  reader.bytes(1)
  const none = { mom: new Uint8Array(32), momDepth: 0, ccId: 0 }
  const root = rest === 0 ? none : { mom: reader.bytes(32), momDepth: reader.u16le(), ccId: reader.u16le() }
  const momom = rest > MOM_LENGTH ? reader.bytes(MOMOM_LENGTH) : new Uint8Array(MOMOM_LENGTH)
  return { ...start, name, ...root, momom }
}

/** Serializes the data. Missing roots are written as zeros. */
export function encodeNotarisation({ hash, height, destTxid, name, ...roots }: NotarisationData): Uint8Array {
  const { mom, momDepth, ccId, momom } = roots
  const isBack = destTxid.some((byte) => byte !== 0)
  const writer = new ByteWriter().bytes(hash).u32le(height)
  if (isBack) writer.bytes(destTxid)
  writer
    .bytes(new TextEncoder().encode(`${name}\0`))
    .bytes(mom)
    .u16le(momDepth)
    .u16le(ccId)
  return (isBack ? writer.bytes(momom) : writer).finish()
}
