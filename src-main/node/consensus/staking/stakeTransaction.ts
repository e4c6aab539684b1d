import { type Block, computeTxid, merkleRoot, NO_SHIELDED_PARTS, type Transaction } from '../../primitives/index.ts'
import { OP, opAt, opReturnScript } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import type { ChainParams } from '../params.ts'
import { transactionForm, type UpgradeState } from '../upgrades.ts'
import { VALID, type Verdict, violation } from '../verdict.ts'

/** First byte of a stake's data: the letter M. */
const STAKE_MARK = 0x4d
const STAKE_DATA_BYTES = 33
const FINAL_SEQUENCE = 0xffffffff
const EMPTY_BYTES = new Uint8Array(0)

/**
 * Returns the root named in the second of two outputs, or undefined if the transaction is not shaped like a stake
 * (staking.md §1).
 */
export function namedStakeRoot(tx: Transaction): Uint8Array | undefined {
  const script = tx.vout.length === 2 ? tx.vout[1]!.scriptPubKey : EMPTY_BYTES
  if (script[0] !== OP.OP_RETURN) return undefined
  const op = opAt(script, 1)
  if (op === undefined || op.opcode === OP.OP_0 || op.opcode > OP.OP_PUSHDATA4) return undefined
  return op.data.length === STAKE_DATA_BYTES && op.data[0] === STAKE_MARK ? op.data.subarray(1) : undefined
}

/** Returns the scriptPubKey of a stake's second output. */
export function stakeRootScript(root: Uint8Array): Uint8Array {
  return opReturnScript(concat(Uint8Array.of(STAKE_MARK), root))
}

/**
 * Rejects transactions shaped like a stake. They are valid only as the last one of a block, and never in the mempool
 * (staking.md §2).
 */
export function checkStakingPlace({ staked }: ChainParams, tx: Transaction): Verdict {
  if (staked === 0 || namedStakeRoot(tx) === undefined) return VALID
  return violation('invalid', 'bad-txns-stakingtx')
}

/**
 * Computes the root that a block's stake must name. It commits to the coinbase's scripts, the parent and all other
 * transactions.
 * @param txs the block's transactions, the stake last
 */
export function stakeRoot(
  txs: readonly Transaction[],
  { prevHash }: Pick<Block['header'], 'prevHash'>,
  { height, upgrades }: { readonly height: number; readonly upgrades: UpgradeState },
): Uint8Array {
  const coinbase = txs[0]!
  const stripped: Transaction = {
    ...transactionForm(upgrades, height),
    vin: [
      {
        prevout: { hash: new Uint8Array(32), index: 0xffffffff },
        scriptSig: coinbase.vin[0]!.scriptSig,
        sequence: FINAL_SEQUENCE,
      },
    ],
    vout: [{ value: 0n, scriptPubKey: coinbase.vout[0]?.scriptPubKey ?? EMPTY_BYTES }],
    lockTime: 0,
    expiryHeight: 0,
    ...NO_SHIELDED_PARTS,
  }
  return merkleRoot([computeTxid(stripped), prevHash, ...txs.slice(1, -1).map(computeTxid)]).root
}
