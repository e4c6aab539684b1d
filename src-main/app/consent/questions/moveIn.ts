/** Prompts about moving an existing node in, and about taking the change of its conf file back. */
import { chainMethods, type ListedChain } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, parseJson, stringifyJson } from '#shared/json.ts'
import type { ResultOf } from '#shared/rpc/define.ts'
import { translateNodeText } from '../../texts/index.ts'
import { askedChain } from '../chainText.ts'
import type { TickGroup } from '../consentUi.ts'
import { type PageCall, withValue } from '../pageCall.ts'
import type { Agreed, ConsentContext, ConsentPlan } from '../plan.ts'
import { quoted, toCompleteText, visible } from '../text.ts'
import { textArg, timeText } from './arguments.ts'
import { draft, fact } from './draft.ts'
import { oldWalletField, withOldPassphrase } from './oldWallets.ts'
import { pickedFile } from './sealedBackups.ts'

type Report = ResultOf<typeof chainMethods.inspectnodefolder>
type OldConf = NonNullable<Report['settings']>
type OldWallet = NonNullable<Report['keys']>
type Words = Pick<ConsentContext, 't' | 'language'>
type Facts = readonly { readonly name: string; readonly value: string }[]

/** Maximum number of characters of a label. */
const MAX_LABEL_LENGTH = 1_000
/** Maximum number of characters of a list in one line: options, taken lines. */
const MAX_LIST_LENGTH = 8_000

const noFacts: Facts = []

/** Choices of the page's form. Only a tick in the app's own window takes over a line that needs one. */
interface MoveInForm {
  readonly choices: JsonObject
  readonly label: string
  readonly wallet: OldWallet | undefined
  readonly hasBlocks: boolean
  readonly conf: OldConf | undefined
  readonly replacesConf: boolean
}

function readForm(call: PageCall, report: Report): MoveInForm {
  const choices = call.args['choices'] as JsonObject
  const label = choices.get('label')
  return {
    choices,
    label: typeof label === 'string' ? label.trim() : '',
    wallet: choices.get('wallet') === false ? undefined : (report.keys ?? undefined),
    hasBlocks: report.blocks.files > 0 && choices.get('blocks') !== false,
    conf: report.settings ?? undefined,
    replacesConf: choices.get('conf') === true,
  }
}

const lineText = ({ option, value }: OldConf['ask'][number]) => visible(option === '' ? value : `${option}=${value}`)

/** Identifies a line in the choices of moveinnode. */
const lineName = ({ option, value }: OldConf['ask'][number]) => `${option}=${value}`

function walletFacts(report: Report, { wallet }: MoveInForm, { t }: Words): Facts {
  if (wallet === undefined) return report.keys === null ? noFacts : [fact(t('movein.noWallet'), t('movein.notTaken'))]
  const figures = t.figures()
  const count = (number: number) => figures.whole(number)
  const { labels, watchonly, scripts, transactions } = wallet
  const others = { labels, watchonly, scripts, transactions }
  const counts = Object.fromEntries(Object.entries(others).map(([name, number]) => [name, count(number)]))
  return [
    fact(t('movein.keys'), count(wallet.keys - (wallet.encrypted ? wallet.encryptedkeys : 0))),
    ...(wallet.encryptedkeys === 0 ? [] : [fact(t('movein.encrypted'), count(wallet.encryptedkeys))]),
    fact(t('movein.others'), t('movein.othersValue', counts)),
    ...(wallet.shielded === 0
      ? []
      : [fact(t('movein.shielded'), t('movein.shieldedValue', { count: count(wallet.shielded) }))]),
    ...(wallet.oldest === 0 ? [] : [fact(t('movein.oldest'), timeText(wallet.oldest))]),
    ...(wallet.balance === null
      ? []
      : [fact(t('movein.balance'), `${figures.coins(wallet.balance)} ${visible(report.definition.name)}`)]),
    ...(wallet.rescued === 'no' ? [] : [fact(t('movein.rescued'), t(`moveinRescued.${wallet.rescued}`))]),
  ]
}

