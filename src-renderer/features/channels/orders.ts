import type { MethodResult } from '#shared/rpc/index.ts'

/** A channel from the point of view of one of its ends. */
export type PaymentChannel = MethodResult<'getchannels'>['channels'][number]

/** A channel action that the user requested. */
export type ChannelOrder =
  | {
      readonly kind: 'open'
      /** public key in hex */
      readonly receiver: string
      readonly payments: number
      /** amount of one payment in satoshis */
      readonly payment: bigint
    }
  | {
      readonly kind: 'pay'
      readonly channel: PaymentChannel
      /** number of payments to make now */
      readonly payments: number
    }
  | { readonly kind: 'close' | 'refund'; readonly channel: PaymentChannel }

/** Returns the amount of an order in satoshis: locked, paid, or left in the channel. */
export function orderAmount(order: ChannelOrder): bigint {
  switch (order.kind) {
    case 'open':
      return BigInt(order.payments) * order.payment
    case 'pay':
      return BigInt(order.payments) * order.channel.payment
    default:
      return order.channel.left
  }
}

/** Returns the number of payments that can still be made. */
export const paymentsLeft = ({ left, payment }: PaymentChannel): number => Number(left / payment)

/** Returns the payer's possible action, or undefined without a possible action, or if this end is the receiver. */
export function nextStep(channel: PaymentChannel): 'pay' | 'refund' | undefined {
  const { role, state, ready, left } = channel
  if (role === 'receiver' || !ready || left === 0n) return undefined
  if (state === 'returned') return undefined
  return state === 'open' ? 'pay' : 'refund'
}
