/**
 * Finds the options of an old node's chain, which are not in its folder: from a text, the running process, the list of
 * this program or the list of live chains. Compares them with the block files.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { BASE_CHAIN } from '#shared/arguments.ts'
import { LIVE_CHAINS } from '#shared/chains/liveChains.ts'
import { MAX_SHARE_TEXT, readShareText } from '#shared/chains/shareText.ts'
import {
  checkFirstBlocks,
  describeForkedChain,
  type FirstBlocks,
  parseChainOptions,
  toHex,
} from '../../../node/index.ts'
import { moveInText, type OldFolder, readDefinition } from '../../moveIn/index.ts'
import type { ChainProfile } from '../chainProfile.ts'
import { describeChain, knownChain } from '../describe.ts'
import type { KnownChain, ParsedChainInput } from '../givenChain.ts'

export interface Definition {
  /** undefined while there are problems */
  readonly known: KnownChain | undefined
  readonly from: 'process' | 'text' | 'gallery' | 'list' | 'nowhere'
  readonly verified: 'blocks' | 'magic' | 'no' | 'differs'
  /** sentences */
  readonly problems: readonly string[]
  /** sentence about a chain whose rules changed */
  readonly refused: string | null
  readonly peers: readonly string[]
}

export interface DefinitionSources {
  /** pasted text; undefined if none was given */
  readonly text: string | undefined
  /** arguments of the running daemon */
  readonly argv: readonly string[] | null
  readonly profiles: readonly ChainProfile[]
}

interface Candidate {
  readonly from: Definition['from']
  readonly given: ParsedChainInput
}

const VERIFIED: Readonly<Record<FirstBlocks, Definition['verified']>> = {
  ...{ blocks: 'blocks', magic: 'magic', differs: 'differs', none: 'no' },
}

export async function findDefinition(folder: OldFolder, sources: DefinitionSources): Promise<Definition> {
  const nothing = { known: undefined, from: 'nowhere', verified: 'no', refused: null, peers: [] } as const
  if (folder.network === 'testnet') return { ...nothing, problems: [moveInText('testnet')] }
  const refused = findRefusal(folder.chain)
  if (refused !== null) return { ...nothing, refused, problems: [] }
  for (const candidate of listCandidates(folder, sources)) {
    const found = await checkCandidate(folder, candidate)
    // A chain of a list that only has the same name is not this one.
    const sure = found.from === 'text' || found.from === 'process'
    if (sure || (found.known !== undefined && found.verified !== 'differs')) return found
  }
  return { ...nothing, problems: [moveInText('noOptions')] }
}

/** Returns the reason if no chain of this name can run here, such as a fork; otherwise null. */
function findRefusal(name: string): string | null {
  const forked = describeForkedChain(name)
  if (forked !== undefined) return forked
  if (name !== BASE_CHAIN) return null
  const parsed = parseChainOptions([`-ac_name=${name}`])
  return parsed.ok ? null : parsed.error.replace('-ac_name: ', '')
}

/** Returns the sources of options in the order in which they count. */
function* listCandidates(folder: OldFolder, { text, argv, profiles }: DefinitionSources): Generator<Candidate> {
  if (text !== undefined && text.trim() !== '') {
    yield {
      from: 'text',
      given: withNetwork(folder, { ...readShareText(text.slice(0, MAX_SHARE_TEXT)), pasted: true }),
    }
    return
  }
  const shown = argv === null ? undefined : readDefinition(argv)
  const given = (options: readonly string[], peers: readonly string[]) =>
    withNetwork(folder, { options, peers, ignored: [], check: null, pasted: false })
  if (shown !== undefined) yield { from: 'process', given: given(shown.options, shown.peers) }
  const magic = readMagic(folder)
  for (const { name, kind, options, peers, params } of profiles) {
    const same =
      magic === undefined ? name === folder.chain : params !== undefined && toHex(params.magicBytes) === magic
    if (same && kind !== 'friend' && kind !== 'sandbox') yield { from: 'list', given: given(options, peers) }
  }
  for (const live of LIVE_CHAINS) {
    if (magic !== undefined || live.name === folder.chain)
      yield { from: 'gallery', given: given(live.options, live.peers) }
  }
}

/** Adds -regtest for a folder of that network, which the name of the folder shows. */
function withNetwork({ network }: OldFolder, given: ParsedChainInput): ParsedChainInput {
  if (network !== 'regtest' || given.options.some((word) => /^-regtest(=|$)/.test(word))) return given
  return { ...given, options: [...given.options, '-regtest'] }
}

/** Returns the first bytes of the first block file in hex; undefined if it is missing. */
function readMagic({ blocks }: OldFolder): string | undefined {
  const [first] = blocks
  if (first === undefined) return undefined
  try {
    const fd = openSync(first.file, 'r')
    try {
      const bytes = new Uint8Array(4)
      return readSync(fd, bytes, 0, 4, 0) === 4 ? toHex(bytes) : undefined
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}

async function checkCandidate(folder: OldFolder, { from, given }: Candidate): Promise<Definition> {
  const described = describeChain(given)
  const { peers } = described
  if (!described.ok) {
    const problems = described.problems.map(({ message }) => message)
    return { known: undefined, from, verified: 'no', problems, refused: null, peers }
  }
  const known = knownChain(given)
  const verified = VERIFIED[await compareBlocks(folder, known)]
  const problems = verified === 'differs' ? [moveInText('otherChain')] : []
  return { known, from, verified, problems, refused: null, peers }
}

async function compareBlocks({ blocks }: OldFolder, { params }: KnownChain): Promise<FirstBlocks> {
  // Files without a record of this magic are those of another chain.
  const found = await checkFirstBlocks(
    params,
    blocks.map(({ file }) => file),
  ).catch(() => 'none' as const)
  return found === 'none' && blocks.some(({ size }) => size > 0) ? 'differs' : found
}
