import { COIN } from '#shared/units.ts'
import { t } from '../../i18n/texts.ts'
import type { ChainDescription } from '../../node/chains.ts'
import type { Fact } from '../../ui/FactList.tsx'
import { coinsAmount, plainAmount } from '../../ui/format.ts'
import { wholeCoins } from './form/amountText.ts'
import { optionValue, parseLiveFacts } from './gallery/facts.ts'

type Issued = Pick<ChainDescription, 'options' | 'supply'>

const parseFirst = (list: string | undefined): number => Number(list?.split(',')[0] ?? 0)

/**
 * Returns the satoshis by which block 1 pays more than the requested supply. They are derived from the chain's magic.
 * Returns 0 for several eras: block 1 then pays a reward too, so the difference is unknown.
 */
function computeRest({ options, supply }: Issued): bigint {
  const several = options.some((option) => /^-ac_(reward|end|halving|decay)=.*,/.test(option))
  const rest = (supply[0]?.supply ?? 0n) - parseLiveFacts({ options }).supply * COIN
  return several || rest < 0n ? 0n : rest
}

/** Returns a sentence that explains why the supply has odd decimals, or `undefined` if it has none. */
export function restSentence(chain: Issued): string | undefined {
  const rest = computeRest(chain)
  return rest > 0n ? t('chains:emission.rest', { coins: plainAmount(rest) }) : undefined
}

/** Returns the reward of each block as text: "1, halved every 210,000 blocks". */
export function rewardText({ options }: Pick<ChainDescription, 'options'>): string {
  const { reward } = parseLiveFacts({ options })
  if (reward === 0n) return t('chains:gallery.feesOnly')
  const [halving, end] = [parseFirst(optionValue(options, 'halving')), parseFirst(optionValue(options, 'end'))]
  const decays = parseFirst(optionValue(options, 'decay')) > 0
  return [
    coinsAmount(reward),
    ...(halving > 0 ? [t(decays ? 'chains:emission.cut' : 'chains:emission.halved', { count: halving })] : []),
    ...(end > 1 ? [t('chains:emission.until', { height: end - 1 })] : []),
  ].join(', ')
}

/** Returns facts about the coins of a chain: at the start, per block and in the end. */
export function emissionFacts(chain: Issued & Pick<ChainDescription, 'finalsupply'>): readonly Fact[] {
  const first = chain.supply[0]
  const rest = restSentence(chain)
  return [
    {
      label: t('chains:form.supply'),
      value: (
        <>
          {first ? wholeCoins(first.supply) : '—'}
          {rest === undefined ? null : <span className="block text-12 text-muted">{rest}</span>}
        </>
      ),
    },
    { label: t('chains:form.reward'), value: rewardText(chain) },
    {
      label: t('chains:chart.end'),
      value: chain.finalsupply === null ? t('chains:understood.notWithin') : wholeCoins(chain.finalsupply),
    },
  ]
}
