import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { looseHash } from '#shared/rpc/convert.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import { BRANCH_ID, branchIdAt, type ChainParams, NOT_ACTIVE, upgradeHeights } from '../../../consensus/index.ts'
import type { BlockEntry, MempoolView } from '../../../interfaces.ts'
import { serializeHeader } from '../../../primitives/index.ts'
import { fromDisplayHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { encodeBlockFull, encodeBlockIds, encodeHeader, encodeSupply } from '../../encode/block.ts'
import { difficultyOf, hex256 } from '../../encode/difficulty.ts'
import { encodeScriptPubKey } from '../../encode/script.ts'

interface Deps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolView
  /** best height known from us and peers */
  readonly longestChain: () => number
}

const IN_MEMPOOL_HEIGHT = 0x7fffffff

type Names =
  | 'getbestblockhash'
  | 'getblock'
  | 'getblockchaininfo'
  | 'getblockcount'
  | 'getblockhash'
  | 'getblockheader'
  | 'getdifficulty'
  | 'getrecentblocks'
  | 'gettxout'
  | 'gettxoutsetinfo'
  | 'invalidateblock'
  | 'reconsiderblock'

const SOFT_FORK_WINDOW = { main: 4000, regtest: 1000 }

const branchHex = (id: number) => id.toString(16).padStart(8, '0')

/** The soft forks of the field's version bits ancestor: counts of blocks of at least that version in a window. */
function softFork(chain: Chain, window: number, id: string, version: number) {
  let found = 0
  let entry: BlockEntry | null = chain.tip()
  for (let i = 0; i < window && entry; i++, entry = entry.prev) if (entry.version >= version) found++
  const majority = (required: number) => ({ status: found >= required, found, required, window })
  return { id, version, enforce: majority(750), reject: majority(950) }
}

export function createBlockchainHandlers(deps: Deps): Pick<Handlers, Names> {
  const { params, chain, mempool } = deps
  const cc = params.ccEnabled

  const entryByHash = (hash: string): BlockEntry => {
    const entry = chain.byHash(fromDisplayHex(hash))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Block not found')
    return entry
  }
  /** getblock takes a hash or the digits of a height; other short strings are told apart (finding 13). */
  const entryByName = (name: string): BlockEntry => {
    if (name.length >= 64) return entryByHash(looseHash(name))
    if (!/^\d{1,10}$/.test(name)) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid block height parameter')
    const entry = chain.byHeight(Number(name))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
    return entry
  }
  const tipDifficulty = () => difficultyOf(chain.nextBits(chain.tip()))
  const unreadable = () => new RpcError(RPC_ERROR.INTERNAL, "Can't read block from disk")

  const upgrades = () => {
    const tip = chain.tip().height
    const heights = upgradeHeights(chain.upgrades(), tip + 1)
    const named = [
      { id: BRANCH_ID.overwinter, name: 'Overwinter', path: 'overwinter', activationheight: heights.overwinter },
      { id: BRANCH_ID.sapling, name: 'Sapling', path: 'sapling', activationheight: heights.sapling },
    ]
    return new Map(
      named
        .filter(({ activationheight }) => activationheight !== NOT_ACTIVE)
        .map(({ id, name, path, activationheight }) => {
          const status = tip >= activationheight ? ('active' as const) : ('pending' as const)
          const info = `See https://z.cash/upgrade/${path}.html for details.`
          return [branchHex(id), { name, activationheight, status, info }] as const
        }),
    )
  }

  return {
    getbestblockhash: () => chain.tip().hashHex,
    getblockcount: () => chain.tip().height,
    getdifficulty: tipDifficulty,
    getblockhash({ index }) {
      const entry = index >= 0 ? chain.byHeight(index) : undefined
      if (!entry) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
      return entry.hashHex
    },
    getblock({ 'hash|height': name, verbosity }) {
      if (verbosity < 0 || verbosity > 2) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Verbosity must be in range from 0 to 2')
      }
      const entry = entryByName(name)
      if (verbosity === 0) {
        const bytes = chain.blockBytes(entry)
        if (!bytes) throw unreadable()
        return toHex(bytes)
      }
      if (verbosity === 1) {
        const txids = chain.txids(entry)
        if (!txids) throw unreadable()
        return encodeBlockIds(chain, entry, txids)
      }
      const block = chain.block(entry)
      if (!block) throw unreadable()
      return encodeBlockFull(chain, entry, block, cc)
    },
    getblockheader({ hash, verbose }) {
      const entry = entryByHash(hash)
      return verbose ? encodeHeader(chain, entry) : toHex(serializeHeader(entry.header))
    },
    getblockchaininfo() {
      const tip = chain.tip()
      const best = Math.max(chain.bestHeader().height, deps.longestChain())
      const fork = (id: string, version: number) => softFork(chain, SOFT_FORK_WINDOW[params.network], id, version)
      const { chainSupply, valuePools } = encodeSupply(chain.supply(tip))
      const totals = <T extends { monitored: boolean; chainValue: bigint; chainValueZat: bigint }>(from: T) => ({
        monitored: from.monitored,
        chainValue: from.chainValue,
        chainValueZat: from.chainValueZat,
      })
      return {
        chain: params.network,
        blocks: tip.height,
        synced: tip.height >= deps.longestChain(),
        headers: chain.bestHeader().height,
        bestblockhash: tip.hashHex,
        difficulty: tipDifficulty(),
        verificationprogress: best === 0 ? 1 : tip.height / best,
        chainwork: hex256(tip.chainWork),
        pruned: false,
        commitments: 0,
        chainSupply: totals(chainSupply),
        valuePools: valuePools.map((pool) => ({ id: pool.id, ...totals(pool) })),
        softforks: [fork('bip34', 2), fork('bip66', 3), fork('bip65', 4)],
        upgrades: upgrades(),
        consensus: {
          chaintip: branchHex(branchIdAt(chain.upgrades(), tip.height)),
          nextblock: branchHex(branchIdAt(chain.upgrades(), tip.height + 1)),
        },
      }
    },
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
    gettxout({ txid, n, includemempool }) {
      if (n < 0) return null
      const outpoint = { hash: fromDisplayHex(txid), index: n }
      if (includemempool && mempool.spender(outpoint)) return null
      const coin = (includemempool ? mempool.coin(outpoint) : undefined) ?? chain.coin(outpoint)
      if (!coin) return null
      const tip = chain.tip()
      const confirmations = coin.height === IN_MEMPOOL_HEIGHT ? 0 : tip.height - coin.height + 1
      const tx = mempool.get(outpoint.hash)?.tx ?? chain.transaction(outpoint.hash)?.tx
      return {
        bestblock: tip.hashHex,
        confirmations,
        rawconfirmations: confirmations,
        value: coin.value,
        scriptPubKey: encodeScriptPubKey(coin, cc),
        version: tx?.version ?? 0,
        coinbase: coin.coinbase,
      }
    },
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
      const verdict = chain.invalidateBlock(entryByHash(hash))
      if (!verdict.ok) throw new RpcError(RPC_ERROR.DATABASE, verdict.reason)
      return null
    },
    reconsiderblock({ hash }) {
      const verdict = chain.reconsiderBlock(entryByHash(hash))
      if (!verdict.ok) throw new RpcError(RPC_ERROR.DATABASE, verdict.reason)
      return null
    },
  }
}
