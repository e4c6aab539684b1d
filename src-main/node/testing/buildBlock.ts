import type { Chain } from '../chain/index.ts'
import { type ChainParams, coinbaseOutputs, heightScript, transactionForm } from '../consensus/index.ts'
import type { BlockEntry } from '../core/index.ts'
import {
  type Block,
  type BlockHeader,
  blockHash,
  computeTxid,
  decodeCompact,
  merkleRoot,
  parseBlock,
  serializeBlock,
  type Transaction,
  type TxOut,
} from '../primitives/index.ts'
import { concat } from '../util/index.ts'

const EMPTY_BYTES = new Uint8Array(0)

export interface BlockPlan {
  /** default: the tip */
  readonly prev?: BlockEntry
  readonly txs?: readonly Transaction[]
  /** sum of the fees of `txs`, claimed by the coinbase; default 0 */
  readonly fees?: bigint
  /** unix seconds */
  readonly time: number
  /** output script of the coinbase */
  readonly script: Uint8Array
  /** outputs of the coinbase instead of the default ones */
  readonly coinbase?: readonly TxOut[]
  /** makes otherwise equal blocks differ */
  readonly tag?: number
  /** changes the block before the proof of work is searched; the Merkle root is kept */
  readonly mutate?: (block: Block) => Block
}

/**
 * Builds a block that the chain accepts unless the plan makes it invalid. Its header hash meets the target. The
 * solution, which regtest does not check, is a dummy.
 */
export function buildBlock(chain: Chain, params: ChainParams, plan: BlockPlan): Block {
  const prev = plan.prev ?? chain.tip()
  const height = prev.height + 1
  const upgrades = chain.upgradesAfter(prev)
  const { txs = [], fees = 0n, script } = plan
  const vout = plan.coinbase ?? coinbaseOutputs(params, { height, fees, script, txs }) ?? []
  const coinbase: Transaction = {
    ...transactionForm(upgrades, height),
    vin: [
      {
        prevout: { hash: new Uint8Array(32), index: 0xffffffff },
        scriptSig: concat(heightScript(height), Uint8Array.of(4), tagBytes(plan.tag ?? 0)),
        sequence: 0xffffffff,
      },
    ],
    vout,
    lockTime: 0,
    expiryHeight: 0,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: EMPTY_BYTES,
    bindingSig: EMPTY_BYTES,
  }
  const all = [coinbase, ...txs]
  const header: BlockHeader = {
    version: 4,
    prevHash: prev.hash,
    merkleRoot: merkleRoot(all.map(computeTxid)).root,
    finalSaplingRoot: chain.saplingRootWith(txs),
    time: plan.time,
    bits: chain.nextBits(prev, plan.time),
    nonce: new Uint8Array(32),
    solution: new Uint8Array(36),
  }
  const block = plan.mutate?.({ header, txs: all }) ?? { header, txs: all }
  // Parse the block again, like a block from the network.
  return parseBlock(serializeBlock({ ...block, header: solve(block.header) }))
}

function solve(header: BlockHeader): BlockHeader {
  const { target } = decodeCompact(header.bits)
  for (let attempt = 0; ; attempt++) {
    const nonce = new Uint8Array(32)
    new DataView(nonce.buffer).setUint32(0, attempt, true)
    const candidate = { ...header, nonce }
    if (littleEndian(blockHash(candidate)) <= target || attempt > 100_000) return candidate
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function tagBytes(tag: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, tag, true)
  return bytes
}
