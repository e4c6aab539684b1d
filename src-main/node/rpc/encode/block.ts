import type { Chain } from '../../chain/index.ts'
import type { BlockEntry } from '../../interfaces.ts'
import type { Block } from '../../primitives/types.ts'
import type { BlockSupply } from '../../storage/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { difficultyOf, hex256 } from './difficulty.ts'
import { encodeTransaction } from './transaction.ts'

/** Anchor of an empty Sprout note tree: what `anchor` shows on a chain without shielded transactions. */
const EMPTY_SPROUT_ROOT = '59d2cde5e65c1414c32ba54f0fe4bdb3d67618125286e6a191317917c812c6d7'
/** Segment ids belong to staking chains; −1 says there is none. */
const NO_SEGMENT = -1

/** Confirmations of a block: 1 for the tip, −1 off the active chain. */
export function confirmationsOf(chain: Chain, entry: BlockEntry): number {
  return chain.isActive(entry) ? chain.tip().height - entry.height + 1 : -1
}

function neighbours(chain: Chain, entry: BlockEntry) {
  const next = chain.isActive(entry) ? chain.byHeight(entry.height + 1) : undefined
  return {
    ...(entry.prev && { previousblockhash: entry.prev.hashHex }),
    ...(next && { nextblockhash: next.hashHex }),
  }
}

function encodeHeaderFields(chain: Chain, entry: BlockEntry) {
  const { header } = entry
  const confirmations = confirmationsOf(chain, entry)
  return {
    last_notarized_height: 0,
    hash: entry.hashHex,
    confirmations,
    rawconfirmations: confirmations,
    height: entry.height,
    version: header.version,
    merkleroot: toDisplayHex(header.merkleRoot),
    finalsaplingroot: toDisplayHex(header.finalSaplingRoot),
    time: header.time,
    nonce: toDisplayHex(header.nonce),
    solution: toHex(header.solution),
    bits: header.bits.toString(16).padStart(8, '0'),
    difficulty: difficultyOf(header.bits),
    chainwork: hex256(entry.chainWork),
    segid: NO_SEGMENT,
  }
}

/** getblockheader in its object form. */
export function encodeHeader(chain: Chain, entry: BlockEntry) {
  return { ...encodeHeaderFields(chain, entry), ...neighbours(chain, entry) }
}

const pool = (monitored: boolean, value: bigint, delta: bigint) => ({
  monitored,
  chainValue: value,
  chainValueZat: value,
  valueDelta: delta,
  valueDeltaZat: delta,
})

/** Coins that exist after a block, and what the block changed (finding 9 of the protocol notes). */
export function encodeSupply(supply: BlockSupply | undefined) {
  const known = supply !== undefined
  const { transparent, transparentDelta, burned, burnedDelta } = supply ?? {
    transparent: 0n,
    transparentDelta: 0n,
    burned: 0n,
    burnedDelta: 0n,
  }
  return {
    chainSupply: pool(known, transparent + burned, transparentDelta + burnedDelta),
    valuePools: [
      { id: 'transparent' as const, ...pool(known, transparent, transparentDelta) },
      { id: 'sprout' as const, ...pool(known, 0n, 0n) },
      { id: 'sapling' as const, ...pool(known, 0n, 0n) },
      { id: 'burned' as const, ...pool(known, burned, burnedDelta) },
    ],
  }
}

function encodeBody(chain: Chain, entry: BlockEntry) {
  return {
    ...encodeHeaderFields(chain, entry),
    size: entry.size,
    anchor: EMPTY_SPROUT_ROOT,
    blocktype: 'mined',
    ...encodeSupply(chain.supply(entry)),
    ...neighbours(chain, entry),
  }
}

/** getblock at verbosity 1: transaction ids. */
export function encodeBlockIds(chain: Chain, entry: BlockEntry, txids: readonly Uint8Array[]) {
  return { ...encodeBody(chain, entry), tx: txids.map(toDisplayHex) }
}

/** getblock at verbosity 2: decoded transactions. */
export function encodeBlockFull(chain: Chain, entry: BlockEntry, block: Block, ccEnabled: boolean) {
  return { ...encodeBody(chain, entry), tx: block.txs.map((tx) => encodeTransaction(tx, ccEnabled)) }
}
