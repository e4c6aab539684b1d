import type { Chain } from '../../../chain/index.ts'
import { BRANCH_ID, branchIdAt, type ChainParams, NOT_ACTIVE, upgradeHeights } from '../../../consensus/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { encodeSupply } from '../../format/block.ts'
import { computeDifficulty, hex256 } from '../../format/difficulty.ts'

const SOFT_FORK_WINDOW = { main: 4000, regtest: 1000 }

const branchHex = (id: number) => id.toString(16).padStart(8, '0')

const SOFT_FORKS = [
  { id: 'bip34', version: 2 },
  { id: 'bip66', version: 3 },
  { id: 'bip65', version: 4 },
] as const

/** Soft forks by block versions (before BIP9): how many blocks of a window up to the tip have at least a version. */
export class SoftForks {
  /** Encoded soft forks at the last tip, which depend only on the tip and its ancestors. */
  #last: { readonly tip: BlockEntry; readonly encoded: ReturnType<typeof encodeSoftForks> } | undefined

  encode(tip: BlockEntry, window: number): ReturnType<typeof encodeSoftForks> {
    if (this.#last?.tip !== tip) this.#last = { tip, encoded: encodeSoftForks(tip, window) }
    return this.#last.encoded
  }
}

function encodeSoftForks(tip: BlockEntry, window: number) {
  const found = SOFT_FORKS.map(() => 0)
  let entry: BlockEntry | null = tip
  for (let i = 0; i < window && entry; i++, entry = entry.prev)
    for (const [at, { version }] of SOFT_FORKS.entries()) if (entry.version >= version) found[at]!++
  return SOFT_FORKS.map(({ id, version }, at) => {
    const majority = (required: number) => ({ status: found[at]! >= required, found: found[at]!, required, window })
    return { id, version, enforce: majority(750), reject: majority(950) }
  })
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

interface ChainInfoSources {
  /** Best height known from this node and its peers. */
  readonly longestChain: number
  readonly softForks: SoftForks
}

/** Builds the reply of getblockchaininfo. */
export function encodeChainInfo(chain: Chain, params: ChainParams, { longestChain, softForks }: ChainInfoSources) {
  const tip = chain.tip()
  const best = Math.max(chain.bestHeader().height, longestChain)
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
    softforks: softForks.encode(tip, SOFT_FORK_WINDOW[params.network]),
    upgrades: encodeUpgrades(chain),
    consensus: {
      chaintip: branchHex(branchIdAt(chain.upgrades(), tip.height)),
      nextblock: branchHex(branchIdAt(chain.upgrades(), tip.height + 1)),
    },
  }
}
