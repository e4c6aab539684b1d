import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOneOfTwo, tokenCcOneOfTwo } from '../../conditions/index.ts'
import type { CcTransaction, CcView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import { decodeCcInputs } from '../framework/ccInputs.ts'
import type { Memos } from '../framework/memoCache.ts'
import { type DecodedHeirPlan, findHeirData, type HeirData } from './codec.ts'

/** A plan with its data, its terms and the owner's last transaction. */
export interface HeirPlan {
  /** data of the transaction that the plan is named by */
  readonly data: HeirData
  readonly terms: DecodedHeirPlan | undefined
  /** the owner's last transaction, or the plan's first */
  readonly latest: CcTransaction
  /** true if that transaction allows the heir to spend immediately */
  readonly begun: boolean
}

/**
 * Returns the script that owner and heir can both spend, for coins or tokens. The plan need not contain valid keys, but
 * must contain all bytes of the condition.
 */
export function sharedScript(
  plan: Pick<DecodedHeirPlan, 'conditionKeys'> | undefined,
  tokens: boolean,
): Uint8Array | undefined {
  if (plan?.conditionKeys === undefined) return undefined
  const [owner, heir] = plan.conditionKeys
  const code = EVAL_CODES.heir
  return ccScript(tokens ? tokenCcOneOfTwo(code, 0, owner, heir) : ccOneOfTwo(code, owner, heir))
}

/**
 * Returns the plan that starts with this transaction, and the owner's last transaction (heir.md §3). That is the
 * highest one signed only by the owner, among the coins that both can currently spend. The coins' address is also used
 * for plans of tokens.
 */
export function findPlan(
  fundingTxid: Uint8Array,
  view: Pick<CcView, 'transaction' | 'unspent'>,
  memo: Memos,
): HeirPlan | undefined {
  const funding = view.transaction(fundingTxid)
  const data = funding && findHeirData(funding.tx)
  if (funding === undefined || data === undefined) return undefined
  const terms = data.func === 'F' ? data : undefined
  const script = sharedScript(terms, false)
  let found = { latest: funding, begun: false }
  let best = 0
  const moves = memo(createMoveMemo)
  for (const { txid, height } of unspentAt(script, view)) {
    if (height <= best) continue
    const move = findMove(txid, view, moves)
    if (move === undefined || !equal(move.fundingTxid, fundingTxid)) continue
    if (data.tokenId !== undefined && !(move.tokenId && equal(data.tokenId, move.tokenId))) continue
    if (!move.signers.length || move.signers.some((key) => !equal(key, terms!.owner))) continue
    const latest = view.transaction(txid)
    if (latest === undefined) continue
    found = { latest, begun: move.begun }
    best = height
  }
  return { data, terms, ...found }
}

function unspentAt(script: Uint8Array | undefined, view: Pick<CcView, 'unspent'>) {
  const address = script && indexedAddress(script)
  return address === undefined ? [] : view.unspent(address)
}

/** The immutable facts of a confirmed move. */
interface Move {
  readonly fundingTxid: Uint8Array
  readonly tokenId: Uint8Array | undefined
  readonly begun: boolean
  /** first keys of its condition inputs */
  readonly signers: readonly Uint8Array[]
}

/** A cached result, also for transactions that are not moves. */
interface KnownMove {
  readonly move: Move | undefined
}

const MAX_CACHED_MOVES = 20_000
const createMoveMemo = () => new LruMap<string, KnownMove>(MAX_CACHED_MOVES)

function findMove(
  txid: Uint8Array,
  view: Pick<CcView, 'transaction'>,
  moves: LruMap<string, KnownMove>,
): Move | undefined {
  const key = hashKey(txid)
  const known = moves.get(key)
  if (known !== undefined) return known.move
  const tx = view.transaction(txid)?.tx
  const move = tx && readMove(tx)
  if (tx !== undefined) moves.set(key, { move })
  return move
}

function readMove(tx: Transaction): Move | undefined {
  const data = findHeirData(tx)
  if (data === undefined || data.func === 'F') return undefined
  const signers = decodeCcInputs(tx).flatMap((input) => (input?.signer === undefined ? [] : [input.signer.slice()]))
  const { fundingTxid, tokenId, begun } = data
  return { fundingTxid, tokenId: tokenId?.slice(), begun: begun !== 0, signers }
}
