import type { Progress } from '#shared/events.ts'
import { t } from '../../../i18n/texts.ts'

/**
 * Formats the step of encrypting a wallet. No progress is reported before the first keys, and the last step takes the
 * longest.
 */
export function formatSealStep(progress: Progress | undefined): string {
  if (progress === undefined) return t('wallet:seal.deriving')
  return t(progress.done === progress.total ? 'wallet:seal.writing' : 'wallet:seal.encrypting')
}
