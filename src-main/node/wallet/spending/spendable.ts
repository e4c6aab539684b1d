import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { isTimeLocked } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger } from '../transactions/index.ts'
import type { CoinLocks } from './coinLocks.ts'

interface SpendableDeps {
  readonly ledger: WalletLedger
  readonly locks: CoinLocks
  /** returns any output that the node knows, spent or not, or undefined if it is unknown */
  readonly outputOf: (outpoint: OutPoint) => TxOut | undefined
}

export type NamedCoin =
  | { readonly ok: true; readonly coin: WalletCoin }
  /** text for users, with the outpoint */
  | { readonly ok: false; readonly reason: string }

/** Returns the reason why a wallet coin cannot be spent now, or undefined if it can. */
function obstacle(
  { ledger, locks }: SpendableDeps,
  { outpoint, source, scriptPubKey, depth }: WalletCoin,
): string | undefined {
  if (ledger.isSpent(outpoint)) return 'is already spent'
  if (depth < 0 || (source.coinbase && depth === 0)) return 'no longer exists: its transaction is in no block'
  const blocks = ledger.blocksToMaturity(source)
  if (blocks > 0) return `was mined and can be spent after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}`
  if (locks.isLocked(outpoint)) return 'is locked: unlock it first'
  if (isTimeLocked(scriptPubKey)) return 'is locked until a later time'
  if (!ledger.isTrusted(source)) return 'is unconfirmed'
  return undefined
}

/** Returns the coin, or the reason why it cannot be spent. */
function findCoin(deps: SpendableDeps, outpoint: OutPoint): string | WalletCoin {
  const { ledger, outputOf } = deps
  const source = ledger.get(outpoint.hash)
  const output = source?.tx.vout[outpoint.index]
  const known = output ?? outputOf(outpoint)
  if (known && isPayToCryptoCondition(known.scriptPubKey)) {
    return 'is an output of a token or of another module: spending it as coins would destroy the token or contract'
  }
  const ownership = output && ledger.ownershipOf(output)
  if (!source || !output || !ownership) return 'is not a coin of this wallet'
  if (ownership === 'watched') return 'is at an address whose key this wallet does not have'
  const coin = { ...output, outpoint, source, depth: ledger.depth(source) }
  return obstacle(deps, coin) ?? coin
}

/**
 * Returns a function that finds the wallet coin at an outpoint, or the reason it cannot be spent. Token and contract
 * outputs are rejected even if the wallet has the key: spending them as coins would destroy them.
 */
export function createSpendable(deps: SpendableDeps): (outpoint: OutPoint) => NamedCoin {
  return (outpoint) => {
    const found = findCoin(deps, outpoint)
    if (typeof found !== 'string') return { ok: true, coin: found }
    return { ok: false, reason: `The output ${toDisplayHex(outpoint.hash)}:${outpoint.index} ${found}.` }
  }
}
