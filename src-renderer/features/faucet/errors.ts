import { ContractRefusal } from '../../components/contractRefusal.ts'
import { describeError, type ErrorStory } from '../../components/describeError.ts'
import { nodeError } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'

/** Prefix of every komodod error about a claim. */
const NO_CLAIM = /^couldnt create faucet get transaction\. /

export function describeFaucetError(error: unknown): ErrorStory {
  if (!(error instanceof ContractRefusal)) return describeError(error)
  const text = error.message.replace(NO_CLAIM, '')
  if (text !== error.message) {
    return {
      title: t('faucet:refused.claim.title'),
      safe: nodeError(text),
      advice: t('faucet:refused.claim.advice'),
      details: error.message,
    }
  }
  return { ...describeModuleError(text), details: text }
}

/** Describes an error of the faucet module in plain words, with a remedy. Unknown errors keep the module's text. */
function describeModuleError(text: string): Omit<ErrorStory, 'details'> {
  switch (text) {
    case 'couldnt create faucet funding transaction':
      return { title: t('faucet:refused.coins.title'), advice: t('faucet:refused.coins.advice') }
    case 'funding amount must be positive':
      return { title: t('faucet:refused.zero') }
    default:
      return { title: nodeError(text).replace(/^./u, (first) => first.toUpperCase()) }
  }
}
