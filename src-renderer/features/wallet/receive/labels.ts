import { useQueryClient } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'

export type ReceiveAddress = MethodResult<'listreceiveaddresses'>[number]

/**
 * The address to show first: the newest unused one, so that no keys are made needlessly. Undefined if every address was
 * used.
 */
export function freshAddress(addresses: readonly ReceiveAddress[]): ReceiveAddress | undefined {
  return addresses
    .filter((candidate) => !candidate.change && candidate.transactions === 0)
    .reduce<ReceiveAddress | undefined>((best, next) => (best && best.created >= next.created ? best : next), undefined)
}

/** Falls back to the address of the token key, which every wallet of the window has. */
export const addressToShow = (addresses: readonly ReceiveAddress[]): ReceiveAddress | undefined =>
  freshAddress(addresses) ?? addresses.find(({ tokenkey }) => tokenkey)

/** Sets labels of addresses. No event reports changes of labels. */
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
