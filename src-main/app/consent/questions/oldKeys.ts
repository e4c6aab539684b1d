/**
 * Prompts that import keys of another wallet's phrase, passphrase or private key. The user types it into the app's own
 * window, which also shows the addresses and takes the choice. The page gets the chosen addresses and nothing else.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { ResultOf } from '#shared/rpc/define.ts'
import type { Methods } from '#shared/rpc/index.ts'
import type { AppText } from '../../texts/index.ts'
import type { SecretField, TickChoice } from '../consentUi.ts'
import type { PageCall } from '../pageCall.ts'
import type { Agreed, ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { shownArg, textArg, timeText } from './arguments.ts'
import { unlockNeeded } from './disclosing.ts'
import { draft, fact } from './draft.ts'
import { typed } from './secretQuestions.ts'

/** Maximum number of texts that the user may type for one call. */
const MAX_TEXTS = 3

type Inspection = ResultOf<Methods['inspectpassphrase']>
type Reading = Inspection['readings'][number]

const invalid = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

const COINS: Readonly<Record<number, 'bitcoin' | 'litecoin' | 'testnet'>> = {
  128: 'bitcoin',
  176: 'litecoin',
  239: 'testnet',
}

/** Returns the name of the coin whose private keys have a version byte. */
const findCoinName = (prefix: number | null, t: AppText) => t(`oldkeyCoin.${COINS[prefix ?? -1] ?? 'unknown'}`)

function planTyping(call: PageCall, context: ConsentContext, warnings: readonly string[]) {
  const { t } = context
  const field: SecretField = { name: 'text', label: t('oldkey.field'), kind: 'text' }
  return draft(context, {
    ...{ title: t('oldkey.title'), consequence: t('oldkey.consequence'), warnings },
    ...{ facts: [fact(t('fact.label'), shownArg(call, 'label', t))], agree: t('oldkey.show'), secrets: [field] },
  })
}

function readingLabel({ reading, text }: Reading, { prefix }: Inspection, t: AppText): string {
  const name = reading === 'otherwif' ? t('oldkeyReading.otherwif', { coin: findCoinName(prefix, t) }) : undefined
  const label = name ?? t(`oldkeyReading.${reading}`)
  return text === 'given' ? label : t(`oldkeyText.${text}`, { reading: label })
}

function historyLine({ transactions, first, last }: Reading, { height }: Inspection, t: AppText): string {
  if (transactions === 0) return t('oldkey.unused', { height: t.figures().whole(height) })
  const times = { first: first === null ? '' : timeText(first), last: last === null ? '' : timeText(last) }
  return t('oldkey.history', { count: transactions, ...times })
}

const isUsed = ({ transactions, tokens }: Reading) => transactions > 0 || tokens > 0

function choiceFor(reading: Reading, found: Inspection, { t, chain }: ConsentContext): TickChoice {
  const coins = `${t.figures().coins(reading.balance)} ${visible(chain?.name ?? '')}`
  return {
    name: reading.id,
    label: readingLabel(reading, found, t),
    lines: [
      reading.address,
      ...(reading.transactions === 0 ? [] : [t('oldkey.balance', { coins })]),
      historyLine(reading, found, t),
      ...(reading.tokens === 0 ? [] : [t('oldkey.tokens', { count: reading.tokens })]),
      ...(reading.inwallet ? [t('oldkey.inwallet')] : []),
    ],
    ticked: isUsed(reading) && !reading.inwallet,
  }
}

function planChoice(call: PageCall, context: ConsentContext, found: Inspection) {
  const { t } = context
  const warnings = found.hints.map((hint) => t(`oldkey.${hint}`, { coin: findCoinName(found.prefix, t) }))
  const choices = found.readings.map((reading) => choiceFor(reading, found, context))
  return draft(context, {
    ...{ title: t('oldkey.chooseTitle'), consequence: t('oldkey.chooseConsequence'), warnings },
    facts: [fact(t('fact.label'), shownArg(call, 'label', t))],
    ticks: [{ heading: t('oldkey.heading'), choices, required: true }],
    ...{ agree: t('oldkey.import'), danger: true },
  })
}

/**
 * Asks until a text has readings.
 * @throws RpcError if the user declines, or after three shielded keys
 */
async function readText(call: PageCall, context: ConsentContext, first: Agreed) {
  const { client, t } = context
  const { onProgress } = call.options
  let answer = first
  for (let count = 1; ; count += 1) {
    const text = typed(answer, 'text')
    const found = await client.call('inspectpassphrase', { text }, { ...(onProgress && { onProgress }) })
    if (found.shielded === null) return { text, found }
    if (count === MAX_TEXTS) throw new RpcError(RPC_ERROR.MISC, 'Nothing was imported.')
    const warning = t('oldkey.shielded', { kind: t(`oldkeyShielded.${found.shielded}`) })
    answer = await context.askAgain(planTyping(call, context, [warning]))
  }
}

export async function planOldKeyConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, options } = context
  if (options.secrets === 'page') {
    const instead = 'Use the desktop app, or convertpassphrase and importprivkey on the command line.'
    throw new RpcError(RPC_ERROR.MISC, `The app does not ask for old passphrases in a browser. ${instead}`)
  }
  const given = call.args['readings']
  if (Array.isArray(given) && given.length > 0) {
    throw invalid('readings: must be empty, because the user chooses in the app’s own window')
  }
  const { locked } = await client.call('getwalletstatus')
  if (locked) throw unlockNeeded()
  return {
    question: planTyping(call, context, []),
    discloses: true,
    async act(answer) {
      const { text, found } = await readText(call, context, answer)
      const { ticked = [] } = await context.askAgain(planChoice(call, context, found))
      const readings = found.readings.map(({ id }) => id).filter((id) => ticked.includes(id))
      if (readings.length === 0) throw invalid('No address was chosen')
      const { onProgress } = call.options
      const imported = await client.call(
        'importpassphrase',
        { text, label: textArg(call, 'label'), rescan: call.args['rescan'] !== false, readings },
        { ...(onProgress && { onProgress }) },
      )
      return call.method.result.encode(imported)
    },
  }
}
