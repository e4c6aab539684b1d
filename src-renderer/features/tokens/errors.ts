import type { ErrorStory } from '../../parts/describeError.ts'

/** Refusals of the token module in plain words, with a remedy. */
const WORDS: Readonly<Record<string, Omit<ErrorStory, 'details'>>> = {
  'cant find normal inputs': {
    title: 'There are not enough coins in this wallet',
    advice: 'Mine a block, or receive coins first.',
  },
  'some inputs signed not with -pubkey=pk': {
    title: 'Some of the coins belong to another key',
    advice: 'A token can be made only with coins of your token key.',
  },
  'insufficient normal inputs for tx fee': {
    title: 'There are not enough coins for the fee',
    advice: 'Mine a block, or receive coins first.',
  },
  'insufficient token inputs': {
    title: 'These units cannot be collected in one transaction',
    advice:
      'Some may be pending change: wait for the next block. If they came in many small amounts, send fewer at a time.',
  },
  'no token inputs': {
    title: 'There are no units that can be spent now',
    advice: 'If you just sent some, the rest comes back with the next block.',
  },
  'cant find tokenid': { title: 'No token has this id', advice: 'It may not be confirmed yet.' },
  'invalid tokenid': { title: 'No token has this id', advice: 'It may not be confirmed yet.' },
  'the transaction is still in mempool': {
    title: 'This token waits for its first block',
    advice: 'Its details appear as soon as it is confirmed.',
  },
  'tokenid isnt token creation txid': { title: 'This transaction did not create a token' },
  'invalid pubkey': {
    title: 'This is not a public key',
    advice: 'It is not a point on the curve: check for typos.',
  },
}

export function moduleStory(error: string): ErrorStory {
  const words = WORDS[error] ?? { title: error.charAt(0).toUpperCase() + error.slice(1) }
  return { safe: 'Nothing was sent.', ...words, details: error }
}
