import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { describeError, type ErrorStory } from '../../components/describeError.ts'
import { WaitingNote } from '../../components/WaitingNote.tsx'
import { nodeError } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { amountAlone } from '../../ui/format.ts'

/** Errors for lack of coins, which may only be unconfirmed. */
const COINS = new Set(['error adding funds', 'error adding normal inputs'])
/** Errors that occur if the channel has changed since it was shown. */
const CHANGED = new Set([
  'error adding CC inputs',
  'invalid previous tx',
  'not enough funds in channel for that amount',
])
const TOO_EARLY = /not yet confirmed\/notarized$/

function describeChannelError(error: unknown): ErrorStory {
  if (!(error instanceof ContractRefusal)) return describeError(error)
  const { message } = error
  const known = COINS.has(message) ? 'coins' : CHANGED.has(message) ? 'changed' : undefined
  const words = known ?? (TOO_EARLY.test(message) ? 'early' : undefined)
  return {
    ...(words
      ? {
          title: t(`channels:refused.${words}.title`),
          advice: t(`channels:refused.${words}.advice`, { least: amountAlone(2n * CONTRACT_FEE) }),
        }
      : { title: nodeError(message).replace(/^./u, (first) => first.toUpperCase()) }),
    details: message,
  }
}

export function ChannelFailure({ error, coin }: { readonly error: unknown; readonly coin: string }) {
  if (!error) return null
  const story = describeChannelError(error)
  return (
    <>
      <ErrorState
        compact
        title={story.title}
        safe={story.safe ?? t('channels:nothingSent')}
        advice={story.advice}
        details={story.details}
      />
      {error instanceof ContractRefusal && COINS.has(error.message) ? <WaitingNote coin={coin} /> : null}
    </>
  )
}
