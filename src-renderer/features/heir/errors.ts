import { ContractRefusal } from '../../components/contractRefusal.ts'
import { describeError, type ErrorStory } from '../../components/describeError.ts'
import { nodeError } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'

type Refusal = Exclude<keyof typeof import('../../i18n/en/heir.json')['refused'], 'safe'>

/** Errors that users meet. */
const KNOWN: Readonly<Record<string, Refusal>> = {
  'could not find owner inputs': 'funds',
  "can't find owner inputs": 'funds',
  'could not find normal inputs for txfee': 'fee',
  "can't find sufficient user inputs to pay transaction fee": 'fee',
  "can't find heir CC funding": 'held',
  'spending is not allowed yet for the heir': 'early',
}

export function describeInheritanceError(error: unknown): ErrorStory {
  if (!(error instanceof ContractRefusal)) return describeError(error)
  const known = KNOWN[error.message]
  const title = known
    ? t(`heir:refused.${known}`)
    : nodeError(error.message).replace(/^./u, (first) => first.toUpperCase())
  return { title, safe: t('heir:refused.safe'), details: error.message }
}