function blockFacts({ blocks, needed, free }: Report, { hasBlocks }: MoveInForm, { t }: Words): Facts {
  const figures = t.figures()
  const size = { count: figures.whole(blocks.files), size: figures.bytes(blocks.size) }
  return [
    ...(blocks.files === 0
      ? []
      : [fact(t('movein.blocks'), hasBlocks ? t('movein.blocksValue', size) : t('movein.notTaken'))]),
    fact(t('movein.needed'), figures.bytes(needed)),
    ...(free === null ? [] : [fact(t('movein.free'), figures.bytes(free))]),
  ]
}

function confFacts({ conf, replacesConf }: MoveInForm, { t }: Words): Facts {
  if (conf === undefined) return noFacts
  const taken = conf.taken.map(lineText).join('; ')
  return [
    fact(t('movein.taken'), taken === '' ? t('value.none') : toCompleteText(taken, MAX_LIST_LENGTH)),
    ...(conf.user === '' ? [] : [fact(t('movein.user'), t('movein.userKeeps', { user: visible(conf.user) }))]),
    ...(replacesConf ? [fact(t('movein.conf'), t('movein.confReplaced', { file: visible(conf.file) }))] : []),
  ]
}

function chainFacts({ folder, definition }: Report, { label }: MoveInForm, { t }: Words): Facts {
  const listed = label === '' ? visible(definition.name) : quoted(t, label, MAX_LABEL_LENGTH)
  const options = toCompleteText(definition.options.join(' '), MAX_LIST_LENGTH)
  return [
    fact(t('movein.folder'), visible(folder)),
    fact(t('chain.name'), visible(definition.name)),
    fact(t('chain.listed'), listed),
    fact(t('chain.network'), definition.network),
    fact(t('chain.options'), options),
    fact(t('movein.from'), t(`moveinFrom.${definition.from}`)),
    fact(t('movein.checked'), t(`moveinChecked.${definition.verified}`)),
  ]
}

function collectWarnings(report: Report, form: MoveInForm, { t, language }: Words): readonly string[] {
  const { wallet, conf, replacesConf } = form
  const leaks = wallet?.leaks
  return [
    ...[...report.warnings, ...(wallet?.warnings ?? [])].map((text) => visible(translateNodeText(language, text))),
    ...(leaks && leaks.plainkeys > 0 ? [t('movein.plainKeys', { count: leaks.plainkeys })] : []),
    ...(leaks?.plainseed ? [t('movein.plainSeed')] : []),
    ...(conf?.shortpassword ? [t('movein.shortPassword')] : []),
    ...(replacesConf ? [t('movein.oldDaemon')] : []),
  ]
}

/** Returns a checkbox for each line of the conf file that weakens the node. */
function tickGroups({ conf }: MoveInForm, { t, language }: Words): readonly TickGroup[] {
  if (conf === undefined || conf.ask.length === 0) return []
  const choices = conf.ask.map((line) => ({
    ...{ name: lineName(line), label: lineText(line) },
    ...(line.reason !== '' && { lines: [visible(translateNodeText(language, line.reason))] }),
  }))
  return [{ heading: t('movein.ask'), choices }]
}

/** Returns the lines that the page of a browser ticked: its terminal shows them, and the code confirms them. */
function pageTicks({ choices, conf }: MoveInForm): readonly OldConf['ask'][number][] {
  const given = choices.get('ticks')
  const names = new Set(Array.isArray(given) ? given : [])
  return (conf?.ask ?? []).filter((line) => names.has(lineName(line)))
}

async function inspect(call: PageCall, { chainManager }: ConsentContext): Promise<Report> {
  const text = (call.args['choices'] as JsonObject).get('text')
  const params = [textArg(call, 'folder'), ...(typeof text === 'string' ? [{ text }] : [])]
  const json = await chainManager.call('inspectnodefolder', stringifyJson(params), call.options)
  return chainMethods.inspectnodefolder.result.decode(parseJson(json))
}

