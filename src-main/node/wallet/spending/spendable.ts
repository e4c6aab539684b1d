import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { isTimeLocked } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger } from '../transactions/index.ts'
import type { CoinLocks } from './coinLocks.ts'

interface Deps {
  readonly ledger: WalletLedger
  readonly locks: CoinLocks
  /** any output that the node knows, spent or not */
  readonly outputOf: (outpoint: OutPoint) => TxOut | undefined
}

export type NamedCoin =
  | { readonly ok: true; readonly coin: WalletCoin }
  /** for people, with the outpoint */
  | { readonly ok: false; readonly reason: string }

/** Why a coin of the wallet cannot be spent now; undefined: it can. */
function obstacle({ ledger, locks }: Deps, { outpoint, source, scriptPubKey, depth }: WalletCoin): string | undefined {
  if (ledger.isSpent(outpoint)) return 'is spent already'
  if (depth < 0 || (source.coinbase && depth === 0)) return 'does not exist any more: its transaction is in no block'
  const blocks = ledger.blocksToMaturity(source)
  if (blocks > 0) return `was mined and can be spent after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}`
  if (locks.isLocked(outpoint)) return 'is locked: unlock it first'
  if (isTimeLocked(scriptPubKey)) return 'is behind a lock time'
  if (!ledger.isTrusted(source)) return 'waits for a block'
  return undefined
}

/** The coin, or why it cannot be spent. */
function findCoin(deps: Deps, outpoint: OutPoint): string | WalletCoin {
  const { ledger, outputOf } = deps
  const source = ledger.get(outpoint.hash)
  const output = source?.tx.vout[outpoint.index]
  const known = output ?? outputOf(outpoint)
  if (known && isPayToCryptoCondition(known.scriptPubKey)) {
    return 'is an output of a token or of another module: spending it as coins would destroy what it stands for'
  }
  const ownership = output && ledger.ownershipOf(output)
  if (!source || !output || !ownership) return 'is no coin of this wallet'
  if (ownership === 'watched') return 'is at an address whose key this wallet does not have'
  const coin = { ...output, outpoint, source, depth: ledger.depth(source) }
  return obstacle(deps, coin) ?? coin
}

/**
 * Finds the wallet's coin at an outpoint that a caller names, or says why it cannot be spent. Outputs of tokens and of other
 * modules are refused whoever has their key: spent as coins they would be lost.
 */
export function createSpendable(deps: Deps): (outpoint: OutPoint) => NamedCoin {
  return (outpoint) => {
    const found = findCoin(deps, outpoint)
    if (typeof found !== 'string') return { ok: true, coin: found }
    return { ok: false, reason: `The output ${toDisplayHex(outpoint.hash)}:${outpoint.index} ${found}.` }
  }
}
