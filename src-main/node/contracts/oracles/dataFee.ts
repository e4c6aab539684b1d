import type { CcView } from '../../core/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import type { Memos } from '../framework/memoCache.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { type RawKey, sameKey } from '../framework/rawKey.ts'
import { txidMarker } from '../framework/txidMarker.ts'
import { decodeOracleCreate, emptyTerms, ORACLE_FUNC, readOracleTerms } from './codec.ts'

/**
 * Cache of the data of marker transactions by id, which commits to the data. It avoids rereading the transactions of
 * busy oracles.
 */
type MarkerMemo = LruMap<string, Uint8Array>
const MEMO_ENTRIES = 20_000
const NO_DATA = new Uint8Array(0)
const createMarkerMemo = (): MarkerMemo => new LruMap(MEMO_ENTRIES)

/** State that the fee depends on: the confirmed chain, without the mempool. */
export interface FeeContext {
  readonly view: Pick<CcView, 'transaction' | 'unspent'>
  readonly memo: Memos
}

/**
 * Computes the satoshis that a publisher charges per data point (oracles.md §3.3), from the publisher's latest
 * registration on the oracle's marker. If several are in one block, the smallest fee counts. Returns 0 without a
 * registration, or if the id is not an oracle's.
 */
export function dataFee({ view, memo }: FeeContext, oracle: Uint8Array, publisher: RawKey): bigint {
  const created = view.transaction(oracle)?.tx
  if (created === undefined || decodeOracleCreate(contractPayload(created)) === undefined) return 0n
  const known = memo(createMarkerMemo)
  const findData = (txid: Uint8Array): Uint8Array | undefined => {
    const key = hashKey(txid)
    const before = known.get(key)
    if (before !== undefined) return before
    const tx = view.transaction(txid)?.tx
    if (tx === undefined) return undefined
    // Copy the data, because a view of its bytes would keep the whole block in memory.
    const data = contractPayload(tx)?.slice() ?? NO_DATA
    known.set(key, data)
    return data
  }
  // Share one terms object: truncated data keep the values of the previous entry.
  const terms = emptyTerms()
  let latest = 0
  let fee = 0n
  for (const { txid, height } of view.unspent(txidMarker(oracle))) {
    if (readOracleTerms(findData(txid), terms) !== ORACLE_FUNC.register) continue
    if (!equal(terms.oracle, oracle) || !sameKey(terms.key, publisher)) continue
    if (height > latest || (height === latest && terms.amount < fee)) {
      latest = height
      fee = terms.amount
    }
  }
  return fee
}
