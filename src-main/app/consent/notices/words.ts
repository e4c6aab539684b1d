import type { ConsentContext } from '../plan.ts'
import { quoted } from '../text.ts'

/** Longest text from the page that is shown whole; of a longer one the length is shown. */
const MOST = 200

export const said = (text: unknown, { t }: Pick<ConsentContext, 't'>): string => {
  if (typeof text !== 'string') return '?'
  try {
    return quoted(t, text, MOST)
  } catch {
    return t('notice.longText', { number: text.length })
  }
}
