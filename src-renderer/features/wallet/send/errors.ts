import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError, type ErrorStory } from '../../../parts/describeError.ts'

/** Refusals of the wallet that people meet when they pay. Matched for display only; nothing is decided by it. */
const WORDS: readonly (readonly [RegExp, Omit<ErrorStory, 'details'>])[] = [
  [
    /requires a transaction fee of at least/i,
    {
      title: 'Amount and fee together are more than you have',
      advice: 'Send a little less, or press “All”: the fee is then taken from the amount.',
    },
  ],
  [
    /too small to (pay the fee|send after the fee)/i,
    { title: 'The amount does not even pay the fee', advice: 'Send more.' },
  ],
  [
    /amount too small/i,
    { title: 'An amount is too small to be sent', advice: 'Spending so little would cost more than it is worth.' },
  ],
  [
    /transaction too large/i,
    {
      title: 'This payment needs too many small coins at once',
      advice: 'Send it in parts, or choose the larger coins yourself.',
    },
  ],
  [
    /rejected|commit failed/i,
    {
      title: 'The network rules refuse this transaction',
      advice: 'Build it again: its coins may have been spent since.',
    },
  ],
]

/** An error of a payment in the user's terms. */
export function sendStory(error: unknown): ErrorStory {
  const story = describeError(error)
  if (!(error instanceof RpcError)) return story
  const { code, message } = error
  const words = WORDS.find(([pattern]) => pattern.test(message))?.[1]
  if (words) return { ...words, safe: 'Nothing was sent.', details: story.details }
  if (code === RPC_ERROR.INVALID_ADDRESS_OR_KEY) {
    return {
      ...story,
      title: 'An address is not one of this chain',
      safe: 'Nothing was sent.',
      advice: 'Look at it again.',
    }
  }
  return { ...story, safe: story.safe ?? 'Nothing was sent.' }
}
