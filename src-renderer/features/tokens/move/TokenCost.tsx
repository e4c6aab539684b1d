import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import { t } from '../../../i18n/texts.ts'
import { CostLine } from '../../../parts/transaction/BuiltReview.tsx'
import { type BuiltTransaction, feesOf } from '../../../parts/transaction/built.ts'
import { describeTransaction, type TransactionStory } from '../../../parts/transaction/describe.ts'
import { plainAmount } from '../../../ui/format.ts'

export interface TokenCostProps {
  readonly built: BuiltTransaction
  readonly coin: string
}

/** The price of a token transaction in one sentence: what leaves the spendable coins, and where it goes. */
export function TokenCost({ built, coin }: TokenCostProps) {
  const story = describeTransaction(built.told)
  const back = story.outputs.filter((output) => output.kind === 'change')
  const made = story.outputs.filter((output) => output.kind === 'units' && story.told.action === 'token-create')
  const sum = (outputs: TransactionStory['outputs']) => outputs.reduce((total, output) => total + output.satoshis, 0n)
  const locked = sum(made)
  const marker = sum(story.outputs.filter((output) => output.kind === 'marker'))
  const fee = feesOf(built)
  if (fee === null) return null
  // The cost beside the form has the usual fee: what is more is change that no output is worth.
  const dust = built.move || fee < MODULE_FEE ? 0n : fee - MODULE_FEE
  const parts = [
    ...(locked > 0n ? [t('tokens:review.inUnits', { amount: plainAmount(locked) })] : []),
    ...(marker > 0n ? [t('tokens:review.inMarker', { amount: plainAmount(marker) })] : []),
    t(built.move ? 'tokens:review.fees' : 'tokens:review.fee', { amount: plainAmount(fee - dust) }),
    ...(dust > 0n ? [t('tokens:review.tooSmall', { amount: plainAmount(dust) })] : []),
  ].join(' + ')
  return (
    <CostLine
      sentence={t('tokens:review.cost', { amount: plainAmount(locked + marker + fee), coin })}
      parts={back.length > 0 ? t('tokens:review.withChange', { parts, amount: plainAmount(sum(back)) }) : parts}
    />
  )
}
