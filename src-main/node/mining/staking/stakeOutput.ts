import { stakeRootScript, type UpgradeState } from '../../consensus/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { newTransaction } from '../../transactions/index.ts'
import type { StakeRequest } from './types.ts'

const FINAL_SEQUENCE = 0xffffffff
const HUNDRED = 100n
const EMPTY_BYTES = new Uint8Array(0)
/** Placeholder of the same length for a root that is not computed yet. */
const NO_ROOT = new Uint8Array(32)

interface Place {
  readonly height: number
  readonly upgrades: UpgradeState
  /** time of the block in unix seconds */
  readonly time: number
}

/** Builds a stake without its root and signature (staking.md §7). */
export function draftStake({ coin, split }: StakeRequest, { height, upgrades, time }: Place): Transaction {
  const kept = coin.value - (coin.value * BigInt(split)) / HUNDRED
  return newTransaction(
    { upgrades, height },
    {
      vin: [{ prevout: coin.outpoint, scriptSig: EMPTY_BYTES, sequence: FINAL_SEQUENCE }],
      vout: [
        { value: kept, scriptPubKey: coin.scriptPubKey },
        { value: 0n, scriptPubKey: stakeRootScript(NO_ROOT) },
      ],
      lockTime: time,
      expiryHeight: height,
    },
  )
}

/** Returns the satoshis that a stake adds to the coinbase. */
export function stakeShare({ coin }: StakeRequest, draft: Transaction): bigint {
  return coin.value - draft.vout[0]!.value
}

export function withRoot(draft: Transaction, root: Uint8Array): Transaction {
  return { ...draft, vout: [draft.vout[0]!, { value: 0n, scriptPubKey: stakeRootScript(root) }] }
}
