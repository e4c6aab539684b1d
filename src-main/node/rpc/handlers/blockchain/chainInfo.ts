import type { Chain } from '../../../chain/index.ts'
import { BRANCH_ID, branchIdAt, type ChainParams, NOT_ACTIVE, upgradeHeights } from '../../../consensus/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { encodeSupply } from '../../format/block.ts'
import { computeDifficulty, hex256 } from '../../format/difficulty.ts'

const SOFT_FORK_WINDOW = { main: 4000, regtest: 1000 }

const branchHex = (id: number) => id.toString(16).padStart(8, '0')

/** Encodes a soft fork by block versions (before BIP9): how many blocks of a window have at least this version. */
function softFork(chain: Chain, window: number, id: string, version: number) {
  let found = 0
  let entry: BlockEntry | null = chain.tip()
  for (let i = 0; i < window && entry; i++, entry = entry.prev) if (entry.version >= version) found++
  const majority = (required: number) => ({ status: found >= required, found, required, window })
  return { id, version, enforce: majority(750), reject: majority(950) }
}

/** Encodes the network upgrades by branch id. */
function encodeUpgrades(chain: Chain) {
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

const encodeTotals = <T extends { monitored: boolean; chainValue: bigint; chainValueZat: bigint }>(from: T) => ({
  monitored: from.monitored,
  chainValue: from.chainValue,
  chainValueZat: from.chainValueZat,
})

export const tipDifficulty = (chain: Chain) => computeDifficulty(chain.nextBits(chain.tip()))

/** Builds the reply of getblockchaininfo. @param longestChain best height known from this node and its peers */
export function encodeChainInfo(chain: Chain, params: ChainParams, longestChain: number) {
  const tip = chain.tip()
  const best = Math.max(chain.bestHeader().height, longestChain)
  const fork = (id: string, version: number) => softFork(chain, SOFT_FORK_WINDOW[params.network], id, version)
  const { chainSupply, valuePools } = encodeSupply(chain, tip)
  return {
    chain: params.network,
    blocks: tip.height,
    synced: tip.height >= longestChain,
    headers: chain.bestHeader().height,
    bestblockhash: tip.hashHex,
    difficulty: tipDifficulty(chain),
    verificationprogress: best === 0 ? 1 : tip.height / best,
    chainwork: hex256(tip.chainWork),
    pruned: false,
    commitments: chain.noteTreeSize(tip),
    chainSupply: encodeTotals(chainSupply),
    valuePools: valuePools.map((pool) => ({ id: pool.id, ...encodeTotals(pool) })),
    softforks: [fork('bip34', 2), fork('bip66', 3), fork('bip65', 4)],
    upgrades: encodeUpgrades(chain),
    consensus: {
      chaintip: branchHex(branchIdAt(chain.upgrades(), tip.height)),
      nextblock: branchHex(branchIdAt(chain.upgrades(), tip.height + 1)),
    },
  }
}
