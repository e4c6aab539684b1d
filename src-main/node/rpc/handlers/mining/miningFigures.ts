import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { looseHash } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { networkSolutionRate } from '../../../mining/index.ts'
import { fromDisplayHex, isHex } from '../../../util/index.ts'

interface MiningFiguresDeps {
  readonly chain: Chain
  readonly mempool: Mempool
}

/** komodod's value for "cannot be estimated". */
const UNKNOWN = -1

export function createMiningFigureHandlers({ chain, mempool }: MiningFiguresDeps) {
  const networkRate = (window: { readonly blocks: number; readonly height: number }) =>
    networkSolutionRate(chain, window)

  return defineHandlers({
    estimatefee: () => UNKNOWN,
    estimatepriority: () => UNKNOWN,
    getnetworkhashps: networkRate,
    getnetworksolps: networkRate,
    prioritisetransaction({ txid, 'priority delta': priority, 'fee delta': fee }) {
      if (!isHex(txid) || txid === '') {
        throw new RpcError(RPC_ERROR.MISC, `txid must be hexadecimal string (not '${txid}')`)
      }
      mempool.prioritise(fromDisplayHex(looseHash(txid)), priority, fee)
      return true
    },
  })
}
