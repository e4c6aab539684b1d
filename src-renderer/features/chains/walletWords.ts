import type { WindowResult } from '#shared/chains/index.ts'
import { formatDay } from '../../ui/format.ts'

export type ReportedWalletProblem = NonNullable<WindowResult<'getnodestatus'>['walletProblem']>

export interface AnewWords {
  readonly title: string
  readonly words: string
  /** the verb of its button */
  readonly action: string
  /** what the person confirms, and what follows */
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

const KEPT = 'What lies in its place is kept beside it under another name.'
const NEW: AnewWords = {
  title: 'Begin with a new wallet',
  words:
    'It is empty. Coins of the old wallet stay on the chain, but only its file or its recovery phrase can spend them. If you have the phrase, begin anew and restore it on the wallet’s page.',
  action: 'Begin anew',
  consequence:
    'Without the old wallet file or its recovery phrase, coins and tokens of the old wallet cannot be spent.',
}
const OTHER: AnewWords = {
  title: 'Go on with the one that is there',
  words: 'Its keys are used from now on. The chain’s wallet up to now is not deleted: put it back whenever you like.',
  action: 'Use this wallet',
  consequence: 'What you see and spend are then the coins of the wallet that is there, not of the one you had here.',
}
const SEARCH =
  'Was the folder moved, a disk unplugged, the file deleted by mistake? Look in your backups and in the trash for a file called wallet.db.'

/** What a person is told of a wallet that is not the chain's own, and of the ways on. */
export function walletWords({ kind, noted, found, earlier }: ReportedWalletProblem): WalletWords {
  const since = noted === null ? 'before' : `with a wallet since ${formatDay(noted)}`
  const back = {
    title: 'Put the file back',
    words: 'From a backup, or from where it was moved to: copy it to this place, under this name.',
  }
  if (kind === 'missing') {
    return {
      heading: 'The wallet of this chain is missing',
      title: 'Its wallet file is not where it belongs.',
      story: `This chain was used ${since}, so the node did not begin an empty one in its place.`,
      ...{ back, search: SEARCH, anew: NEW },
    }
  }
  if (kind === 'empty') {
    return {
      heading: 'The wallet file of this chain is empty',
      title: 'There is a wallet file, but nothing is in it.',
      story: `This chain was used ${since}, so the node did not put an empty one in its place.`,
      ...{ back, search: SEARCH, anew: { ...NEW, words: `${NEW.words} ${KEPT}` } },
    }
  }
  if (kind === 'damaged') {
    return {
      heading: 'The wallet file of this chain is damaged',
      title: 'The wallet file cannot be read.',
      story: 'It was left as it is.',
      back: {
        title: 'Put a backup in its place',
        words: 'Keep the damaged file too, under another name: somebody may be able to repair it.',
      },
      search:
        'Backups that you wrote are files of the name that you gave them; a copy of the whole folder has a wallet.db in it.',
      anew: { ...NEW, words: `${NEW.words} ${KEPT}` },
    }
  }
  return {
    heading: 'This is not the wallet of this chain',
    title: `In the place of its wallet file lies ${earlier ? 'one that this chain was used with earlier' : 'another wallet'}.`,
    story: `This chain was used ${since}, whose keys are not in this file${found === null ? '' : '; their ids below tell them apart'}.`,
    back: {
      title: 'Put the right file back',
      words: 'Move the other one away first, then copy the right one to this place.',
    },
    search: SEARCH,
    anew: OTHER,
  }
}
