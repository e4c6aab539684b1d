import { useMutation } from '@tanstack/react-query'
import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { takeApart } from '../../components/transaction/built.ts'
import { withUnlock } from '../../components/unlock/unlock.ts'
import { useNode } from '../../node/context.tsx'
import { type ChannelOrder, orderAmount } from './orders.ts'

function ask(client: RpcClient, order: ChannelOrder) {
  switch (order.kind) {
    case 'open': {
      const { receiver, payments, payment } = order
      return client.call('channelsopen', {
        destpubkey: receiver,
        numpayments: String(payments),
        payment: String(payment),
      })
    }
    case 'pay':
      return client.call('channelspayment', { opentxid: order.channel.opentxid, amount: String(orderAmount(order)) })
    default:
      return client.call('preparechannelend', { opentxid: order.channel.opentxid, step: order.kind })
  }
}

/** Where the coins of a channel between this node and a key lie. */
async function placeOf(client: RpcClient, order: ChannelOrder): Promise<string> {
  if (order.kind !== 'open') return order.channel.ccaddress
  const { ChannelsCC1of2Address: address } = await client.call('channelsaddress', { pubkey: order.receiver })
  return address ?? ''
}

/** Builds and decodes a transaction of a channel. Nothing leaves the node. */
export function useBuildChannel() {
  const { client } = useNode()
  return useMutation({
    async mutationFn(order: ChannelOrder) {
      const result = await withUnlock(() => ask(client, order), 'sign')
      if (result.result === 'error') throw new ContractRefusal(result.error)
      const [built, ccaddress] = await Promise.all([takeApart(client, result.hex), placeOf(client, order)])
      return { built, order, ccaddress }
    },
  })
}
