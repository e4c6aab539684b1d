/** Questions about chains that are added, changed or deleted. */
import type { ListedChain } from '#shared/chains/index.ts'
import { chainMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, NumberLiteral, parseJson, stringifyJson } from '#shared/json.ts'
import { formatAmount } from '#shared/units.ts'
import { askedChain, chainText } from '../chainText.ts'
import type { PageCall } from '../pageCall.ts'
import { type ConsentPlan, type Ground, passOn } from '../plan.ts'
import { quoted, tooLong, visible, whole } from '../text.ts'
import { draft, fact } from './draft.ts'
import { textArg } from './given.ts'

/** Characters of all options, and of a label. */
const MOST_OPTIONS = 4_000
const MOST_LABEL = 1_000

export async function aboutNewChain(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const chain = call.args['chain'] as JsonObject
  const text = await ground.chainManager.call('describechain', stringifyJson([chain]))
  const described = chainMethods.describechain.result.decode(parseJson(text))
  const [problem] = described.problems
  if (problem !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, problem.message)
  const label = chain.get('label')
  const joins = call.name === 'joinchain'
  const options = described.options.join(' ')
  if (options.length > MOST_OPTIONS) throw tooLong(`${options.length} characters of options`)
  const called = typeof label === 'string' && label.trim() !== '' ? quoted(label, MOST_LABEL) : described.name
  return {
    question: draft(ground, {
      title: `${joins ? 'Join' : 'Create'} the chain ${visible(described.name)}?`,
      consequence: joins
        ? 'Once it is started, this machine calls the nodes below, which learn its address, and takes blocks of strangers.'
        : 'A folder is made for it. Once it is started, other nodes can connect to this machine.',
      facts: [
        fact('Name', visible(described.name)),
        fact('In the list as', called),
        fact('Network', described.network),
        fact('Options', visible(options)),
        fact('Peers', described.peers.length === 0 ? 'none' : whole(described.peers.join(' '), MOST_OPTIONS)),
        fact('Port', String(described.p2pport)),
        ...(joins ? [] : [fact('May mine without peers', chain.get('testnode') === true ? 'yes' : 'no')]),
        ...(described.finalsupply === null ? [] : [fact('Coins in the end', formatAmount(described.finalsupply))]),
      ],
      warnings: described.warnings.map((warning) => whole(warning, MOST_OPTIONS)),
      agree: joins ? 'Join' : 'Create',
    }),
    act: () => passOn(call, ground),
  }
}

const facts = (chain: ListedChain) => [
  fact('Label', visible(chain.label)),
  fact('Name', visible(chain.name)),
  fact('Folder', visible(chain.directory)),
  fact('Blocks', chain.height === null ? 'not known' : String(chain.height)),
  fact('Size', chain.size === null ? 'not known' : `${Math.ceil(chain.size / 1_000_000)} MB`),
]

/** The second wallet of the sandbox, which goes where the first one goes. */
const friendOf = (chain: ListedChain, all: readonly ListedChain[]) =>
  chain.kind === 'sandbox' ? all.find(({ kind }) => kind === 'friend') : undefined

function namesakes(chain: ListedChain, all: readonly ListedChain[]): readonly string[] {
  const pair = friendOf(chain, all)
  const others = all.filter((other) => other.id !== chain.id && other.id !== pair?.id && other.name === chain.name)
  if (others.length === 0) return []
  const listed = others.map((other) => `${chainText(other, [])} in ${visible(other.directory)}`).join('; ')
  return [`There ${others.length === 1 ? 'is another chain' : 'are other chains'} of this name: ${listed}.`]
}

export async function aboutDeletion(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, all } = await askedChain(call, ground.chainManager)
  if (textArg(call, 'name') !== chain.name) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'That is not the name of the chain')
  }
  const friend = friendOf(chain, all)
  return {
    question: draft(ground, {
      chain: chainText(chain, all),
      title: `Delete the chain ${visible(chain.label)} with its wallet?`,
      consequence:
        'Its folder goes for good, with every key in it: coins and tokens of keys without a backup are lost.',
      facts: [
        ...facts(chain),
        ...(friend === undefined ? [] : [fact('Second wallet, which goes too', visible(friend.directory))]),
        fact('Balance', 'not known while the chain is stopped'),
      ],
      warnings: namesakes(chain, all),
      agree: 'Delete for good',
      danger: true,
      typeToAgree: chain.name,
    }),
    act: () => passOn(call, ground),
  }
}

export async function aboutNewWallet(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, all } = await askedChain(call, ground.chainManager)
  if (textArg(call, 'name') !== chain.name) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'That is not the name of the chain')
  }
  return {
    question: draft(ground, {
      chain: chainText(chain, all),
      title: `Go on without the wallet that the chain ${visible(chain.label)} was used with?`,
      consequence:
        'A wallet that is there is used from now on, else a new, empty one. What the missing wallet had is not in it.',
      facts: facts(chain),
      warnings: namesakes(chain, all),
      agree: 'Go on without it',
      danger: true,
      typeToAgree: chain.name,
    }),
    act: () => passOn(call, ground),
  }
}

export async function aboutForgetting(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, all } = await askedChain(call, ground.chainManager)
  return {
    question: draft(ground, {
      chain: chainText(chain, all),
      title: `Take the chain ${visible(chain.label)} off the list?`,
      consequence: 'Its folder stays, with the wallet in it. The app does not start it any more.',
      facts: facts(chain),
      warnings: namesakes(chain, all),
      agree: 'Take it off',
    }),
    act: () => passOn(call, ground),
  }
}

const portOf = (ports: JsonObject, name: string): string => {
  const value = ports.get(name)
  if (value === undefined || value === null) return 'as before'
  return value instanceof NumberLiteral && /^\d{1,5}$/.test(value.text) ? value.text : '?'
}

export async function aboutPorts(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { chain, all } = await askedChain(call, ground.chainManager)
  const ports = call.args['ports'] as JsonObject
  return {
    question: draft(ground, {
      chain: chainText(chain, all),
      title: `Start the chain ${visible(chain.label)} with other ports?`,
      consequence: 'Other nodes and programs on this machine find it at these ports from now on.',
      facts: [
        fact('Port for other nodes', portOf(ports, 'p2pport')),
        fact('Port for programs', portOf(ports, 'rpcport')),
      ],
      agree: 'Start it',
    }),
    act: () => passOn(call, ground),
  }
}
