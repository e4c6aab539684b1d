import { t } from '../i18n/texts.ts'
/** Most characters of a label; the node refuses more. */
export const MOST_LABEL = 100

/** What is wrong with a label by the node's rules. */
export function labelProblem(label: string): string | undefined {
  if (Array.from(label).length > MOST_LABEL) return t('parts:label.tooLong', { most: MOST_LABEL })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  return /[\u0000-\u001f\u007f]/.test(label) ? t('parts:label.invisible') : undefined
}
