import { t } from '../../../i18n/texts.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { coinsAmount } from '../../../ui/format.ts'
import { longDuration, roundCoins, wholeCoins } from './amountText.ts'
import type { ChainDraft } from './draft.ts'
import { readReward } from './draft.ts'
import { supplyAt, YEAR } from './supplyShape.ts'

const MINUTE = 60

/** Describes a chain's coins in one sentence: "1,000,000 GARDEN now, 1 per minute: 1.5 million after a year". */
export function supplySentence(draft: ChainDraft, { supply, blocktime }: ChainDescription): string {
  const first = supply[0]?.supply ?? 0n
  const later = supplyAt(supply, YEAR)
  const now = t('chains:sentence.now', { coins: wholeCoins(first), name: draft.name.trim() })
  if (later === first) return t('chains:sentence.fixed', { now })
  const year = t('chains:sentence.year', { coins: roundCoins(later) })
  const reward = draft.eras.length === 1 ? readReward(draft) : undefined
  if (reward === undefined) return `${now}: ${year}`
  const coins = coinsAmount(reward)
  const pace =
    blocktime === MINUTE
      ? t('chains:sentence.perMinute', { coins })
      : t('chains:sentence.per', { coins, duration: longDuration(blocktime) })
  return `${now}, ${pace}: ${year}`
}
