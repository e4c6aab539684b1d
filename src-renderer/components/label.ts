import { t } from '../i18n/texts.ts'
/** Maximum number of characters of a label; the node rejects longer ones. */
export const MAX_LABEL_CHARACTERS = 100

/** Returns why the node would reject a label, or undefined if it is valid. */
export function labelProblem(label: string): string | undefined {
  if (Array.from(label).length > MAX_LABEL_CHARACTERS) return t('parts:label.tooLong', { most: MAX_LABEL_CHARACTERS })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in it
  return /[\u0000-\u001f\u007f]/.test(label) ? t('parts:label.invisible') : undefined
}
