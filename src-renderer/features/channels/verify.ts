import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { type ChannelOrder, orderAmount } from './orders.ts'

type Output = Explanation['outputs'][number]

/** Address and satoshis that an output must have. */
interface Expected {
  readonly n: number
  readonly address: string
  readonly amount: bigint
}

/**
 * Returns why the built transaction differs from the order, or undefined if it matches. A mismatch must never be
 * confirmed.
 * @param ccaddress address that holds the coins of a channel between the two keys
 */
export function channelMismatch(
  txExplanation: Explanation,
  order: ChannelOrder,
  ccaddress: string,
): string | undefined {
  if (txExplanation.action !== `channel-${order.kind}`) return t('channels:mismatch.action')
  const expected = computeExpectedOutputs(order, ccaddress)
  for (const { n, address, amount } of expected) {
    const output = txExplanation.outputs[n]
    if (output?.address !== address) return t('channels:mismatch.receiver')
    if (output.amount !== amount) return t('channels:mismatch.amount')
  }
  const others = txExplanation.outputs.filter(({ n }) => !expected.some((each) => each.n === n))
  if (!others.every((output) => isHarmless(output, order))) return t('channels:mismatch.alsoOther')
  if (txExplanation.fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('channels:mismatch.gone')
  return txExplanation.fee < CONTRACT_FEE_BOUND ? undefined : t('channels:mismatch.highFee')
}

function computeExpectedOutputs(order: ChannelOrder, ccaddress: string): readonly Expected[] {
  const amount = orderAmount(order)
  switch (order.kind) {
    case 'open':
    case 'close':
      return [{ n: 0, address: ccaddress, amount }]
    case 'pay':
      return [
        { n: 0, address: ccaddress, amount: order.channel.left - amount },
        { n: 3, address: order.channel.otheraddress, amount },
      ]
    default:
      return []
  }
}

/**
 * Returns true for markers, data, and outputs back to the wallet. In a refund, output 2 must return all coins that are
 * left.
 */
function isHarmless({ n, role, amount, owner, change }: Output, order: ChannelOrder): boolean {
  if (order.kind === 'refund' && n === 2) return owner === 'own' && amount === order.channel.left
  if (role === 'data') return amount === 0n
  return role === 'marker' ? amount === CONTRACT_FEE : change || owner === 'own'
}
