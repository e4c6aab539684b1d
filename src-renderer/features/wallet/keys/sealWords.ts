import type { Progress } from '#shared/events.ts'
import { t } from '../../../i18n/texts.ts'

/** Step of encrypting a wallet. Nothing is counted before the first keys, and the last step is the longest. */
export function sealWords(progress: Progress | undefined): string {
  if (progress === undefined) return t('wallet:seal.deriving')
  return t(progress.done === progress.total ? 'wallet:seal.writing' : 'wallet:seal.encrypting')
}
