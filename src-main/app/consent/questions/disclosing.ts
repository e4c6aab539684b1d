/** Prompts about keys and phrases that leave or enter the wallet, which bypass the page of the desktop app. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { plainArg, textArg } from './arguments.ts'
import { type Draft, draft, fact } from './draft.ts'
import { ownerAddress } from './findOwner.ts'
import { pickedFile, planSealedProofConsent, savePicked, suggestedName } from './sealedBackups.ts'
import { typed } from './secretQuestions.ts'

/** Texts that the page gets instead of a secret. */
const OUTSIDE = '(shown outside of the page)'
const SAVED = '(saved to a file)'
const SET = '(written down, and set)'
/** Maximum size of a key file in bytes: 100,000 keys take 12 MB. */
const MAX_FILE_BYTES = 50_000_000

export const unlockNeeded = () =>
  new RpcError(RPC_ERROR.UNLOCK_NEEDED, 'Error: Please enter the wallet passphrase with walletpassphrase first.')
const declined = () => new RpcError(RPC_ERROR.MISC, 'You decided against it. Nothing was done.')

/** In browser mode the page does the rest after approval. */
const onlyAsked = (call: PageCall, context: ConsentContext, words: Draft): ConsentPlan => ({
  question: draft(context, words),
  act: () => context.forward(call),
})

/** Disclosure of a private key: `reveal` returns the key, `shown` the reply for the page without the key. */
interface KeyDisclosure {
  readonly address: string
  readonly consequence: string
  readonly reveal: () => Promise<string>
  readonly shown: () => unknown
}

function disclosing(
  call: PageCall,
  context: ConsentContext,
  { address, consequence, reveal, shown }: KeyDisclosure,
): ConsentPlan {
  const { t } = context
  const words: Draft = {
    ...{ title: t('key.title'), consequence, facts: [fact(t('fact.address'), address)] },
    ...{ agree: t('key.agree'), danger: true },
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  return {
    question: draft(context, words),
    discloses: true,
    async act() {
      const secret = await reveal()
      const explanation = t('key.explanation', { address })
      await context.surface.disclose(
        { chain: context.chainText, title: t('key.shownTitle'), explanation, secret, kind: 'key', done: t('key.done') },
        context.signal,
      )
      return call.method.result.encode(shown())
    },
  }
}

export async function planKeyConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const address = await ownerAddress(textArg(call, 't-addr'), context)
  const consequence = context.t('key.consequence')
  const reveal = () => context.client.call('dumpprivkey', { 't-addr': address })
  return disclosing(call, context, { address, consequence, reveal, shown: () => OUTSIDE })
}

/** Asks about showing a key in the format of a gateway's other chain. */
export async function planGatewayKeyConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const address = await ownerAddress(textArg(call, 'address'), context)
  const bindtxid = textArg(call, 'bindtxid')
  return disclosing(call, context, {
    address,
    consequence: context.t('key.gatewayConsequence'),
    async reveal() {
      const answer = await context.client.call('gatewaysdumpprivkey', { bindtxid, address })
      if (answer.result === 'error') throw new RpcError(RPC_ERROR.MISC, answer.error)
      return answer.privkey
    },
    shown: () => ({ result: 'success', privkey: OUTSIDE }),
  })
}

/** Generates a phrase, shows it, checks that it was written down and sets it; all in one call of the page. */
export async function planNewPhraseConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, t } = context
  const status = await client.call('getwalletstatus')
  const words: Draft = {
    title: t(status.phrase ? 'newphrase.replaceTitle' : 'newphrase.title'),
    consequence: t(status.phrase ? 'newphrase.replaceConsequence' : 'newphrase.consequence'),
    facts: [fact(t('newphrase.words'), plainArg(call, 'words', t))],
    agree: t('newphrase.agree'),
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  if (status.phrase && !status.phrasereplaceable)
    throw new RpcError(RPC_ERROR.WALLET, 'The wallet already has a phrase')
  if (status.locked) throw unlockNeeded()
  return {
    question: draft(context, words),
    discloses: true,
    async act() {
      const { phrase } = await client.call('newphrase', { words: Number(call.args['words']) })
      if (!(await disclosePhrase(phrase, context))) throw declined()
      await client.call('setphrase', { phrase })
      return call.method.result.encode({ phrase: SET })
    },
  }
}

