import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { BlockEntry, MempoolView } from '../../../core/index.ts'
import { merkleBranch, merkleRoot, merkleRootFromBranch } from '../../../primitives/index.ts'
import {
  ByteWriter,
  compareBytes,
  equal,
  fromDisplayHex,
  toDisplayHex,
  toHex,
  yieldToEventLoop,
} from '../../../util/index.ts'
import { leadingInt } from './leadingInt.ts'
import { type BlockNotarisation, encodeNotarisation, isOtherAuthority, notarisationsIn } from './notarisationData.ts'

interface NotaryScanDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolView
}

/**
 * Maximum number of blocks that a search reads. BLOCKS_PER_SLICE is the number between two yields to the event loop.
 */
const SCANNED_BLOCKS = 1_440
const BLOCKS_PER_SLICE = 20
/** Number of the chain's own notarisations at which the search for roots ends. */
const OWN_NOTARISATIONS = 7
/** Number of blocks below the tip that a reorg may still replace. */
const SETTLED_BLOCKS = 5
/** Root and depth if there is no notarisation. */
const ZERO_HASH = new Uint8Array(32)

/**
 * Creates handlers that find notarisations of chains of any name, by the stricter test of notarisation.md §4. They are
 * read from the blocks.
 */
export function createNotaryScanHandlers({ params, chain, mempool }: NotaryScanDeps) {
  /** Yields the notarisations of each block from a height downwards. */
  async function* below(height: number, limit: number, signal: AbortSignal) {
    for (let step = 0; step < limit && step <= height; step++) {
      if (step % BLOCKS_PER_SLICE === BLOCKS_PER_SLICE - 1) await yieldToEventLoop()
      signal.throwIfAborted()
      const entry = chain.byHeight(height - step)
      if (entry === undefined) return
      yield { height: entry.height, found: notarisationsIn(chain, params, entry) }
    }
  }

  return defineHandlers({
    getNotarisationsForBlock({ height }) {
      const entry = height < 0 ? undefined : chain.byHeight(height)
      if (entry === undefined) throw new RpcError(RPC_ERROR.MISC, 'height out of range.\n')
      const KMD = notarisationsIn(chain, params, entry).map(({ txid, data, notaries }) => ({
        txid: toDisplayHex(txid),
        chain: data.name,
        height: data.height,
        blockhash: toDisplayHex(data.hash),
        notaries,
      }))
      return { KMD, LABS: [] }
    },
    async scanNotarisationsDB({ blockHeight, symbol, blocksLimit }, { signal }) {
      const height = leadingInt(blockHeight) || chain.tip().height
      if (height < 0 || height > chain.tip().height) return null
      for await (const block of below(height, leadingInt(blocksLimit), signal)) {
        const match = block.found.find(({ data }) => data.name === symbol)
        if (match === undefined) continue
        return { height: block.height, hash: toDisplayHex(match.txid), opreturn: toHex(encodeNotarisation(match.data)) }
      }
      return null
    },
    async MoMoMdata({ symbol, kmdheight, ccid: ccidText }, { signal }) {
      const height = leadingInt(kmdheight) - SETTLED_BLOCKS
      const ccid = leadingInt(ccidText)
      const inRange = ccid >= 2 && height >= 0 && height <= chain.tip().height
      const roots = inRange ? await collectRoots(below(height, SCANNED_BLOCKS, signal), symbol, ccid) : undefined
      const moms = (roots?.moms ?? []).sort(compareBytes)
      const root = moms.length === 0 ? ZERO_HASH : merkleRoot(moms).root
      return {
        coin: symbol,
        kmdheight: height,
        ccid,
        MoMs: moms.map(toDisplayHex),
        notarization_hash: toDisplayHex(roots?.newest ?? ZERO_HASH),
        MoMoM: toDisplayHex(root),
        data: toHex(new ByteWriter().bytes(root).u32le(0).finish()),
      }
    },
    async assetchainproof({ txid: text }, { signal }) {
      const txid = fromDisplayHex(text)
      if (mempool.get(txid)) throw failed('tx still in mempool')
      const confirmed = chain.transaction(txid)
      if (confirmed === undefined) throw failed('cannot find transaction')
      const { block, position } = confirmed
      const found = await backNotarisation(chain, params, block, signal)
      if (found === undefined) throw failed('backnotarisation not yet confirmed')
      return toHex(buildProof(chain, found, { block, position, txid }))
    },
  })
}

