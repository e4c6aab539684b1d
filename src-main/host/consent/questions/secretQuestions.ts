/** Questions with secrets that a person types: the page leaves them empty and never sees them. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import { type Agreed, type ConsentPlan, type Ground, passOn } from '../plan.ts'
import type { SecretField } from '../surface.ts'
import { type Draft, draft, fact } from './draft.ts'
import { durationText, plainArg, shownArg, textArg, timeText } from './given.ts'

interface Asking {
  readonly words: (call: PageCall) => Draft
  readonly fields: readonly SecretField[]
}

/** Longest typed secret, in characters: more than any phrase or passphrase has. */
const MOST_TYPED = 4_096

/** Unlocking for longer, in seconds, gets a warning. */
const LONG = 4n * 3_600n

const PASSPHRASE: SecretField = { name: 'passphrase', label: 'Passphrase of the wallet', kind: 'passphrase' }
const NEW_PASSPHRASE: SecretField = { ...PASSPHRASE, label: 'New passphrase', fresh: true }

const FOR_EVERYTHING = {
  title: 'Unlock the wallet?',
  consequence: 'Payments can be signed until it is locked again. Each of them is still asked about.',
}
const FOR_STAKING = {
  title: 'Unlock the wallet for staking?',
  consequence:
    'Until it is locked again, its coins can stake: each goes back to its own address. For payments and keys it stays locked.',
}

const unlocking =
  (seconds: string) =>
  (call: PageCall): Draft => ({
    ...(textArg(call, 'scope') === 'staking' ? FOR_STAKING : FOR_EVERYTHING),
    facts: [fact('For', durationText(BigInt(plainArg(call, seconds))))],
    warnings: BigInt(plainArg(call, seconds)) > LONG ? ['That is long: a wallet that is open is less safe.'] : [],
    agree: 'Unlock',
  })
const protecting = (more: string) => (): Draft => ({
  title: 'Protect the wallet with a passphrase?',
  consequence: `Nothing can be spent without it. Whoever loses it loses the coins, unless the phrase or the keys are written down.${more}`,
  agree: 'Protect',
  danger: true,
})

const ASKED: Readonly<Record<string, Asking>> = {
  unlockwallet: { words: unlocking('seconds'), fields: [PASSPHRASE] },
  walletpassphrase: { words: unlocking('timeout'), fields: [PASSPHRASE] },
  checkpassphrase: {
    words: () => ({
      title: 'Is this the passphrase of the wallet?',
      consequence: 'Nothing is changed or unlocked. The page hears only whether it was right.',
      agree: 'Check',
    }),
    fields: [PASSPHRASE],
  },
  protectwallet: { words: protecting(''), fields: [NEW_PASSPHRASE] },
  encryptwallet: { words: protecting(' The node stops afterwards.'), fields: [NEW_PASSPHRASE] },
  walletpassphrasechange: {
    words: () => ({
      title: 'Change the passphrase of the wallet?',
      consequence: 'From now on only the new one opens it. Backups that were made before open with the old one.',
      agree: 'Change',
      danger: true,
    }),
    fields: [
      { name: 'oldpassphrase', label: 'Passphrase until now', kind: 'passphrase' },
      { name: 'newpassphrase', label: 'New passphrase', kind: 'passphrase', fresh: true },
    ],
  },
  importprivkey: {
    words: (call) => ({
      title: 'Take a private key into the wallet?',
      consequence:
        'Whoever else has this key can spend what comes to it. The phrase of the wallet does not restore it.',
      facts: [fact('Label', shownArg(call, 'label')), fact('Look through the chain', plainArg(call, 'rescan'))],
      agree: 'Take the key',
      danger: true,
    }),
    fields: [{ name: 'komodoprivkey', label: 'Private key', kind: 'key' }],
  },
  setphrase: {
    words: (call) => ({
      title: 'Let the wallet follow a recovery phrase?',
      consequence:
        'All keys that are made from now on come from it: whoever has the words has the coins. Type only words that you wrote down yourself.',
      facts: restoreFacts(call.args['options']),
      agree: 'Use this phrase',
      danger: true,
    }),
    fields: [{ name: 'phrase', label: 'Recovery phrase', kind: 'phrase' }],
  },
}

function restoreFacts(options: unknown) {
  if (!(options instanceof Map)) return []
  const { restore, birth } = Object.fromEntries(options as JsonObject)
  const text = birth !== null && typeof birth === 'object' && 'text' in birth ? String(birth.text) : ''
  return [
    fact('Look for payments in the chain', restore === true ? 'yes' : 'no'),
    ...(/^\d{1,10}$/.test(text) ? [fact('Not in use before', timeText(Number(text)))] : []),
  ]
}

/** The secret typed into a field. @throws RpcError */
export function typed({ secrets }: Agreed, name: string): string {
  const text = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (typeof text === 'string' && text !== '' && text.length <= MOST_TYPED) return text
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `The ${name} is missing or far too long`)
}

export const asksForSecrets = (name: string) => Object.hasOwn(ASKED, name)

export function aboutSecrets(call: PageCall, ground: Ground): ConsentPlan {
  const asking = ASKED[call.name]
  if (asking === undefined) throw new Error(`no secrets are asked for ${call.name}`)
  const here = ground.options.secrets === 'surface'
  return {
    question: draft(ground, { ...asking.words(call), ...(here && { secrets: asking.fields }) }),
    act(answer) {
      if (!here) return passOn(call, ground)
      const filled = asking.fields.reduce((each, { name }) => withValue(each, name, typed(answer, name)), call)
      return passOn(filled, ground)
    },
  }
}
