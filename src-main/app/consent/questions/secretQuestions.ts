/** Prompts with secrets that the user types. The page leaves them empty and never sees them. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import type { AppText } from '../../texts/index.ts'
import type { SecretField } from '../consentUi.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import type { Agreed, ConsentContext, ConsentPlan } from '../plan.ts'
import { durationText, plainArg, shownArg, textArg, timeText } from './arguments.ts'
import { type Draft, draft, fact } from './draft.ts'

interface Asking {
  readonly words: (call: PageCall, t: AppText) => Draft
  readonly fields: (t: AppText) => readonly SecretField[]
}

/** Maximum number of characters of a typed secret, more than any phrase or passphrase has. */
const MAX_TYPED_LENGTH = 4_096

/** Unlocking for longer than this many seconds shows a warning. */
const LONG = 4n * 3_600n

const passphrase = (t: AppText): SecretField => ({
  ...{ name: 'passphrase', label: t('secret.ofWallet'), kind: 'passphrase' },
})
const newPassphrase = (t: AppText): SecretField => ({ ...passphrase(t), label: t('secret.new'), fresh: true })

const unlocking =
  (seconds: string) =>
  (call: PageCall, t: AppText): Draft => {
    const staking = textArg(call, 'scope') === 'staking'
    const time = BigInt(plainArg(call, seconds, t))
    return {
      title: t(staking ? 'unlock.stakingTitle' : 'unlock.title'),
      consequence: t(staking ? 'unlock.stakingConsequence' : 'unlock.consequence'),
      facts: [fact(t('unlock.for'), durationText(time, t))],
      warnings: time > LONG ? [t('unlock.long')] : [],
      agree: t('unlock.agree'),
    }
  }
const protecting =
  (consequence: 'protect.consequence' | 'protect.stops') =>
  (_: PageCall, t: AppText): Draft => ({
    title: t('protect.title'),
    consequence: t(consequence),
    agree: t('protect.agree'),
    danger: true,
  })

const ASKED: Readonly<Record<string, Asking>> = {
  unlockwallet: { words: unlocking('seconds'), fields: (t) => [passphrase(t)] },
  walletpassphrase: { words: unlocking('timeout'), fields: (t) => [passphrase(t)] },
  checkpassphrase: {
    words: (_, t) => ({
      title: t('check.title'),
      consequence: t('check.consequence'),
      agree: t('check.agree'),
    }),
    fields: (t) => [passphrase(t)],
  },
  protectwallet: { words: protecting('protect.consequence'), fields: (t) => [newPassphrase(t)] },
  encryptwallet: { words: protecting('protect.stops'), fields: (t) => [newPassphrase(t)] },
  walletpassphrasechange: {
    words: (_, t) => ({
      title: t('passphrase.title'),
      consequence: t('passphrase.consequence'),
      agree: t('passphrase.agree'),
      danger: true,
    }),
    fields: (t) => [
      { name: 'oldpassphrase', label: t('secret.old'), kind: 'passphrase' },
      { ...newPassphrase(t), name: 'newpassphrase' },
    ],
  },
  importprivkey: {
    words: (call, t) => ({
      title: t('importkey.title'),
      consequence: t('importkey.consequence'),
      facts: [
        fact(t('fact.label'), shownArg(call, 'label', t)),
        fact(t('importkey.rescan'), plainArg(call, 'rescan', t)),
      ],
      agree: t('importkey.agree'),
      danger: true,
    }),
    fields: (t) => [{ name: 'komodoprivkey', label: t('secret.key'), kind: 'key' }],
  },
  setphrase: {
    words: (call, t) => ({
      title: t('phrase.title'),
      consequence: t('phrase.consequence'),
      facts: restoreFacts(call.args['options'], t),
      agree: t('phrase.agree'),
      danger: true,
    }),
    fields: (t) => [{ name: 'phrase', label: t('secret.phrase'), kind: 'phrase' }],
  },
}

function restoreFacts(options: unknown, t: AppText) {
  if (!(options instanceof Map)) return []
  const { restore, birth } = Object.fromEntries(options as JsonObject)
  const text = birth !== null && typeof birth === 'object' && 'text' in birth ? String(birth.text) : ''
  return [
    fact(t('phrase.search'), t(restore === true ? 'value.yes' : 'value.no')),
    ...(/^\d{1,10}$/.test(text) ? [fact(t('phrase.birth'), timeText(Number(text)))] : []),
  ]
}

/** Returns the secret typed into a field. @throws RpcError if it is missing or too long */
export function typed({ secrets }: Agreed, name: string): string {
  const text = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (typeof text === 'string' && text !== '' && text.length <= MAX_TYPED_LENGTH) return text
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `The ${name} is missing or too long`)
}

export const asksForSecrets = (name: string) => Object.hasOwn(ASKED, name)

export function planSecretsConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const asking = ASKED[call.name]
  if (asking === undefined) throw new Error(`${call.name} has no questions about secrets`)
  const here = context.options.secrets === 'surface'
  const fields = asking.fields(context.t)
  return {
    question: draft(context, { ...asking.words(call, context.t), ...(here && { secrets: fields }) }),
    act(answer) {
      if (!here) return context.forward(call)
      const filled = fields.reduce((each, { name }) => withValue(each, name, typed(answer, name)), call)
      return context.forward(filled)
    },
  }
}
