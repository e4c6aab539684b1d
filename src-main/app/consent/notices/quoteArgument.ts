import type { ConsentContext } from '../plan.ts'
import { quoted } from '../text.ts'

/** Maximum length of a page's text to show in full; for a longer one only its length is shown. */
const MOST = 200

export const said = (text: unknown, { t }: Pick<ConsentContext, 't'>): string => {
  if (typeof text !== 'string') return '?'
  try {
    return quoted(t, text, MOST)
  } catch {
    return t('notice.longText', { number: text.length })
  }
}
