/** Prompts about encrypted backups. The desktop app's page sees neither the passphrase, nor the file, nor its path. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import type { AppText } from '../../texts/index.ts'
import type { SecretField } from '../consentUi.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import type { Agreed, ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { numberArg, textArg } from './arguments.ts'
import { type Draft, draft, fact } from './draft.ts'
import { typed } from './secretQuestions.ts'

/** Reply that the page gets instead of the file's text. */
const SAVED = '(saved to a file)'
/** Maximum size of an encrypted backup in bytes: a backup of 100,000 keys has 20 MB. */
const MAX_SEALED_BYTES = 70_000_000
const MAX_UNFINISHED_NOTICES = 3

const givenPassphrase = (t: AppText): SecretField => ({
  ...{ name: 'passphrase', label: t('sealed.ofBackup'), kind: 'passphrase' },
})
const ownPassphrase = (t: AppText): SecretField => ({ ...givenPassphrase(t), fresh: true })

const onlyAsked = (call: PageCall, context: ConsentContext, words: Draft): ConsentPlan => ({
  question: draft(context, words),
  act: () => context.forward(call),
})

export function pickedFile({ file }: Agreed): string {
  if (file !== undefined && file !== '') return file
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'No file was selected')
}

/**
 * Writes a file that the user picked, and shows notices about unfinished files of killed programs in the same folder.
 */
export async function savePicked(
  { options, surface, t, chainText }: ConsentContext,
  path: string,
  text: string,
): Promise<void> {
  const unfinished = await options.files.write(path, text)
  for (const left of unfinished.slice(0, MAX_UNFINISHED_NOTICES)) {
    surface.notify({ chain: chainText, text: t('notice.unfinished', { path: visible(left) }) })
  }
}

/** Suggests a name for a file of this chain, without characters that some file systems reject. */
export const suggestedName = ({ chain }: ConsentContext, ending: string) =>
  `${(chain?.name ?? 'wallet').replace(/[^A-Za-z0-9_-]/g, '_')}${ending}`

export function planSealingConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { client, options, t } = context
  const words: Draft = {
    title: t('sealed.title'),
    consequence: t('sealed.consequence'),
    agree: t('sealed.agree'),
  }
  if (options.secrets === 'page') return onlyAsked(call, context, words)
  const file = { use: 'save', suggested: suggestedName(context, '-wallet.chainwright-backup') } as const
  return {
    question: draft(context, { ...words, file, secrets: [ownPassphrase(t)] }),
    async act(answer) {
      const path = pickedFile(answer)
      const { text, time, keys } = await client.call('sealbackup', { passphrase: typed(answer, 'passphrase') })
      await savePicked(context, path, text)
      await client.call('notebackup', { time: BigInt(time) })
      return call.method.result.encode({ text: SAVED, time, keys })
    },
  }
}

export function planRestoringConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { t } = context
  const words: Draft = {
    title: t('restore.title'),
    consequence: t('restore.consequence'),
    agree: t('restore.agree'),
    danger: true,
  }
  if (context.options.secrets === 'page') return onlyAsked(call, context, words)
  return {
    question: draft(context, {
      ...words,
      // Suggest the backup file that the user opened the app with.
      file: { use: 'open', suggested: context.chainManager.openings.backup() },
      secrets: [givenPassphrase(t)],
    }),
    async act(answer) {
      const text = await context.options.files.read(pickedFile(answer), MAX_SEALED_BYTES)
      return context.forward(withValue(withValue(call, 'text', text), 'passphrase', typed(answer, 'passphrase')))
    },
  }
}

/** Plans the check of an encrypted backup, as part of the prompt about provebackup. */
export function planSealedProofConsent(call: PageCall, context: ConsentContext, words: Draft): ConsentPlan {
  const { t } = context
  return {
    question: draft(context, { ...words, file: { use: 'open', suggested: '' }, secrets: [givenPassphrase(t)] }),
    async act(answer) {
      const backup: JsonObject = new Map([
        ['sealed', await context.options.files.read(pickedFile(answer), MAX_SEALED_BYTES)],
        ['passphrase', typed(answer, 'passphrase')],
      ])
      return context.forward(withValue(call, 'backup', backup))
    },
  }
}

export function planScheduleConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { t } = context
  const folder = textArg(call, 'folder')
  const every = textArg(call, 'every')
  if (every !== 'day' && every !== 'week' && every !== 'changes') {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, every must be day, week or changes')
  }
  const words: Draft = {
    title: t('schedule.title'),
    consequence: t('schedule.consequence'),
    facts: [
      fact(t('schedule.when'), t(`schedule.${every}`, { number: numberArg(call, 'changes', t) })),
      fact(t('schedule.keep'), numberArg(call, 'keep', t)),
    ],
    agree: t('schedule.agree'),
  }
  if (context.options.secrets === 'page') {
    return onlyAsked(call, context, { ...words, facts: [fact(t('schedule.folder'), folder), ...(words.facts ?? [])] })
  }
  if (folder !== '') {
    throw new RpcError(
      RPC_ERROR.INVALID_PARAMETER,
      'folder: must be empty, because the app asks for the folder in its own window',
    )
  }
  return {
    question: draft(context, { ...words, file: { use: 'folder', suggested: '' }, secrets: [ownPassphrase(t)] }),
    act(answer) {
      const filled = withValue(call, 'passphrase', typed(answer, 'passphrase'))
      return context.forward(withValue(filled, 'folder', pickedFile(answer)))
    },
  }
}
