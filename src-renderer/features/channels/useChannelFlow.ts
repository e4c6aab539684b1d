import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { type BuiltTransaction, explainBuilt } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { type ConfirmationFlow, useConfirmation } from '../../tasks/useConfirmation.ts'
import { plainAmount } from '../../ui/format.ts'
import { type ChannelOrder, orderAmount } from './orders.ts'
import { channelMismatch } from './verify.ts'

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

/** Resolves to the address that holds the coins of a channel between this node and a key. */
async function findPlace(client: RpcClient, order: ChannelOrder): Promise<string> {
  if (order.kind !== 'open') return order.channel.ccaddress
  const { ChannelsCC1of2Address: address } = await client.call('channelsaddress', { pubkey: order.receiver })
  return address ?? ''
}

/** Resolves to the address of the other end's key, which a confirmation shows as its name. */
const findOtherAddress = async (client: RpcClient, order: ChannelOrder): Promise<string> =>
  order.kind === 'open' ? (await client.call('getaddresskey', { place: order.receiver })).address : ''

export interface BuiltChannelStep extends BuiltTransaction {
  /** address of the other end's key, or empty unless a channel is opened */
  readonly address: string
  /** address that holds the coins of the channel */
  readonly ccaddress: string
}

/** Builds and explains a transaction of a channel, without sending it. */
async function build(client: RpcClient, order: ChannelOrder): Promise<BuiltChannelStep> {
  const result = await ask(client, order)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  const [built, ccaddress, address] = await Promise.all([
    explainBuilt(client, result.hex),
    findPlace(client, order),
    findOtherAddress(client, order),
  ])
  return { ...built, ccaddress, address }
}

export type ChannelFlow = ConfirmationFlow<ChannelOrder, BuiltChannelStep>

/**
 * Steps of a channel transaction: requested → built → confirmed → sent.
 * @param nameFor returns the name of the other end of an order's channel, sanitized for display; gets its address if a
 *   channel is opened
 */
export function useChannelFlow(coin: string, nameFor: (order: ChannelOrder, address: string) => string): ChannelFlow {
  const { client } = useNode()
  return useConfirmation<ChannelOrder, BuiltChannelStep>({
    build: (order) => build(client, order),
    describe({ told: txExplanation, ccaddress, address }, order) {
      const { kind } = order
      const words = { amount: plainAmount(orderAmount(order)), coin, name: nameFor(order, address) }
      return {
        title: t(`channels:review.title.${kind}`, words),
        hint: t(`channels:review.hint.${kind}`, words),
        confirm: t(`channels:review.confirm.${kind}`),
        extra: t(`channels:review.cost.${kind}`, words),
        mismatch: channelMismatch(txExplanation, order, ccaddress),
        task: t(`channels:task.${kind}`, words),
        effect: { kind: 'channel', amount: String(orderAmount(order)) },
      }
    },
  })
}