function buildMoveInQuestion(report: Report, form: MoveInForm, context: ConsentContext) {
  const { t, language, options } = context
  const inPage = options.secrets === 'page'
  const ticked = inPage ? pageTicks(form) : []
  const tickWarnings = ticked.map((line) =>
    t('movein.asked', { line: lineText(line), reason: visible(translateNodeText(language, line.reason)) }),
  )
  const groups = inPage ? [] : tickGroups(form, context)
  const leftOut = (form.conf?.leftout ?? []).map((line) =>
    fact(t('movein.leftOut', { line: lineText(line) }), visible(translateNodeText(language, line.reason))),
  )
  const asksPassphrase = !inPage && form.wallet?.encrypted === true
  return draft(context, {
    title: t('movein.title', { chain: visible(report.definition.name) }),
    consequence: t(form.replacesConf ? 'movein.consequenceConf' : 'movein.consequence'),
    facts: [
      ...chainFacts(report, form, context),
      ...walletFacts(report, form, context),
      ...blockFacts(report, form, context),
      ...confFacts(form, context),
    ],
    warnings: [...tickWarnings, ...collectWarnings(report, form, context)],
    ...(leftOut.length > 0 && { details: { facts: leftOut, lists: [], open: true } }),
    ...(groups.length > 0 && { ticks: groups }),
    ...(asksPassphrase && { secrets: [oldWalletField(t)] }),
    ...{ agree: t('movein.agree'), danger: form.replacesConf },
  })
}

/** Asks once about everything that is taken from an old node's folder. */
export async function planMoveInConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const report = await inspect(call, context)
  if (!report.ready) throw new RpcError(RPC_ERROR.MISC, report.obstacle ?? 'This folder cannot be moved in now')
  const form = readForm(call, report)
  const inPage = context.options.secrets === 'page'
  const run = (ticks: readonly string[], passphrase?: string) => {
    const choices: JsonObject = new Map([...form.choices, ['ticks', [...ticks]]])
    const chosen = withValue(call, 'choices', choices)
    return context.forward(passphrase === undefined ? chosen : withValue(chosen, 'passphrase', passphrase))
  }
  return {
    question: buildMoveInQuestion(report, form, context),
    discloses: true,
    async act(answer: Agreed) {
      if (inPage) return run(pageTicks(form).map(lineName))
      const names = (form.conf?.ask ?? []).map(lineName).filter((name) => answer.ticked?.includes(name))
      if (form.wallet?.encrypted !== true) return run(names)
      return withOldPassphrase(answer, context, (passphrase) => run(names, passphrase))
    },
  }
}

async function findMove(id: ListedChain['id'], { chainManager }: ConsentContext) {
  const json = await chainManager.call('getmovein', '[]')
  return chainMethods.getmovein.result.decode(parseJson(json)).moves.find((move) => move.id === id)
}

export async function planMoveUndoConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, text } = await askedChain(call, context)
  const move = await findMove(chain.id, context)
  if (move === undefined) throw new RpcError(RPC_ERROR.MISC, 'Nothing was moved into this chain')
  const { conf } = move
  return {
    question: draft(context, {
      chain: text,
      ...{ title: t('undomovein.title', { chain: visible(chain.label) }), consequence: t('undomovein.consequence') },
      facts: [
        fact(t('movein.folder'), visible(move.folder)),
        ...(conf === null
          ? []
          : [fact(t('undomovein.file'), visible(conf.file)), fact(t('undomovein.kept'), visible(conf.kept))]),
      ],
      warnings: conf?.state === 'changed' ? [t('undomovein.changed')] : [],
      agree: t('undomovein.agree'),
    }),
    act: () => context.forward(call),
  }
}

/** Lets the user choose the folder of an old node; a browser's page gives its path. */
export function planNodeFolderConsent(call: PageCall, context: ConsentContext): ConsentPlan {
  const { t, options } = context
  const folder = textArg(call, 'folder')
  const words = {
    ...{ title: t('choosefolder.title'), consequence: t('choosefolder.consequence'), agree: t('choosefolder.agree') },
  }
  if (options.secrets === 'page') {
    const facts = [fact(t('choosefolder.folder'), toCompleteText(folder, MAX_LIST_LENGTH))]
    return { question: draft(context, { ...words, facts }), act: () => context.forward(call) }
  }
  if (folder !== '') {
    const message = 'folder: must be empty, because the app asks for the folder in its own window'
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
  }
  return {
    question: draft(context, { ...words, file: { use: 'folder', suggested: '' } }),
    act: (answer) => context.forward(withValue(call, 'folder', pickedFile(answer))),
  }
}
