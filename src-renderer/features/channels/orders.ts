import type { MethodResult } from '#shared/rpc/index.ts'

/** A channel as one of its ends sees it. */
export type PaymentChannel = MethodResult<'getchannels'>['channels'][number]

/** What a person asked for. */
export type ChannelOrder =
  | {
      readonly kind: 'open'
      /** public key in hex */
      readonly receiver: string
      readonly payments: number
      /** satoshis of one payment */
      readonly payment: bigint
    }
  | {
      readonly kind: 'pay'
      readonly channel: PaymentChannel
      /** payments that are made at once */
      readonly payments: number
    }
  | { readonly kind: 'close' | 'refund'; readonly channel: PaymentChannel }

/** Satoshis that an order is about: what is set aside, paid, or left in the channel. */
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

/** Payments that can still be made. */
export const paymentsLeft = ({ left, payment }: PaymentChannel): number => Number(left / payment)

/** What the payer can do now; undefined: nothing, or it is the receiver who looks. */
export function nextStep(channel: PaymentChannel): 'pay' | 'refund' | undefined {
  const { role, state, ready, left } = channel
  if (role === 'receiver' || !ready || left === 0n) return undefined
  if (state === 'returned') return undefined
  return state === 'open' ? 'pay' : 'refund'
}
