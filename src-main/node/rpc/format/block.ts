import type { Chain } from '../../chain/index.ts'
import { EMPTY_SPROUT_ROOT } from '../../consensus/index.ts'
import type { BlockEntry, ChainView } from '../../core/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { computeDifficulty, hex256 } from './difficulty.ts'

/** Returns the number of blocks from a block to the tip: 1 for the tip, −1 off the active chain. */
export function blockDepth(chain: ChainView, entry: BlockEntry): number {
  return chain.isActive(entry) ? chain.tip().height - entry.height + 1 : -1
}

/**
 * Returns the confirmations of a block: its depth, except for blocks that are not notarised on a chain with
 * notarisations (notarisation.md §4).
 */
function blockConfirmations(chain: ChainView, entry: BlockEntry): number {
  return chain.notarisations.confirmations(entry.height, blockDepth(chain, entry))
}

/** Returns the confirmations of a block to show to users: blocks are counted if notarisation has lapsed. */
export function shownConfirmations(chain: ChainView, entry: BlockEntry): number {
  return chain.notarisations.shownConfirmations(entry.height, blockDepth(chain, entry))
}

/** Returns confirmations and depth, the two fields that calls report together. */
export const encodeConfirmations = (chain: ChainView, entry: BlockEntry) => ({
  confirmations: blockConfirmations(chain, entry),
  rawconfirmations: blockDepth(chain, entry),
})

/** Returns the height of the last notarised block, or 0 without notarisations. */
export const lastNotarisedHeight = (chain: ChainView): number => chain.notarisations.last()?.height ?? 0

function neighbours(chain: Chain, entry: BlockEntry) {
  const next = chain.isActive(entry) ? chain.byHeight(entry.height + 1) : undefined
  return {
    ...(entry.prev && { previousblockhash: entry.prev.hashHex }),
    ...(next && { nextblockhash: next.hashHex }),
  }
}

function encodeHeaderFields(chain: Chain, entry: BlockEntry) {
  const { header } = entry
  return {
    last_notarized_height: lastNotarisedHeight(chain),
    hash: entry.hashHex,
    ...encodeConfirmations(chain, entry),
    height: entry.height,
    version: header.version,
    merkleroot: toDisplayHex(header.merkleRoot),
    finalsaplingroot: toDisplayHex(header.finalSaplingRoot),
    time: header.time,
    nonce: toDisplayHex(header.nonce),
    solution: toHex(header.solution),
    bits: header.bits.toString(16).padStart(8, '0'),
    difficulty: computeDifficulty(header.bits),
    chainwork: hex256(entry.chainWork),
    segid: chain.segid(entry),
  }
}

/** Encodes a header as getblockheader does in its object form. */
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

const NOTHING = { delta: 0n, value: 0n }

/** Encodes the coins that exist after a block and the changes by the block (protocol/README.md, finding 9). */
export function encodeSupply(chain: Chain, entry: BlockEntry) {
  const supply = chain.supply(entry)
  const pools = chain.shieldedPools(entry)
  const known = supply !== undefined
  const { transparent, transparentDelta, burned, burnedDelta } = supply ?? {
    transparent: 0n,
    transparentDelta: 0n,
    burned: 0n,
    burnedDelta: 0n,
  }
  // For a block that left the active chain only the transparent amounts are stored.
  const { sprout, sapling } = pools ?? { sprout: NOTHING, sapling: NOTHING }
  const shielded = known && pools !== undefined
  const [value, delta] = [sprout.value + sapling.value, sprout.delta + sapling.delta]
  return {
    chainSupply: pool(shielded, transparent + burned + value, transparentDelta + burnedDelta + delta),
    valuePools: [
      { id: 'transparent' as const, ...pool(known, transparent, transparentDelta) },
      { id: 'sprout' as const, ...pool(shielded, sprout.value, sprout.delta) },
      { id: 'sapling' as const, ...pool(shielded, sapling.value, sapling.delta) },
      { id: 'burned' as const, ...pool(known, burned, burnedDelta) },
    ],
  }
}

function encodeBody(chain: Chain, entry: BlockEntry) {
  return {
    ...encodeHeaderFields(chain, entry),
    size: entry.size,
    anchor: toDisplayHex(chain.shieldedPools(entry)?.sprout.root ?? EMPTY_SPROUT_ROOT),
    blocktype: 'mined',
    ...encodeSupply(chain, entry),
    ...neighbours(chain, entry),
  }
}

/** Encodes a block as getblock does, with transaction ids at verbosity 1 and decoded transactions at verbosity 2. */
export function encodeBlock<Tx>(chain: Chain, entry: BlockEntry, tx: readonly Tx[]) {
  return { ...encodeBody(chain, entry), tx }
}
