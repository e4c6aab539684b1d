/** `-netinfo`: connections as a table, in the layout of Bitcoin Core's client without the columns that a node lacks. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { WordError } from '#shared/rpc/args.ts'
import type { MakeCall } from './clientCall.ts'
import { NETINFO_HELP } from './clientNetInfoHelp.ts'
import { formatPeers, formatServices, peerNetwork } from './clientPeers.ts'
import { items, member, memberNumber, memberText } from './clientReply.ts'

/** Results of the calls of a report. They are made one by one, so a peer may come between them. */
interface NetReplies {
  readonly chain: JsonValue
  readonly network: JsonValue
  readonly peers: JsonValue
}

interface NetInfoContext {
  /** version of this program */
  readonly version: string
  /** Unix time in seconds */
  readonly now: number
}

interface NetInfoArguments {
  /** contents of the list of peers: 0 none, 1 without addresses and versions, 2 addresses, 3 versions, 4 both */
  readonly level: number
  readonly outboundOnly: boolean
}

const MAX_LEVEL = 4

/** Networks in the order of the totals. */
const NETWORKS = ['ipv4', 'ipv6', 'onion', 'npr']

/** @throws WordError if an argument is invalid, and the errors of `call` */
export async function callNetInfo(call: MakeCall, words: readonly string[], context: NetInfoContext): Promise<string> {
  if (words[0] === 'help' || words[0] === 'h') return NETINFO_HELP
  const args = readArguments(words)
  const [chain, network, peers] = await Promise.all([
    call('getblockchaininfo'),
    call('getnetworkinfo'),
    callListPeers(call),
  ])
  return formatNetInfo({ chain, network, peers }, args, context)
}

/** `listpeers` has the shortest ping and the network of each peer. Nodes without it have `getpeerinfo`. */
async function callListPeers(call: MakeCall): Promise<JsonValue> {
  try {
    return await call('listpeers')
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC_ERROR.METHOD_NOT_FOUND) return call('getpeerinfo')
    throw error
  }
}

function readArguments([level = '0', direction]: readonly string[]): NetInfoArguments {
  const seeHelp = 'For more information, run: chainwright-cli -netinfo help'
  if (!/^[0-9]{1,3}$/.test(level)) throw new WordError(`invalid -netinfo argument: ${level}\n${seeHelp}`)
  if (direction !== undefined && direction !== 'outonly' && direction !== 'o') {
    throw new WordError(`invalid -netinfo outonly argument: ${direction}\n${seeHelp}`)
  }
  return { level: Math.min(Number(level), MAX_LEVEL), outboundOnly: direction !== undefined }
}

function formatNetInfo(
  { chain, network, peers }: NetReplies,
  { level, outboundOnly }: NetInfoArguments,
  { version, now }: NetInfoContext,
): string {
  const rows = items(peers)
  const listed = outboundOnly ? rows.filter((peer) => member(peer, 'inbound') !== true) : rows
  const chainName = memberText(chain, 'chain')
  const server = `${memberText(network, 'protocolversion')}${memberText(network, 'subversion')}`
  const services = level > 0 ? ` - services ${formatServices(memberText(network, 'localservices'))}` : ''
  const header = `Chainwright client v${version}${chainName === 'main' ? '' : ` ${chainName}`} - server ${server}${services}`
  return [
    header,
    '',
    ...(level > 0 && listed.length > 0 ? [...formatPeers(listed, level, now), ''] : []),
    ...totalLines(network, rows),
    '',
    ...addressLines(network),
  ].join('\n')
}

/** Returns the numbers of connections by direction and by network, for each network that is reachable or used. */
function totalLines(network: JsonValue, peers: readonly JsonValue[]): string[] {
  const reachable = items(member(network, 'networks')).filter((each) => member(each, 'reachable') === true)
  const shown = new Set([...reachable.map((each) => memberText(each, 'name')), ...peers.map(peerNetwork)])
  const columns = NETWORKS.filter((name) => shown.has(name))
  const inbound = peers.filter((peer) => member(peer, 'inbound') === true)
  const outbound = peers.filter((peer) => member(peer, 'inbound') !== true)
  const row = (title: string, group: readonly JsonValue[]) => {
    const counts = columns.map((name) => group.filter((peer) => peerNetwork(peer) === name).length)
    return `${title.padEnd(5)}${[...counts, group.length].map((count) => String(count).padStart(8)).join('')}`
  }
  return [
    `     ${[...columns, 'total'].map((name) => name.padStart(8)).join('')}`,
    row('in', inbound),
    row('out', outbound),
    row('total', peers),
  ]
}

function addressLines(network: JsonValue): string[] {
  const addresses = items(member(network, 'localaddresses'))
  if (addresses.length === 0) return ['Local addresses: n/a']
  const width = Math.max(...addresses.map((each) => memberText(each, 'address').length)) + 1
  return [
    'Local addresses',
    ...addresses.map((each) => {
      const port = String(memberNumber(each, 'port')).padStart(6)
      const score = String(memberNumber(each, 'score')).padStart(6)
      return `${memberText(each, 'address').padEnd(width)}    port ${port}    score ${score}`
    }),
  ]
}
