import type { ConsentContext } from '../plan.ts'
import { quoted } from '../text.ts'

/** Maximum length of a quoted text. A notice shows only the length of a longer text. */
const MAX_QUOTED_LENGTH = 200

/** Quotes a text that the page passed, for a notice. */
export const quoteArgument = (text: unknown, { t }: Pick<ConsentContext, 't'>): string => {
  if (typeof text !== 'string') return '?'
  try {
    return quoted(t, text, MAX_QUOTED_LENGTH)
  } catch {
    return t('notice.longText', { number: text.length })
  }
}