const failed = (text: string) => new RpcError(RPC_ERROR.MISC, text)

interface ScannedBlock {
  readonly height: number
  readonly found: readonly BlockNotarisation[]
}

/**
 * Collects the roots of chains of the same kind between a chain's newest and its seventh newest notarisation. Returns
 * undefined if the chain has fewer.
 */
async function collectRoots(blocks: AsyncIterable<ScannedBlock>, symbol: string, ccid: number) {
  const moms: Uint8Array[] = []
  let newest: Uint8Array | undefined
  let own = 0
  for await (const { found } of blocks) {
    for (const { data, txid } of found) {
      if (data.name !== symbol) continue
      newest ??= txid
      if (++own === OWN_NOTARISATIONS) return { moms, newest }
    }
    for (const { data } of own > 0 ? found : []) {
      const alike = data.ccId === ccid && isOtherAuthority(data.name) === isOtherAuthority(symbol)
      if (alike && !moms.some((mom) => equal(mom, data.mom))) moms.push(data.mom)
    }
  }
  return undefined
}

/**
 * Returns the first notarisation of this chain, in a block at or above `block`, that notarises its height or a later
 * one. Returns undefined if the search limit is reached first.
 */
async function backNotarisation(chain: Chain, params: ChainParams, block: BlockEntry, signal: AbortSignal) {
  const end = Math.min(block.height + SCANNED_BLOCKS, chain.tip().height)
  for (let height = Math.max(block.height, 1); height < end; height++) {
    if (height % BLOCKS_PER_SLICE === 0) await yieldToEventLoop()
    signal.throwIfAborted()
    const entry = chain.byHeight(height)
    const match =
      entry &&
      notarisationsIn(chain, params, entry).find(({ data }) => data.name === params.name && data.height >= block.height)
    if (match) return match
  }
  return undefined
}

interface Proven {
  readonly block: BlockEntry
  readonly position: number
  readonly txid: Uint8Array
}

function buildProof(chain: Chain, { data }: BlockNotarisation, { block, position, txid }: Proven): Uint8Array {
  const below = data.height - block.height
  const entries = Array.from({ length: data.momDepth }, (_, step) => chain.byHeight(data.height - step))
  const roots = entries.map((entry) => entry?.header.merkleRoot ?? ZERO_HASH)
  const blockBranch = below < roots.length ? merkleBranch(roots, below) : []
  const { merkleRoot: leaf } = block.header
  if (!equal(merkleRootFromBranch(leaf, blockBranch, below), data.mom)) throw failed('Failed merkle block->MoM')
  const txids = chain.txids(block)
  if (txids === undefined || !equal(txids[position]!, txid)) throw failed('Error locating tx in block')
  const txBranch = merkleBranch(txids, position)
  const index = below * 2 ** txBranch.length + position
  const branch = [...txBranch, ...blockBranch]
  const writer = new ByteWriter().bytes(data.destTxid).bytes(varInt(index)).compactSize(branch.length)
  for (const hash of branch) writer.bytes(hash)
  return writer.finish()
}

/** Encodes komodod's own variable-length integer: seven bits per byte, highest first, without leading zeros. */
function varInt(value: number): Uint8Array {
  const bytes = [value % 128]
  for (let rest = value; rest > 127; ) {
    rest = Math.floor(rest / 128) - 1
    bytes.unshift((rest % 128) | 0x80)
  }
  return Uint8Array.from(bytes)
}
