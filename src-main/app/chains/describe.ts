/** Describes the chain that some options define. Pure, and fast enough to run on every key press in a form. */
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { shareCheck, writeShareText } from '#shared/chains/shareText.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import {
  buildChainParams,
  type ChainOptions,
  type ChainParams,
  canonicalOptions,
  parseChainOptions,
  type SupplyCurve,
  supplyCurve,
  toHex,
} from '../../node/index.ts'
import { isPeer } from '../peerAddress.ts'
import { isChainOption } from './chainList.ts'
import { ownContracts } from './contracts.ts'
import { type KnownChain, optionParts, type ParsedChainInput } from './givenChain.ts'
import { chainWarnings } from './warnings.ts'

const MAX_POINTS = 200

type Description = ChainMethodResult<'describechain'>
type Problem = Description['problems'][number]

/** Returns the chain that the input defines. @throws RpcError with the first problem */
export function knownChain(given: ParsedChainInput): KnownChain {
  const parsed = parseChain(given)
  if (parsed.known !== undefined) return parsed.known
  throw new RpcError(
    RPC_ERROR.INVALID_PARAMETER,
    parsed.problems[0]?.message ?? 'These options do not describe a chain',
  )
}

export function describeChain(given: ParsedChainInput): Description {
  const { known, problems } = parseChain(given)
  const network = given.options.some((word) => /^--?regtest(=0*[1-9]\d*)?$/.test(word)) ? 'regtest' : 'main'
  const peers = given.peers.filter(isPeer)
  if (known === undefined) {
    const name = lastValue(given.options, 'ac_name').slice(0, 64)
    return { ...NOTHING, problems, name, network, peers: [...peers] }
  }
  const { params, options, magic } = known
  const curve = supplyCurve(params, MAX_POINTS)
  const words = [...options, ...peers.map((peer) => `-addnode=${peer}`)].join(' ')
  return {
    ok: true,
    problems: [],
    warnings: chainWarnings(given, known, curve),
    name: params.name,
    network: params.network,
    options,
    magic,
    wiremagic: toHex(params.magicBytes),
    p2pport: params.p2pPort,
    rpcport: params.rpcPort,
    publiconly: params.publicOnly,
    cc: params.ccEnabled,
    ...ownContracts(params),
    blocktime: params.blockTime,
    peers,
    commandline: `chainwrightd ${words}`,
    referencecommandline: `komodod ${words}`,
    sharetext: writeShareText({ name: params.name, options, peers, magic }),
    ...describeSupply(params, curve),
  }
}

const NOTHING = {
  ok: false,
  warnings: [],
  options: [],
  ...{ magic: '', wiremagic: '', p2pport: 0, rpcport: 0 },
  ...{ publiconly: false, cc: false, tokens: false, faucet: false, blocktime: 0 },
  ...{ commandline: '', referencecommandline: '', sharetext: '' },
  supply: [],
  finalsupply: null,
} as const

function describeSupply(params: ChainParams, curve: SupplyCurve): Pick<Description, 'supply' | 'finalsupply'> {
  return {
    supply: curve.points.map(({ height, supply }) => ({ height, supply, time: (height - 1) * params.blockTime })),
    finalsupply: curve.final,
  }
}

type ParsedOptions =
  | { readonly known: KnownChain; readonly problems: readonly [] }
  | { readonly known: undefined; readonly problems: readonly Problem[] }

function parseChain(given: ParsedChainInput): ParsedOptions {
  const problems = [...wordProblems(given), ...peerProblems(given.peers)]
  const understood = given.options.filter(isChainOption)
  const read = readAll(understood)
  problems.push(...read.problems)
  if (given.pasted && understood.length === 0) {
    return {
      known: undefined,
      problems: [{ option: null, message: 'There is no chain in this text: it has no -ac_ word' }],
    }
  }
  if (problems.length > 0 || read.options === undefined) return { known: undefined, problems }
  const known = buildKnownChain(read.options)
  if (given.check !== null && given.check !== shareCheck(known)) {
    const message =
      'The check line does not match: part of the text was lost or changed in transit. Ask for the text again, or omit the check line if you are sure'
    return { known: undefined, problems: [{ option: null, message }] }
  }
  return { known, problems: [] }
}

function buildKnownChain(options: ChainOptions): KnownChain {
  const params = buildChainParams(options)
  return { params, options: canonicalOptions(options), magic: params.magic.toString(16).padStart(8, '0') }
}

/**
 * Rejects arguments that do not define a chain, and repeated options with different values, which the parser would
 * resolve silently.
 */
function wordProblems({ options }: ParsedChainInput): Problem[] {
  const problems: Problem[] = []
  const values = new Map<string, string>()
  for (const word of options) {
    const { key, value } = optionParts(word)
    const known = values.get(key)
    if (!isChainOption(word)) {
      const what = key === '' ? `"${word.slice(0, 40)}" is not an option` : `-${key}: not a part of what a chain is`
      problems.push({ option: key === '' ? null : key, message: what })
    } else if (known !== undefined && known !== value && key !== 'nuparams') {
      problems.push({ option: key, message: `-${key}: given twice, with different values` })
    }
    values.set(key, value)
  }
  return problems
}

const lastValue = (words: readonly string[], key: string) =>
  words.map(optionParts).findLast((word) => word.key === key)?.value ?? ''

function peerProblems(peers: readonly string[]): Problem[] {
  return peers
    .filter((peer) => !isPeer(peer))
    .map((peer) => ({
      option: 'addnode',
      message: `"${peer.slice(0, 60)}" is not a peer address: expected host or host:port`,
    }))
}

/** Collects all problems: after each one, parses the options again without the option that caused it. */
function readAll(words: readonly string[]): { readonly options?: ChainOptions; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  let rest = words
  if (lastValue(words, 'ac_name') === '') {
    problems.push({ option: 'ac_name', message: '-ac_name: missing chain name' })
    rest = named(rest)
  }
  for (;;) {
    const parsed = parseChainOptions(rest)
    if (parsed.ok) return { options: parsed.options, problems }
    const message = parsed.error.replace(/^Error: /, '')
    const spoken = [...message.matchAll(/(?:^|[\s,])-([a-z_]+)/g)].map((match) => match[1] ?? '')
    const blamed = spoken.find((key) => rest.some((word) => optionParts(word).key === key))
    problems.push({ option: blamed ?? spoken[0] ?? null, message })
    if (blamed === undefined) return { problems }
    rest = blamed === 'ac_name' ? named(rest) : rest.filter((word) => optionParts(word).key !== blamed)
  }
}

/** Replaces an unusable name, so that problems of the other options are found too. */
const named = (words: readonly string[]) => [
  ...words.filter((word) => optionParts(word).key !== 'ac_name'),
  '-ac_name=X',
]
