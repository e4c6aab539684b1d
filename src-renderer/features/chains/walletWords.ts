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

const KEPT = 'The present file is kept under another name.'
const NEW: AnewWords = {
  title: 'Start with a new wallet',
  words:
    'It is empty. Coins of the old wallet stay on the chain, but only its file or its recovery phrase can spend them. If you have the phrase, start with a new wallet and restore it on the wallet’s page.',
  action: 'Begin anew',
  consequence:
    'Without the old wallet file or its recovery phrase, coins and tokens of the old wallet cannot be spent.',
}
const OTHER: AnewWords = {
  title: 'Use the present wallet',
  words: 'Its keys are used from now on. The previous wallet is not deleted: you can put it back at any time.',
  action: 'Use this wallet',
  consequence: 'You then see and spend the coins of the present wallet, not of the previous one.',
}
const SEARCH =
  'Was the folder moved, a disk unplugged, the file deleted by mistake? Look in your backups and in the trash for a file called wallet.db.'

/** Texts for a chain whose wallet is missing or foreign, and for the choices. */
export function walletWords({ kind, noted, found, earlier }: ReportedWalletProblem): WalletWords {
  const since = noted === null ? 'before' : `with a wallet since ${formatDay(noted)}`
  const back = {
    title: 'Put the file back',
    words: 'Copy it to this path, from a backup or from where it was moved to.',
  }
  if (kind === 'missing') {
    return {
      heading: 'The wallet of this chain is missing',
      title: 'Its wallet file is not at its path.',
      story: `This chain was used ${since}, so the node did not create an empty one.`,
      ...{ back, search: SEARCH, anew: NEW },
    }
  }
  if (kind === 'empty') {
    return {
      heading: 'The wallet file of this chain is empty',
      title: 'There is a wallet file, but it is empty.',
      story: `This chain was used ${since}, so the node did not replace it.`,
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
        words: 'Keep the damaged file under another name: it may be possible to repair it.',
      },
      search: 'Backups have the name that you gave them; a copy of the whole folder contains a wallet.db.',
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
