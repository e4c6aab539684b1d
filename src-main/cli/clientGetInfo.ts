/** `-getinfo`: the state of a node in the layout of Bitcoin Core's client. */
import { RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { WordError } from '#shared/rpc/args.ts'
import type { MakeCall } from './clientCall.ts'
import { items, member, memberNumber, memberText } from './clientReply.ts'

/** Results of the calls of a report. They are made one by one, so a block may come between them. */
interface InfoReplies {
  readonly info: JsonValue
  readonly chain: JsonValue
  readonly network: JsonValue
  readonly peers: JsonValue
  /** undefined if the node has no wallet, or the user may not read it */
  readonly wallet: JsonValue | undefined
}

/** Below this progress a bar shows it. */
const BAR_LIMIT = 0.99
const BAR_STEPS = 20

/** @throws WordError if an argument is given, and the errors of `call` */
export async function callGetInfo(call: MakeCall, words: readonly string[]): Promise<string> {
  if (words.length > 0) throw new WordError('-getinfo takes no arguments')
  const [info, chain, network, peers, wallet] = await Promise.all([
    call('getinfo'),
    call('getblockchaininfo'),
    call('getnetworkinfo'),
    call('getpeerinfo'),
    callWalletInfo(call),
  ])
  return formatInfo({ info, chain, network, peers, wallet })
}

async function callWalletInfo(call: MakeCall): Promise<JsonValue | undefined> {
  try {
    return await call('getwalletinfo')
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

function formatInfo(replies: InfoReplies): string {
  const unit = memberText(replies.info, 'name')
  const warnings = memberText(replies.network, 'warnings')
  return [
    ...chainLines(replies),
    '',
    ...networkLines(replies, unit),
    '',
    ...walletLines(replies.wallet, unit),
    `Warnings: ${warnings === '' ? '(none)' : warnings}`,
  ].join('\n')
}

function chainLines({ chain }: InfoReplies): string[] {
  const progress = memberNumber(chain, 'verificationprogress')
  return [
    `Chain: ${memberText(chain, 'chain')}`,
    `Blocks: ${memberText(chain, 'blocks')}`,
    `Headers: ${memberText(chain, 'headers')}`,
    `Verification progress: ${progressBar(progress)}${(progress * 100).toFixed(4)}%`,
    `Difficulty: ${memberText(chain, 'difficulty')}`,
  ]
}

function progressBar(progress: number): string {
  if (!(progress >= 0 && progress < BAR_LIMIT)) return ''
  const done = Math.ceil(progress * BAR_STEPS)
  return `${'▒'.repeat(done)}${'░'.repeat(BAR_STEPS - done)} `
}

function networkLines({ network, peers }: InfoReplies, unit: string): string[] {
  const total = items(peers).length
  const inbound = items(peers).filter((peer) => member(peer, 'inbound') === true).length
  return [
    `Network: in ${inbound}, out ${total - inbound}, total ${total}`,
    `Version: ${memberText(network, 'version')}`,
    `Time offset (s): ${memberText(network, 'timeoffset')}`,
    `Proxies: ${formatProxies(network)}`,
    `Min tx relay fee rate (${unit}/kB): ${memberText(network, 'relayfee')}`,
  ]
}

/** Returns each proxy once, with the networks that use it. */
function formatProxies(network: JsonValue): string {
  const used = items(member(network, 'networks')).filter((each) => memberText(each, 'proxy') !== '')
  const byProxy = Map.groupBy(used, (each) => memberText(each, 'proxy'))
  const texts = [...byProxy].map(([proxy, group]) => {
    const names = group.map((each) => memberText(each, 'name')).filter((name) => name !== '')
    return `${proxy} (${names.join(', ')})`
  })
  return texts.length === 0 ? 'n/a' : texts.join(', ')
}

function walletLines(wallet: JsonValue | undefined, unit: string): string[] {
  if (wallet === undefined) return []
  const until = memberText(wallet, 'unlocked_until')
  return [
    // A node has one wallet, without a name.
    'Wallet: ""',
    `Keypool size: ${memberText(wallet, 'keypoolsize')}`,
    ...(until === '' ? [] : [`Unlocked until: ${until}`]),
    `Transaction fee rate (-paytxfee) (${unit}/kB): ${memberText(wallet, 'paytxfee')}`,
    '',
    `Balance: ${memberText(wallet, 'balance')}`,
    '',
  ]
}