/** Shows the phrase that the wallet stores, and records that it was written down. */
export async function planShowPhraseConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, t } = context
  const words: Draft = {
    ...{ title: t('showphrase.title'), consequence: t('showphrase.consequence') },
    ...{ agree: t('newphrase.agree'), danger: true },
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  const { locked, phrasekept } = await client.call('getwalletstatus')
  if (!phrasekept) throw new RpcError(RPC_ERROR.WALLET, 'The wallet does not store the words of its phrase')
  if (locked) throw unlockNeeded()
  return {
    question: draft(context, words),
    discloses: true,
    async act() {
      const { phrase, time } = await client.call('showphrase')
      if (!(await disclosePhrase(phrase, context))) throw declined()
      await client.call('notebackup', { time: BigInt(time), what: 'phrase' })
      return call.method.result.encode({ phrase: OUTSIDE, time })
    },
  }
}

/** Shows the phrase. Returns true if the user proved that it was written down. */
async function disclosePhrase(phrase: string, { surface, signal, chainText, t }: ConsentContext): Promise<boolean> {
  const written = await surface.disclose(
    {
      ...{ chain: chainText, title: t('newphrase.shownTitle'), explanation: t('newphrase.explanation') },
      ...{ secret: phrase, kind: 'phrase', done: t('newphrase.done') },
    },
    signal,
  )
  return written && !signal.aborted
}

export function planExportConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { client, options, t } = context
  const words: Draft = {
    title: t('export.title'),
    consequence: t('export.consequence'),
    agree: t('export.agree'),
    danger: true,
  }
  if (options.secrets === 'page') return onlyAsked(call, context, words)
  const suggested = suggestedName(context, '-keys.txt')
  return {
    question: draft(context, { ...words, file: { use: 'save', suggested } }),
    async act(answer) {
      const { text, time } = await client.call('exportwallet')
      await savePicked(context, pickedFile(answer), text)
      await client.call('notebackup', { time: BigInt(time) })
      return call.method.result.encode({ text: SAVED, time })
    },
  }
}

export function planImportConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { t } = context
  const words: Draft = {
    title: t('import.title'),
    consequence: t('import.consequence'),
    agree: t('import.agree'),
    danger: true,
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  return {
    question: draft(context, { ...words, file: { use: 'open', suggested: '' } }),
    async act(answer) {
      const text = await context.options.files.read(pickedFile(answer), MAX_FILE_BYTES)
      return context.forward(withValue(call, 'text', text))
    },
  }
}

/**
 * Asks for a backup to check. An empty member selects the kind that the page wants checked: phrase, dump or sealed
 * backup.
 */
export function planProofConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { t } = context
  const words: Draft = {
    title: t('proof.title'),
    consequence: t('proof.consequence'),
    agree: t('proof.agree'),
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  const backup = call.args['backup'] as JsonObject
  if (backup.has('sealed')) return planSealedProofConsent(call, context, words)
  const dump = backup.has('dump')
  const field = { name: 'phrase', label: t('secret.phrase'), kind: 'phrase' } as const
  return {
    question: draft(context, {
      ...words,
      ...(dump ? { file: { use: 'open', suggested: '' } } : { secrets: [field] }),
    }),
    async act(answer) {
      const given: JsonObject = dump
        ? new Map([['dump', await context.options.files.read(pickedFile(answer), MAX_FILE_BYTES)]])
        : new Map([['phrase', typed(answer, 'phrase')]])
      return context.forward(withValue(call, 'backup', given))
    },
  }
}
