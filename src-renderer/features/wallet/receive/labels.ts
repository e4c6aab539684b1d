import { useQueryClient } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'

export type ReceiveAddress = MethodResult<'listreceiveaddresses'>[number]

/**
 * The address to show first: the newest one that nothing was ever paid to, so that asking for one again and again makes
 * no new keys. Undefined where every address was used.
 */
export function freshAddress(addresses: readonly ReceiveAddress[]): ReceiveAddress | undefined {
  return addresses
    .filter((candidate) => !candidate.change && candidate.transactions === 0)
    .reduce<ReceiveAddress | undefined>((best, next) => (best && best.created >= next.created ? best : next), undefined)
}

/** Gives addresses names. A label is the wallet's own business: no event of the chain tells of it. */
export function useLabels() {
  const { client } = useNode()
  const queries = useQueryClient()
  return {
    /** @throws RpcError */
    async setLabel(address: string, label: string) {
      await client.call('setaddresslabel', { address, label })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['rpc', 'listreceiveaddresses'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listwallethistory'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listwalletcoins'] }),
      ])
    },
    /** @throws RpcError */
    async newAddress() {
      const address = await client.call('getnewaddress', {})
      await queries.invalidateQueries({ queryKey: ['rpc', 'listreceiveaddresses'] })
      return address
    },
  }
}
