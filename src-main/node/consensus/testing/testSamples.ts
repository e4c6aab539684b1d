/** Sample blocks and transactions, used only by the tests of this folder. */
import {
  type Block,
  type BlockHeader,
  blockHash,
  computeTxid,
  decodeCompact,
  merkleRoot,
  type Transaction,
  type TxIn,
  type TxOut,
} from '../../primitives/index.ts'
import { concat } from '../../util/index.ts'
import { EMPTY_SAPLING_ROOT } from '../block.ts'
import { heightScript } from '../coinbase.ts'
import { type ChainParams, chainParamsFromArgs, NOT_ACTIVE } from '../params.ts'
import { initialUpgrades, type TimeAt, type UpgradeState, upgradesAfterConnect } from '../upgrades.ts'

const EMPTY = new Uint8Array(0)

export const SPROUT: UpgradeState = { configured: { overwinter: NOT_ACTIVE, sapling: NOT_ACTIVE }, automatic: null }
export const OVERWINTER: UpgradeState = { configured: { overwinter: 1, sapling: NOT_ACTIVE }, automatic: null }
export const SAPLING: UpgradeState = { configured: { overwinter: 1, sapling: 1 }, automatic: null }

export function toChainParams(text: string): ChainParams {
  return chainParamsFromArgs(text.split(' '))
}

export function input(fields: Partial<TxIn> & { readonly from?: number; readonly index?: number } = {}): TxIn {
  const { from = 1, index = 0, ...rest } = fields
  return { prevout: { hash: new Uint8Array(32).fill(from), index }, scriptSig: EMPTY, sequence: 0xffffffff, ...rest }
}

export function output(value: bigint, script: Uint8Array = Uint8Array.of(0x51)): TxOut {
  return { value, scriptPubKey: script }
}

/** Returns a transaction of the current version with one input and one output, with the given fields replaced. */
export function transaction(fields: Partial<Transaction> = {}): Transaction {
  return {
    overwintered: true,
    version: 4,
    versionGroupId: 0x892f2085,
    vin: [input()],
    vout: [output(1000n)],
    lockTime: 0,
    expiryHeight: 0,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: EMPTY,
    bindingSig: EMPTY,
    ...fields,
  }
}

export const PRE_OVERWINTER = { overwintered: false, version: 1, versionGroupId: 0 } as const

export function coinbase(height: number, vout: readonly TxOut[], fields: Partial<Transaction> = {}): Transaction {
  const prevout = { hash: new Uint8Array(32), index: 0xffffffff }
  const scriptSig = concat(heightScript(height), Uint8Array.of(1, 1))
  return transaction({ vin: [{ prevout, scriptSig, sequence: 0xffffffff }], vout, ...fields })
}

/** Returns a block with a matching Merkle root, but without proof of work (see `solved`). */
export function block(txs: readonly Transaction[], fields: Partial<BlockHeader> = {}): Block {
  return { header: { ...headerFields(), merkleRoot: merkleRoot(txs.map(computeTxid)).root, ...fields }, txs }
}

export function headerFields(): BlockHeader {
  return {
    version: 4,
    prevHash: new Uint8Array(32).fill(7),
    merkleRoot: new Uint8Array(32),
    finalSaplingRoot: EMPTY_SAPLING_ROOT,
    time: 1_700_000_000,
    bits: 0x200f0f0f,
    nonce: new Uint8Array(32),
    solution: EMPTY,
  }
}

/** Returns the header with a nonce for which its hash meets the target or, if `meets` is false, misses it. */
export function solved(header: BlockHeader, meets = true): BlockHeader {
  const { target } = decodeCompact(header.bits)
  for (let i = 0; i < 10_000; i++) {
    const nonce = new Uint8Array(32)
    new DataView(nonce.buffer).setUint32(0, i, true)
    const candidate = { ...header, nonce }
    const hash = BigInt(`0x${Buffer.from(blockHash(candidate)).reverse().toString('hex')}`)
    if (hash <= target === meets) return candidate
  }
  throw new Error('no nonce found')
}

/** Returns the upgrade states after each block of a branch, including genesis. */
export function upgradesAlong(params: ChainParams, tipHeight: number, timeAt: TimeAt): readonly UpgradeState[] {
  const states = [initialUpgrades(params)]
  for (let height = 1; height <= tipHeight; height++) {
    states.push(upgradesAfterConnect(params, states[height - 1]!, height, timeAt))
  }
  return states
}

export function upgradesAt(params: ChainParams, tipHeight: number, timeAt: TimeAt): UpgradeState {
  return upgradesAlong(params, tipHeight, timeAt)[tipHeight]!
}
