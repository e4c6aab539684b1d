import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, findNotaries } from '../../../consensus/index.ts'
import type { BlockEntry, Clock } from '../../../core/index.ts'
import { encodeBase58Check, hash160 } from '../../../crypto/index.ts'
import { merkleRoot } from '../../../primitives/index.ts'
import { encodeAddress, p2pkScript } from '../../../script/index.ts'
import { concat, equal, fromDisplayHex, toDisplayHex, toHex, yieldToEventLoop } from '../../../util/index.ts'
import { blockDepth, lastNotarisedHeight } from '../../format/block.ts'
import { createBlockLookup } from './blockLookup.ts'
import { leadingInt } from './leadingInt.ts'

interface NotarisationsDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Clock
}

/** Default window of getchaintxstats in seconds: a month. */
const MONTH = 30 * 24 * 3600
/** Number of blocks that minerids counts. BLOCKS_PER_SLICE is the number between two yields to the event loop. */
const MINED_BLOCKS = 2_000
const BLOCKS_PER_SLICE = 50
/** Confirmations that replace a notarisation for blocks above the last notarised one (notarisation.md §4). */
const CONFIRMED_ALONE = 101
const BITCOIN_VERSION = 0

const ZERO_HASH = '0'.repeat(64)

/** Fields of a reply without notarised roots. */
const NO_ROOTS = { MoMoM: ZERO_HASH, MoMoMoffset: 0, MoMoMdepth: 0, kmdstarti: 0, kmdendi: 0 }

export function createNotarisationHandlers({ params, chain, clock }: NotarisationsDeps) {
  const { byHash } = createBlockLookup(chain)
  const at = (height: number): BlockEntry | undefined => (height < 0 ? undefined : chain.byHeight(height))
  const orTip = (height: number): number => (height <= 0 ? chain.tip().height : height)

  return defineHandlers({
    notaries({ height: text, timestamp }) {
      const asked = leadingInt(text)
      const height = asked < 0 ? chain.tip().height : asked
      const given = timestamp === undefined ? undefined : leadingInt(timestamp) >>> 0
      const time = asked < 0 ? chain.tip().time : (given ?? at(height)?.time ?? clock.now())
      const keys = findNotaries(params, time)?.keys ?? []
      return { notaries: keys.map(encodeNotary), numnotaries: keys.length, height, timestamp: time }
    },
    minerids: ({ height }, { signal }) => countMiners({ params, chain }, orTip(leadingInt(height)), signal),
    txnotarizedconfirmed({ txid }) {
      const block = chain.transaction(fromDisplayHex(txid))?.block
      if (block === undefined || block.height <= 0) return { result: false }
      const isNotarised = block.height <= lastNotarisedHeight(chain)
      return { result: blockDepth(chain, block) >= (isNotarised ? 2 : CONFIRMED_ALONE) }
    },
    getchaintxstats({ nblocks, blockhash }) {
      const last = blockhash === undefined ? chain.tip() : byHash(blockhash)
      if (!chain.isActive(last)) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block is not in main chain')
      return txStatistics({ params, chain }, last, nblocks)
    },
    getnotarisationstate() {
      const { notarisations } = chain
      const last = notarisations.last()
      const found = last && at(last.foundAt)
      return {
        notarised: last !== undefined,
        height: last?.height ?? 0,
        found: last?.foundAt ?? 0,
        time: found === undefined ? 0 : chain.medianTimePast(found),
        lapsed: notarisations.lapsed(),
      }
    },
    height_MoM({ height: text }) {
      const height = orTip(leadingInt(text))
      const found = chain.notarisations.covering(height)
      const start = { coin: params.name, height, timestamp: 0 }
      if (found?.mom === undefined) return { ...start, error: 'no MoM for height' }
      return {
        ...start,
        depth: found.momDepth,
        notarized_height: found.height,
        MoM: toDisplayHex(found.mom),
        kmdtxid: toDisplayHex(found.destTxid),
        ...NO_ROOTS,
      }
    },
    calc_MoM({ height: text, MoMdepth: depthText }) {
      const height = leadingInt(text)
      const depth = leadingInt(depthText)
      if (height <= 0 || depth <= 0 || depth >= height)
        throw new RpcError(RPC_ERROR.MISC, 'calc_MoM illegal height or MoMdepth\n')
      return { coin: params.name, height, MoMdepth: depth, MoM: toDisplayHex(rootOver(chain, height, depth & 0xffff)) }
    },
  })
}

