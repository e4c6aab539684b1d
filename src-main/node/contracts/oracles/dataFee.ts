import type { CcView } from '../../core/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import type { Memos } from '../framework/memoCache.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { type RawKey, sameKey } from '../framework/rawKey.ts'
import { txidMarker } from '../framework/txidMarker.ts'
import { decodeOracleCreate, emptyTerms, ORACLE_FUNC, readOracleTerms } from './codec.ts'

/** Data of transactions on markers by id, which commits to them. Nobody reads the transactions of a well-used oracle again. */
type MarkerMemo = LruMap<string, Uint8Array>
const MEMO_ENTRIES = 20_000
const NO_DATA = new Uint8Array(0)
const createMarkerMemo = (): MarkerMemo => new LruMap(MEMO_ENTRIES)

/** What the fee depends on: the chain as it stands, without the mempool. */
export interface FeeContext {
  readonly view: Pick<CcView, 'transaction' | 'unspent'>
  readonly memo: Memos
}

/**
 * Satoshis that a publisher takes for each of his data (oracles.md §3.3): what his latest registration on the oracle's marker
 * says, of several in one block the smallest. 0 without one, and for what is no oracle.
 */
export function dataFee({ view, memo }: FeeContext, oracle: Uint8Array, publisher: RawKey): bigint {
  const created = view.transaction(oracle)?.tx
  if (created === undefined || decodeOracleCreate(contractPayload(created)) === undefined) return 0n
  const known = memo(createMarkerMemo)
  const dataOf = (txid: Uint8Array): Uint8Array | undefined => {
    const key = hashKey(txid)
    const before = known.get(key)
    if (before !== undefined) return before
    const tx = view.transaction(txid)?.tx
    if (tx === undefined) return undefined
    // Copied: a view of its bytes would keep the whole block.
    const data = contractPayload(tx)?.slice() ?? NO_DATA
    known.set(key, data)
    return data
  }
  // One set of terms for all: short data keep what the entry before them left.
  const terms = emptyTerms()
  let latest = 0
  let fee = 0n
  for (const { txid, height } of view.unspent(txidMarker(oracle))) {
    if (readOracleTerms(dataOf(txid), terms) !== ORACLE_FUNC.register) continue
    if (!equal(terms.oracle, oracle) || !sameKey(terms.key, publisher)) continue
    if (height > latest || (height === latest && terms.amount < fee)) {
      latest = height
      fee = terms.amount
    }
  }
  return fee
}
