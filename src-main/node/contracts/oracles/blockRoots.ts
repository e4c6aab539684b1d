import type { IndexedAddress } from '../../core/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { type RawKey, sameKey } from '../framework/rawKey.ts'
import { txidMarker } from '../framework/txidMarker.ts'
import { decodeOracleData, emptyTerms, ORACLE_FUNC, readOracleTerms } from './codec.ts'
import { createOracleReader, type OracleReaderDeps } from './reader.ts'

/** Data of the format Ihh: height of a block of another chain, its hash, and the root of its transactions. */
const HEIGHT_BYTES = 4
const ROOT_AT = 36
const ROOT_END = 68

export interface BlockRoot {
  /** internal order */
  readonly root: Uint8Array
  /** transaction that published it */
  readonly txid: Uint8Array
}

/** What publishers said of blocks of another chain. */
export interface BlockRoots {
  /**
   * The root that a publisher gave for a height, looked for from his latest data back; undefined: none.
   * @throws RangeError once all searches together have looked at too many data
   */
  find(publisher: RawKey, height: number): BlockRoot | undefined
}

/** @param most data that are looked at, for all publishers together: each of them is read from disk */
export function createBlockRoots(deps: OracleReaderDeps, oracle: Uint8Array, most: number): BlockRoots {
  const reader = createOracleReader(deps)
  const { find } = reader
  let left = most

  /** Where the batons of a publisher lie, by the first of his registrations that the index has. */
  function batonAddress(publisher: RawKey): IndexedAddress | undefined {
    const terms = emptyTerms()
    for (const { txid } of deps.addressIndex.unspent(txidMarker(oracle))) {
      const tx = find(txid)
      if (tx === undefined || readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.register) continue
      if (!equal(terms.oracle, oracle) || !sameKey(terms.key, publisher)) continue
      const script = tx.vout[1]?.scriptPubKey
      return script && indexedAddress(script)
    }
    return undefined
  }

  return {
    find(publisher, height) {
      const address = batonAddress(publisher)
      let txid = address && reader.baton(oracle, publisher, address)?.outpoint.hash
      while (txid !== undefined) {
        if (left-- <= 0) throw new RangeError(`more than ${most} data of the oracle`)
        const tx = find(txid)
        const published = tx && decodeOracleData(contractPayload(tx))
        if (published === undefined || !equal(published.oracle, oracle)) return undefined
        if (heightOf(published.data) === height) {
          const root = published.data.subarray(ROOT_AT, ROOT_END)
          const whole = published.data.length >= ROOT_END && root.some((byte) => byte !== 0)
          return whole ? { root, txid } : undefined
        }
        txid = published.baton
      }
      return undefined
    },
  }
}

function heightOf(data: Uint8Array): number | undefined {
  if (data.length < HEIGHT_BYTES) return undefined
  return new DataView(data.buffer, data.byteOffset, HEIGHT_BYTES).getUint32(0, true)
}
