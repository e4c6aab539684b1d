import { quoted } from '../text.ts'

/** Longest text from the page that is shown whole; of a longer one the length is shown. */
const MOST = 200

export const said = (text: unknown): string => {
  if (typeof text !== 'string') return '?'
  try {
    return quoted(text, MOST)
  } catch {
    return `(a text of ${text.length} characters)`
  }
}

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
