import type { RpcClient } from '#shared/rpc/client.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { type BuiltTransaction, takeApart } from '../../components/transaction/built.ts'
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

/** Where the coins of a channel between this node and a key lie. */
async function findPlace(client: RpcClient, order: ChannelOrder): Promise<string> {
  if (order.kind !== 'open') return order.channel.ccaddress
  const { ChannelsCC1of2Address: address } = await client.call('channelsaddress', { pubkey: order.receiver })
  return address ?? ''
}

/** Resolves to the address of the other end's key, by which a confirmation names it. */
const findOtherAddress = async (client: RpcClient, order: ChannelOrder): Promise<string> =>
  order.kind === 'open' ? (await client.call('getaddresskey', { place: order.receiver })).address : ''

export interface BuiltChannelStep extends BuiltTransaction {
  /** address of the other end's key; empty unless a channel is opened */
  readonly address: string
  /** where the coins of the channel lie */
  readonly ccaddress: string
}

/** Builds and explains a transaction of a channel. Nothing leaves the node. */
async function build(client: RpcClient, order: ChannelOrder): Promise<BuiltChannelStep> {
  const result = await ask(client, order)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  const [built, ccaddress, address] = await Promise.all([
    takeApart(client, result.hex),
    findPlace(client, order),
    findOtherAddress(client, order),
  ])
  return { ...built, ccaddress, address }
}

export type ChannelFlow = ConfirmationFlow<ChannelOrder, BuiltChannelStep>

/**
 * A transaction of a channel on its way: asked for → built → confirmed → sent.
 * @param nameFor returns the other end of the channel of an order, safe to show; its address is given if one is opened
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
