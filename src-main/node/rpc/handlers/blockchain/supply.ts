import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { announcedCommission, type ChainParams, subsidy } from '../../../consensus/index.ts'
import type { Clock } from '../../../core/index.ts'
import { createCoinCount, shieldedSupply } from './coinCount.ts'

interface SupplyDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Pick<Clock, 'millis'>
}

const SECONDS_PER_YEAR = 24 * 3600 * 365

/** Parses a height as komodod does: leading digits, otherwise 0. */
const parseLeadingNumber = (text: string) => Number(/^[ \t\n\v\f\r]*([+-]?[0-9]{1,10})/.exec(text)?.[1] ?? 0)

export function createSupplyHandlers({ params, chain, clock }: SupplyDeps) {
  const coins = createCoinCount({ chain, clock, ccEnabled: params.ccEnabled })
  const blocksPerYear = Math.floor(SECONDS_PER_YEAR / params.options.blockTime)

  return defineHandlers({
    async coinsupply({ height: text }, { signal, progress }) {
      const height = text === undefined ? chain.tip().height : parseLeadingNumber(text)
      if (height < 0 || height > chain.tip().height) return { error: 'invalid height' }
      const options = {
        signal,
        onProgress: (done: number) => progress?.({ done, total: height, unit: 'blocks' }),
      }
      const supply = await coins.at(height, options)
      if (supply === 0n) return { error: 'couldnt calculate supply' }
      const { sprout, sapling } = shieldedSupply(chain, height)
      const total = { supply, zfunds: sprout + sapling, sprout, total: supply + sprout + sapling }
      const head = { result: 'success' as const, coin: params.name === '' ? 'KMD' : params.name, height, ...total }
      if (height <= blocksPerYear) return head
      const ago = (blocks: number) => coins.at(height - blocks, options)
      const month = await ago(Math.floor(blocksPerYear / 12))
      const quarter = await ago(Math.floor(blocksPerYear / 4))
      const year = await ago(blocksPerYear)
      if (year === 0n) return head
      return {
        ...head,
        lastmonth: month,
        monthcoins: supply - month,
        lastquarter: quarter,
        quartercoins: supply - quarter,
        lastyear: year,
        yearcoins: supply - year,
        inflation: 100 * (Number(supply) / Number(year) - 1),
        blocksperyear: blocksPerYear,
      }
    },
    getblocksubsidy({ height = chain.tip().height }) {
      if (height < 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
      const announced = announcedCommission(params, height)
      return { miner: subsidy(params, height), ...(announced !== undefined && { ac_pubkey: announced }) }
    },
  })
}
