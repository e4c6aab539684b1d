import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, SEGIDS } from '../../../consensus/index.ts'

interface Deps {
  readonly params: ChainParams
  readonly chain: Chain
}

/** The reference's texts end with a line break. */
const failed = (text: string) => new RpcError(RPC_ERROR.MISC, text)

export function createStakingHandlers({ params, chain }: Deps): Pick<Handlers, 'getlastsegidstakes'> {
  return {
    getlastsegidstakes({ depth }) {
      if (params.staked === 0) throw failed('Only applies to ac_staked chains\n')
      const tip = chain.tip().height
      if (depth > tip) throw failed('Not enough blocks to scan back that far.\n')
      // The reference divides by it.
      if (depth === 0) throw failed('depth must not be 0')
      const stakes = new Array<number>(SEGIDS).fill(0)
      let works = 0
      for (let height = tip; height > tip - depth; height--) {
        const segid = chain.segid(chain.byHeight(height)!)
        if (segid < 0) works++
        else stakes[segid]!++
      }
      return {
        NotSet: 0,
        PoW: works,
        PoSPerc: Math.trunc((100 * (depth - works)) / depth),
        SegIds: new Map(stakes.map((count, segid) => [String(segid), count])),
      }
    },
  }
}
