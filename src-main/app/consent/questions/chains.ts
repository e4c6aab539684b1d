/** Prompts for adding, changing or deleting chains. */
import type { ListedChain } from '#shared/chains/index.ts'
import { chainMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, NumberLiteral, parseJson, stringifyJson } from '#shared/json.ts'
import { resolveLabel } from '../../chains/index.ts'
import { type AppText, warningText } from '../../texts/index.ts'
import { askedChain, chainText } from '../chainText.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { quoted, toCompleteText, tooLong, visible } from '../text.ts'
import { textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'

/** Maximum number of characters of all options, and of a label. */
const MAX_OPTIONS_LENGTH = 4_000
const MAX_LABEL_LENGTH = 1_000

export async function planNewChainConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const chain = call.args['chain'] as JsonObject
  const text = await context.chainManager.call('describechain', stringifyJson([chain]))
  const described = chainMethods.describechain.result.decode(parseJson(text))
  const [problem] = described.problems
  if (problem !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, problem.message)
  const label = chain.get('label')
  const joins = call.name === 'joinchain'
  const options = described.options.join(' ')
  if (options.length > MAX_OPTIONS_LENGTH) throw tooLong(`${options.length} characters of options`)
  const called = typeof label === 'string' && label.trim() !== '' ? quoted(t, label, MAX_LABEL_LENGTH) : described.name
  // Reject a label that reads like the sandbox before asking.
  resolveLabel(typeof label === 'string' ? label : '', described.name, 'joined')
  return {
    question: draft(context, {
      title: t(joins ? 'chain.join' : 'chain.create', { name: visible(described.name) }),
      consequence: t(joins ? 'chain.joinConsequence' : 'chain.createConsequence'),
      facts: [
        fact(t('chain.name'), visible(described.name)),
        fact(t('chain.listed'), called),
        fact(t('chain.network'), described.network),
        fact(t('chain.options'), visible(options)),
        fact(
          t('chain.peers'),
          described.peers.length === 0
            ? t('value.none')
            : toCompleteText(described.peers.join(' '), MAX_OPTIONS_LENGTH),
        ),
        fact(t('chain.port'), String(described.p2pport)),
        ...(joins ? [] : [fact(t('chain.alone'), t(chain.get('testnode') === true ? 'value.yes' : 'value.no'))]),
        ...(described.finalsupply === null ? [] : [fact(t('chain.final'), t.figures().coins(described.finalsupply))]),
      ],
      warnings: described.warnings.map((warning) =>
        toCompleteText(warningText(context.language, warning), MAX_OPTIONS_LENGTH),
      ),
      agree: t(joins ? 'chain.joinAgree' : 'chain.createAgree'),
    }),
    act: () => context.forward(call),
  }
}

const facts = (chain: ListedChain, t: AppText) => [
  fact(t('fact.label'), visible(chain.label)),
  fact(t('chain.name'), visible(chain.name)),
  fact(t('chain.folder'), visible(chain.directory)),
  fact(t('fact.blocks'), chain.height === null ? t('value.unknown') : t.figures().whole(chain.height)),
  fact(t('chain.size'), chain.size === null ? t('value.unknown') : t.figures().bytes(chain.size)),
]

/** Returns the sandbox's second wallet, which is deleted and removed together with the first. */
const findFriend = (chain: ListedChain, all: readonly ListedChain[]) =>
  chain.kind === 'sandbox' ? all.find(({ kind }) => kind === 'friend') : undefined

function namesakes(chain: ListedChain, all: readonly ListedChain[], t: AppText): readonly string[] {
  const pair = findFriend(chain, all)
  const others = all.filter((other) => other.id !== chain.id && other.id !== pair?.id && other.name === chain.name)
  if (others.length === 0) return []
  const listed = others
    .map((other) => t('chain.in', { chain: chainText(other, [], t), folder: visible(other.directory) }))
    .join('; ')
  return [t('chain.namesakes', { count: others.length, list: listed })]
}

export async function planDeletionConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, all } = await askedChain(call, context)
  if (textArg(call, 'name') !== chain.name) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The name does not match the name of the chain')
  }
  const friend = findFriend(chain, all)
  return {
    question: draft(context, {
      chain: chainText(chain, all, t),
      title: t('delete.title', { chain: visible(chain.label) }),
      consequence: t('delete.consequence'),
      facts: [
        ...facts(chain, t),
        ...(friend === undefined ? [] : [fact(t('delete.friend'), visible(friend.directory))]),
        ...(chain.kept === null ? [] : [fact(t('delete.kept'), visible(chain.kept.folder))]),
        fact(t('delete.balance'), t('delete.stopped')),
      ],
      warnings: namesakes(chain, all, t),
      agree: t('delete.agree'),
      danger: true,
      typeToAgree: chain.name,
    }),
    act: () => context.forward(call),
  }
}

export async function planNewWalletConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, all } = await askedChain(call, context)
  if (textArg(call, 'name') !== chain.name) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The name does not match the name of the chain')
  }
  return {
    question: draft(context, {
      chain: chainText(chain, all, t),
      title: t('newwallet.title', { chain: visible(chain.label) }),
      consequence: t('newwallet.consequence'),
      facts: facts(chain, t),
      warnings: namesakes(chain, all, t),
      agree: t('newwallet.agree'),
      danger: true,
      typeToAgree: chain.name,
    }),
    act: () => context.forward(call),
  }
}

export async function planForgettingConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, all } = await askedChain(call, context)
  return {
    question: draft(context, {
      chain: chainText(chain, all, t),
      title: t('forget.title', { chain: visible(chain.label) }),
      consequence: t('forget.consequence'),
      facts: facts(chain, t),
      warnings: namesakes(chain, all, t),
      agree: t('forget.agree'),
    }),
    act: () => context.forward(call),
  }
}

/** Asks about joinafresh and undojoinafresh. */
export async function planFreshStartConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, all } = await askedChain(call, context)
  const kind = call.name === 'joinafresh' ? 'joinafresh' : 'undojoinafresh'
  const kept = chain.kept === null ? [] : [fact(t('undojoinafresh.kept'), visible(chain.kept.folder))]
  return {
    question: draft(context, {
      chain: chainText(chain, all, t),
      title: t(`${kind}.title`, { chain: visible(chain.label) }),
      consequence: t(`${kind}.consequence`),
      facts: [...facts(chain, t), ...kept],
      warnings: namesakes(chain, all, t),
      agree: t(`${kind}.agree`),
    }),
    act: () => context.forward(call),
  }
}

const formatPort = (ports: JsonObject, name: string, t: AppText): string => {
  const value = ports.get(name)
  if (value === undefined || value === null) return t('ports.before')
  return value instanceof NumberLiteral && /^\d{1,5}$/.test(value.text) ? value.text : '?'
}

export async function planPortsConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { chain, all } = await askedChain(call, context)
  const ports = call.args['ports'] as JsonObject
  return {
    question: draft(context, {
      chain: chainText(chain, all, t),
      title: t('ports.title', { chain: visible(chain.label) }),
      consequence: t('ports.consequence'),
      facts: [
        fact(t('ports.peer'), formatPort(ports, 'p2pport', t)),
        fact(t('ports.rpc'), formatPort(ports, 'rpcport', t)),
      ],
      warnings: chain.kind === 'sandbox' && ports.get('p2pport') instanceof NumberLiteral ? [t('private.ports')] : [],
      agree: t('ports.agree'),
    }),
    act: () => context.forward(call),
  }
}
