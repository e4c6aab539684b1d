import type { IndexedAddress } from '../../core/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { type RawKey, sameKey } from '../framework/rawKey.ts'
import { txidMarker } from '../framework/txidMarker.ts'
import { decodeOracleData, emptyTerms, ORACLE_FUNC, readOracleTerms } from './codec.ts'
import { createOracleReader, type OracleReader, type OracleReaderDeps } from './reader.ts'

/** Offsets in data of the format Ihh: height of a block of another chain, its hash, and its Merkle root. */
const HEIGHT_BYTES = 4
const ROOT_AT = 36
const ROOT_END = 68

export interface BlockRoot {
  /** internal byte order */
  readonly root: Uint8Array
  /** transaction that published it */
  readonly txid: Uint8Array
}

/** Merkle roots of another chain's blocks, as published by an oracle. */
export class BlockRoots {
  readonly #deps: OracleReaderDeps
  readonly #reader: OracleReader
  readonly #oracle: Uint8Array
  readonly #limit: number
  #left: number

  /** @param limit maximum number of data read for all publishers together; each is read from disk */
  constructor(deps: OracleReaderDeps, oracle: Uint8Array, limit: number) {
    this.#deps = deps
    this.#reader = createOracleReader(deps)
    this.#oracle = oracle
    this.#limit = limit
    this.#left = limit
  }

  /**
   * Finds the root that a publisher gave for a height, searching from the latest data backwards.
   * @throws RangeError if all searches together have read more than `limit` data
   */
  find(publisher: RawKey, height: number): BlockRoot | undefined {
    const address = this.#batonAddress(publisher)
    let txid = address && this.#reader.baton(this.#oracle, publisher, address)?.outpoint.hash
    while (txid !== undefined) {
      if (this.#left-- <= 0) throw new RangeError(`more than ${this.#limit} data items of the oracle`)
      const tx = this.#reader.find(txid)
      const published = tx && decodeOracleData(contractPayload(tx))
      if (published === undefined || !equal(published.oracle, this.#oracle)) return undefined
      if (readHeight(published.data) === height) {
        const root = published.data.subarray(ROOT_AT, ROOT_END)
        const whole = published.data.length >= ROOT_END && root.some((byte) => byte !== 0)
        return whole ? { root, txid } : undefined
      }
      txid = published.baton
    }
    return undefined
  }

  /** Returns the address of a publisher's batons, from the publisher's first registration in the index. */
  #batonAddress(publisher: RawKey): IndexedAddress | undefined {
    const terms = emptyTerms()
    for (const { txid } of this.#deps.addressIndex.unspent(txidMarker(this.#oracle))) {
      const tx = this.#reader.find(txid)
      if (tx === undefined || readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.register) continue
      if (!equal(terms.oracle, this.#oracle) || !sameKey(terms.key, publisher)) continue
      const script = tx.vout[1]?.scriptPubKey
      return script && indexedAddress(script)
    }
    return undefined
  }
}

function readHeight(data: Uint8Array): number | undefined {
  if (data.length < HEIGHT_BYTES) return undefined
  return new DataView(data.buffer, data.byteOffset, HEIGHT_BYTES).getUint32(0, true)
}
