import type { ErrorStory } from '../../components/describeError.ts'
import { nodeError } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'

type Refusal = Exclude<keyof typeof import('../../i18n/en/tokens.json')['refused'], 'sent'>

/** Errors of the token module with a specific text and remedy. */
const KNOWN: Readonly<Record<string, Refusal>> = {
  'cant find normal inputs': 'noCoins',
  'some inputs signed not with -pubkey=pk': 'otherKey',
  'insufficient normal inputs for tx fee': 'noFee',
  'insufficient token inputs': 'spread',
  'no token inputs': 'noUnits',
  'cant find tokenid': 'unknown',
  'invalid tokenid': 'unknown',
  'the transaction is still in mempool': 'mempool',
  'tokenid isnt token creation txid': 'noToken',
  'invalid pubkey': 'badKey',
}

export function contractSentences(error: string): ErrorStory {
  const known = KNOWN[error]
  return {
    safe: t('tokens:refused.sent'),
    ...(known
      ? { title: t(`tokens:refused.${known}.title`), advice: t(`tokens:refused.${known}.advice`) }
      : { title: nodeError(error).replace(/^./u, (first) => first.toUpperCase()) }),
    details: error,
  }
}
