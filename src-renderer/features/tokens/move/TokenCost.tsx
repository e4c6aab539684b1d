import { CostLine } from '../../../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../../components/transaction/built.ts'
import { t } from '../../../i18n/texts.ts'
import { plainAmount } from '../../../ui/format.ts'
import { builtCosts } from './cost.ts'

export interface TokenCostProps {
  readonly built: BuiltTransaction
  readonly coin: string
}

/** The price of a token transaction in one sentence: what leaves the spendable coins, and where it goes. */
export function TokenCost({ built, coin }: TokenCostProps) {
  const costs = builtCosts(built)
  if (costs === null) return null
  const { locked, listing, fee, dust, back } = costs
  const parts = [
    ...(locked > 0n ? [t('tokens:review.inUnits', { amount: plainAmount(locked) })] : []),
    ...(listing > 0n ? [t('tokens:review.inMarker', { amount: plainAmount(listing) })] : []),
    t(built.move ? 'tokens:review.fees' : 'tokens:review.fee', { amount: plainAmount(fee) }),
    ...(dust > 0n ? [t('tokens:review.tooSmall', { amount: plainAmount(dust) })] : []),
  ].join(' + ')
  return (
    <CostLine
      satoshis={locked + listing + fee + dust}
      sentence={t('tokens:review.cost', { amount: plainAmount(locked + listing + fee + dust), coin })}
      parts={back > 0n ? t('tokens:review.withChange', { parts, amount: plainAmount(back) }) : parts}
    />
  )
}
