import { useQueryClient } from '@tanstack/react-query'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { plainAmount } from '../../../ui/format.ts'

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

/** Says what others paid and what was mined, apart: rewards contain fees, which the wallet may have paid itself. */
export function describeAddressUse({ received, mined }: ReceiveAddress, coin: string): string {
  const sentences = [
    ...(received > 0n ? [t('wallet:receive.fromOthers', { amount: plainAmount(received), coin })] : []),
    ...(mined > 0n ? [t('wallet:receive.minedHere', { amount: plainAmount(mined), coin })] : []),
    ...(received === 0n && mined === 0n ? [t('wallet:receive.ownUseHint')] : []),
  ]
  return [...sentences, t('wallet:receive.apartHint')].join(' ')
}

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
