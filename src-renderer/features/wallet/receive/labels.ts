import { useQueryClient } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'

export type ReceiveAddress = MethodResult<'listreceiveaddresses'>[number]

/**
 * Returns the address to show first: the newest unused one, so that no unneeded keys are created. Returns undefined if
 * every address was used.
 */
export function freshAddress(addresses: readonly ReceiveAddress[]): ReceiveAddress | undefined {
  return addresses
    .filter((candidate) => !candidate.change && candidate.transactions === 0)
    .reduce<ReceiveAddress | undefined>((best, next) => (best && best.created >= next.created ? best : next), undefined)
}

/** Falls back to the address of the token key, which every wallet in the window has. */
export const addressToShow = (addresses: readonly ReceiveAddress[]): ReceiveAddress | undefined =>
  freshAddress(addresses) ?? addresses.find(({ tokenkey }) => tokenkey)

/** Sets labels of addresses and refetches the lists, because no event reports changes of labels. */
export function useLabels() {
  const { client } = useNode()
  const queries = useQueryClient()
  return {
    /** @throws RpcError if the node rejects the call */
    async setLabel(address: string, label: string) {
      await client.call('setaddresslabel', { address, label })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['rpc', 'listreceiveaddresses'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listwallethistory'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'listwalletcoins'] }),
      ])
    },
    /** @throws RpcError if the node rejects the call */
    async newAddress() {
      const address = await client.call('getnewaddress', {})
      await queries.invalidateQueries({ queryKey: ['rpc', 'listreceiveaddresses'] })
      return address
    },
  }
}
