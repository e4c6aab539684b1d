import { t } from '../i18n/texts.ts'
/** Maximum number of characters of a label; the node rejects longer ones. */
export const MOST_LABEL = 100

/** Returns why the node would reject a label, or undefined if it is valid. */
export function labelProblem(label: string): string | undefined {
  if (Array.from(label).length > MOST_LABEL) return t('parts:label.tooLong', { most: MOST_LABEL })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  return /[\u0000-\u001f\u007f]/.test(label) ? t('parts:label.invisible') : undefined
}
