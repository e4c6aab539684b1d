import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, computeSegid, NOT_STAKED, SEGIDS, stakeMaturity } from '../../../consensus/index.ts'
import type { Clock } from '../../../core/index.ts'
import {
  backtestStakes,
  type MinerRecord,
  type StakeableCoin,
  type StakeBacktest,
  type Staker,
  type StakingWallet,
} from '../../../mining/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { keepChoice } from './keepChoice.ts'

export type StakerPort = Pick<Staker, 'status'>

interface StakingDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Clock
  readonly staker: StakerPort | undefined
  readonly stakingWallet: StakingWallet | undefined
  readonly minerRecord: MinerRecord
}

const MAX_LISTED_COINS = 100
/** Number of blocks over which the share of staked blocks is reported. */
const WINDOW = 100
const MAX_PERCENT = 100

/** Texts from komodod end with a line break. */
const failed = (text: string) => new RpcError(RPC_ERROR.MISC, text)

export function createStakingHandlers(deps: StakingDeps) {
  const { params, chain, staker, stakingWallet, minerRecord } = deps
  const needed = (): StakerPort => {
    if (staker === undefined) throw failed('Only applies to ac_staked chains\n')
    return staker
  }
  const backtest = createBacktest(deps)

  return defineHandlers({
    getlastsegidstakes({ depth }) {
      needed()
      const tip = chain.tip().height
      if (depth > tip) throw failed('Not enough blocks to scan back that far.\n')
      // komodod divides by the depth.
      if (depth === 0) throw failed('depth must not be 0')
      const { stakes, works } = countStakes(chain, depth)
      return {
        NotSet: 0,
        PoW: works,
        PoSPerc: Math.trunc((100 * (depth - works)) / depth),
        SegIds: new Map(stakes.map((count, segid) => [String(segid), count])),
      }
    },
    async getstakingstatus() {
      const { blocksWon, next, ...status } = needed().status()
      const height = chain.tip().height
      const window = Math.min(WINDOW, height)
      const coins = stakingWallet?.coins() ?? []
      const oldest = [...coins].sort((a, b) => a.time - b.time).slice(0, MAX_LISTED_COINS)
      const maturity = stakeMaturity(height + 1)
      const shown = {
        ...status,
        resumeatstart: minerRecord.resumes(),
        goal: params.staked,
        percent: window === 0 ? 0 : Math.trunc((100 * (window - countStakes(chain, window).works)) / window),
        split: minerRecord.stakingSplit(),
        next: next ?? null,
        count: coins.length,
        total: coins.reduce((sum, { value }) => sum + value, 0n),
        maturing: coins.filter(({ time }) => time + maturity > deps.clock.now()).length,
        coins: oldest.map((coin) => encodeCoin(coin, maturity)),
        won: blocksWon,
      }
      return { ...shown, prospects: await backtest(coins) }
    },
    setstakingsplit({ split_percentage: given }) {
      needed()
      if (given !== undefined) {
        const percent = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
        if (!(percent <= MAX_PERCENT)) throw failed('must be between 0 and 100 inclusive.\n')
        keepChoice(() => minerRecord.setStakingSplit(percent))
      }
      return { split_percentage: minerRecord.stakingSplit() }
    },
  })
}

/**
 * Counts the staked blocks per segid and the mined blocks among the last `depth` blocks. A negative depth counts none.
 */
function countStakes(chain: Chain, depth: number): { readonly stakes: readonly number[]; readonly works: number } {
  const stakes = new Array<number>(SEGIDS).fill(0)
  const tip = chain.tip().height
  let works = 0
  for (let height = tip; height > tip - depth; height--) {
    const segid = chain.segid(chain.byHeight(height)!)
    if (segid === NOT_STAKED) works++
    else stakes[segid]!++
  }
  return { stakes, works }
}

const encodeCoin = ({ outpoint, address, value, time }: StakeableCoin, maturity: number) => ({
  txid: toDisplayHex(outpoint.hash),
  vout: outpoint.index,
  address,
  segid: computeSegid(address),
  amount: value,
  since: time,
  ready: time + maturity,
})

/** Creates a backtest of the coins at the tip. Calls at the same tip share one, because it is slow. */
function createBacktest({ chain, clock }: StakingDeps): (coins: readonly StakeableCoin[]) => Promise<StakeBacktest> {
  let known: { readonly at: string; readonly found: Promise<StakeBacktest> } | undefined
  const at = (height: number) => chain.byHeight(height)!
  return (coins) => {
    const tip = chain.tip()
    const state = `${tip.key} ${coins.length}`
    if (known?.at !== state) {
      // Copy the entries now, because the chain may be reorganised during the search.
      const entries = Array.from({ length: Math.min(tip.height, DEPTH) + 1 }, (_, below) => at(tip.height - below))
      const entry = (height: number) => entries[tip.height - height]!
      const segids = entries.map((one) => chain.segid(one))
      const branch = {
        segid: (height: number) => segids[tip.height - height] ?? NOT_STAKED,
        hash: (height: number) => entry(height).hash,
        time: (height: number) => entry(height).time,
        bits: (height: number) => entry(height).bits,
      }
      known = { at: state, found: backtestStakes({ height: tip.height, branch, coins, millis: () => clock.millis() }) }
    }
    return known.found
  }
}

/**
 * Number of blocks below the tip that the backtest reads: the tested ones, and those whose segids their hashes depend
 * on.
 */
const DEPTH = 50 + 102
