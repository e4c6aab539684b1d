import type { WindowResult } from '#shared/chains/index.ts'
import { t } from '../../i18n/texts.ts'
import { formatDay } from '../../ui/format.ts'

export type ReportedWalletProblem = NonNullable<WindowResult<'getnodestatus'>['walletProblem']>

export interface AnewWords {
  readonly title: string
  readonly words: string
  /** label of its button, a verb */
  readonly action: string
  /** consequence that the user confirms */
  readonly consequence: string
}

export interface WalletWords {
  readonly heading: string
  readonly title: string
  readonly story: string
  readonly back: { readonly title: string; readonly words: string }
  readonly search: string
  readonly anew: AnewWords
}

const formatNewWallet = (kept = ''): AnewWords => ({
  title: t('start:wallet.newTitle'),
  words: [t('start:wallet.newWords'), kept].filter(Boolean).join(' '),
  action: t('start:wallet.newAction'),
  consequence: t('start:wallet.newConsequence'),
})

const formatOtherWallet = (): AnewWords => ({
  title: t('start:wallet.otherTitle'),
  words: t('start:wallet.otherWords'),
  action: t('start:wallet.otherAction'),
  consequence: t('start:wallet.otherConsequence'),
})

/** Returns the texts for a chain whose wallet is missing or foreign, and for the choices. */
export function formatWalletProblem({ kind, noted, found, earlier }: ReportedWalletProblem): WalletWords {
  const story = (known: 'missing' | 'empty' | 'foreign') =>
    noted === null ? t(`start:wallet.${known}.story`) : t(`start:wallet.${known}.storySince`, { day: formatDay(noted) })
  const back = { title: t('start:wallet.backTitle'), words: t('start:wallet.backWords') }
  const search = t('start:wallet.searchWords')
  if (kind === 'missing' || kind === 'empty') {
    return {
      heading: t(`start:wallet.${kind}.heading`),
      title: t(`start:wallet.${kind}.title`),
      story: story(kind),
      anew: formatNewWallet(kind === 'empty' ? t('start:wallet.kept') : ''),
      ...{ back, search },
    }
  }
  if (kind === 'damaged') {
    return {
      heading: t('start:wallet.damaged.heading'),
      title: t('start:wallet.damaged.title'),
      story: t('start:wallet.damaged.story'),
      back: { title: t('start:wallet.damaged.backTitle'), words: t('start:wallet.damaged.backWords') },
      search: t('start:wallet.damaged.search'),
      anew: formatNewWallet(t('start:wallet.kept')),
    }
  }
  return {
    heading: t('start:wallet.foreign.heading'),
    title: earlier ? t('start:wallet.foreign.titleEarlier') : t('start:wallet.foreign.title'),
    story: [story('foreign'), found === null ? '' : t('start:wallet.foreign.ids')].filter(Boolean).join(' '),
    back: { title: t('start:wallet.foreign.backTitle'), words: t('start:wallet.foreign.backWords') },
    search,
    anew: formatOtherWallet(),
  }
}
