import { describeError, type ErrorStory } from '../../parts/describeError.ts'
import { ModuleRefusal } from '../../parts/moduleRefusal.ts'

/** Refusals of the faucet module in plain words, with a remedy. */
const WORDS: Readonly<Record<string, Omit<ErrorStory, 'details'>>> = {
  'couldnt create faucet funding transaction': {
    title: 'There are not enough coins in this wallet',
    advice: 'Only coins of that one key can be paid in. Mine a block, or send coins to its address first.',
  },
  'funding amount must be positive': { title: 'The amount must be more than 0' },
}

/** Prefix of every refusal of the reference. */
const NO_CLAIM = /^couldnt create faucet get transaction\. /

/** An error of a faucet call in the user's terms. */
export function faucetStory(error: unknown): ErrorStory {
  if (!(error instanceof ModuleRefusal)) return describeError(error)
  const text = error.message.replace(NO_CLAIM, '')
  if (text !== error.message) {
    return { title: 'A claim is not possible now', safe: text, advice: 'See the conditions.', details: error.message }
  }
  return { ...(WORDS[text] ?? { title: text.charAt(0).toUpperCase() + text.slice(1) }), details: text }
}
