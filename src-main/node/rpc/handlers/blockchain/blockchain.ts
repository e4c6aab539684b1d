import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { BlockEntry, MempoolView } from '../../../core/index.ts'
import { serializeHeader } from '../../../primitives/index.ts'
import type { OutPoint } from '../../../primitives/types.ts'
import { fromDisplayHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { encodeBlock, encodeHeader } from '../../format/block.ts'
import { encodeScriptPubKey } from '../../format/script.ts'
import { createBlockLookup } from './blockLookup.ts'
import { BlockTransactionTexts } from './blockTransactionTexts.ts'
import { encodeChainInfo, SoftForks, tipDifficulty } from './chainInfo.ts'

interface BlockchainDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolView
  /** Best height known from this node and its peers. */
  readonly longestChain: () => number
}

const IN_MEMPOOL_HEIGHT = 0x7fffffff

/** Encodes an unspent output for gettxout. Returns null if it is spent or does not exist. */
function encodeTxOut({ chain, mempool, params }: BlockchainDeps, outpoint: OutPoint, includeMempool: boolean) {
  if (includeMempool && mempool.spender(outpoint)) return null
  const coin = (includeMempool ? mempool.coin(outpoint) : undefined) ?? chain.coin(outpoint)
  if (!coin) return null
  const tip = chain.tip()
  const depth = coin.height === IN_MEMPOOL_HEIGHT ? 0 : tip.height - coin.height + 1
  const tx = mempool.get(outpoint.hash)?.tx ?? chain.transaction(outpoint.hash)?.tx
  return {
    bestblock: tip.hashHex,
    confirmations: chain.notarisations.confirmations(coin.height, depth),
    rawconfirmations: depth,
    value: coin.value,
    scriptPubKey: encodeScriptPubKey(coin, params.ccEnabled),
    version: tx?.version ?? 0,
    coinbase: coin.coinbase,
  }
}

export function createBlockchainHandlers(deps: BlockchainDeps) {
  const { params, chain } = deps
  const transactions = new BlockTransactionTexts(chain, params.ccEnabled)
  const softForks = new SoftForks()

  const { byHash, byName } = createBlockLookup(chain)
  const unreadable = () => new RpcError(RPC_ERROR.INTERNAL, "Can't read block from disk")

  return defineHandlers({
    getbestblockhash: () => chain.tip().hashHex,
    getblockcount: () => chain.tip().height,
    getdifficulty: () => tipDifficulty(chain),
    getblockhash({ index }) {
      const entry = index >= 0 ? chain.byHeight(index) : undefined
      if (!entry) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
      return entry.hashHex
    },
    getblock({ 'hash|height': name, verbosity }) {
      if (verbosity < 0 || verbosity > 2) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Verbosity must be in range from 0 to 2')
      }
      const entry = byName(name)
      if (verbosity === 0) {
        const bytes = chain.blockBytes(entry)
        if (!bytes) throw unreadable()
        return toHex(bytes)
      }
      if (verbosity === 1) {
        const tx = transactions.ids(entry)
        if (!tx) throw unreadable()
        return encodeBlock(chain, entry, tx)
      }
      const tx = transactions.decoded(entry)
      if (!tx) throw unreadable()
      return encodeBlock(chain, entry, tx)
    },
    getblockheader({ hash, verbose }) {
      const entry = byHash(hash)
      return verbose ? encodeHeader(chain, entry) : toHex(serializeHeader(entry.header))
    },
    getblockchaininfo: () => encodeChainInfo(chain, params, { longestChain: deps.longestChain(), softForks }),
    getrecentblocks({ count, before }) {
      const rows = []
      let entry: BlockEntry | null | undefined =
        before === undefined ? chain.tip() : chain.byHeight(Math.min(before - 1, chain.tip().height))
      for (; entry && rows.length < count; entry = entry.prev) {
        rows.push({
          height: entry.height,
          hash: entry.hashHex,
          time: entry.time,
          txcount: entry.txCount,
          size: entry.size,
        })
      }
      return rows
    },
    gettxout: ({ txid, n, includemempool }) =>
      n < 0 ? null : encodeTxOut(deps, { hash: fromDisplayHex(txid), index: n }, includemempool),
    async gettxoutsetinfo() {
      const info = await chain.coinStatistics()
      return {
        height: info.height,
        bestblock: toDisplayHex(info.bestBlock),
        transactions: info.transactions,
        txouts: info.outputs,
        bytes_serialized: info.serializedBytes,
        hash_serialized: toDisplayHex(info.hash),
        total_amount: info.total,
      }
    },
    invalidateblock({ hash }) {
      const verdict = chain.invalidateBlock(byHash(hash))
      if (!verdict.ok) throw new RpcError(RPC_ERROR.DATABASE, verdict.reason)
      return null
    },
    reconsiderblock({ hash }) {
      const verdict = chain.reconsiderBlock(byHash(hash))
      if (!verdict.ok) throw new RpcError(RPC_ERROR.DATABASE, verdict.reason)
      return null
    },
  })
}