const encodeNotary = (key: Uint8Array) => {
  const hash = hash160(key)
  return {
    pubkey: toHex(key),
    BTCaddress: encodeBase58Check(concat(Uint8Array.of(BITCOIN_VERSION), hash)),
    KMDaddress: encodeAddress({ type: 1, hash }),
  }
}

/**
 * Returns the merkle root over the merkle roots of `depth` blocks from a height downwards, or zeros if the height is
 * above the tip.
 */
function rootOver(chain: Chain, height: number, depth: number): Uint8Array {
  if (height > chain.tip().height) return new Uint8Array(32)
  const roots = Array.from({ length: depth }, (_, below) => chain.byHeight(height - below)!.header.merkleRoot)
  return merkleRoot(roots).root
}

function txStatistics(
  { params, chain }: Pick<NotarisationsDeps, 'params' | 'chain'>,
  last: BlockEntry,
  asked: number | undefined,
): MethodResult<'getchaintxstats'> {
  const most = last.height - 1
  const count = asked ?? Math.max(0, Math.min(Math.floor(MONTH / params.blockTime), most))
  if (count < 0 || (count > 0 && count > most))
    throw new RpcError(
      RPC_ERROR.INVALID_PARAMETER,
      "Invalid block count: should be between 0 and the block's height - 1",
    )
  const first = chain.byHeight(last.height - count)!
  const txs = last.chainTxCount - first.chainTxCount
  const seconds = chain.medianTimePast(last) - chain.medianTimePast(first)
  return {
    time: last.time,
    txcount: last.chainTxCount,
    window_final_block_hash: last.hashHex,
    window_block_count: count,
    ...(count > 0 && { window_tx_count: txs, window_interval: seconds, ...(seconds > 0 && { txrate: txs / seconds }) }),
  }
}

/**
 * Counts the blocks that each notary mined. The notaries are those at the time of the requested height, for all counted
 * blocks.
 */
async function countMiners(
  { params, chain }: Pick<NotarisationsDeps, 'params' | 'chain'>,
  height: number,
  signal: AbortSignal,
): Promise<MethodResult<'minerids'>> {
  const time = chain.byHeight(height)?.time ?? chain.tip().time
  const keys = findNotaries(params, time)?.keys ?? []
  const scripts = keys.map(p2pkScript)
  const blocks = keys.map(() => 0)
  let found = 0
  let others = 0
  for (let step = 0; step < Math.min(MINED_BLOCKS, height); step++) {
    const entry = chain.byHeight(height - MINED_BLOCKS + 1 + step)
    if (entry === undefined) continue
    if (found++ % BLOCKS_PER_SLICE === BLOCKS_PER_SLICE - 1) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const paid = chain.transactionsOf(entry, 0, 1)?.[0]?.vout[0]?.scriptPubKey
    const notary = paid === undefined ? -1 : scripts.findIndex((script) => equal(script, paid))
    if (notary === -1) others++
    else blocks[notary]!++
  }
  if (found === 0) return { error: 'couldnt extract minerids' }
  const mined = keys.map((key, notaryid) => {
    const { pubkey, KMDaddress } = encodeNotary(key)
    return { notaryid, KMDaddress, pubkey, blocks: blocks[notaryid]! }
  })
  return { mined: [...mined, { pubkey: 'external miners', blocks: others }], numnotaries: keys.length }
}
