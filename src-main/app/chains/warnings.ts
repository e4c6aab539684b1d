import { figuresIn } from '#shared/figures.ts'
import type { SupplyCurve } from '../../node/index.ts'
import { contractWarnings } from './contracts.ts'
import type { KnownChain, ParsedChainInput } from './givenChain.ts'

/** In seconds. With shorter block times, the next block often arrives before the previous one has propagated. */
const HURRIED = 10
/** Seconds per year. */
const YEAR = 365.25 * 86_400
const FORESEEN_YEARS = 100

/** Returns warnings, as sentences, for a user who is about to create or join a chain. */
export function chainWarnings(given: ParsedChainInput, known: KnownChain, curve: SupplyCurve): string[] {
  const { params } = known
  const warnings: string[] = []
  const say = (applies: boolean, sentence: string) => applies && warnings.push(sentence)
  say(
    !params.publicOnly,
    'Shielded amounts are allowed on this chain (-ac_public is not set). This node verifies them, but only their owners see amounts and addresses, and the wallet of this node cannot send or receive them.',
  )
  say(
    params.privateOnly,
    'This chain is private (-ac_private): payments between users are shielded, and this program’s wallet cannot make shielded payments. You can follow the chain, validate it and mine on it.',
  )
  say(!params.ccEnabled, 'Crypto conditions are off (-ac_cc is not set): there are no tokens and no faucet.')
  if (params.ccEnabled) warnings.push(...contractWarnings(params))
  say(
    params.network === 'regtest',
    'This is a regtest chain: its blocks require no work, so anyone who joins can make any number of them.',
  )
  say(
    params.blockTime < HURRIED,
    `A block every ${params.blockTime} seconds: miners will often find a block before they receive the previous one, and one of the two is lost.`,
  )
  const fresh = startingOver(curve, params.blockTime)
  say(
    fresh !== null,
    `${fresh} the reward starts again from its full amount: after 64 halvings, all nodes of the family restart the halving count.`,
  )
  say(
    curve.commission === 'least',
    'Commissions grow with the payments on the chain: the supply shown assumes blocks without payments.',
  )
  for (const key of withoutEffect(given, known)) say(true, `-${key} has no effect on this chain and is left out.`)
  say(
    given.ignored.length > 0,
    given.ignored.length === 1
      ? `Left out, because this is a setting of an individual node: ${listed(given.ignored)}.`
      : `Left out, because these are settings of an individual node: ${listed(given.ignored)}.`,
  )
  return warnings
}

/** Formats the warning that the block reward restarts; null if it never does or only in the far future. */
function startingOver({ startsOver }: SupplyCurve, blockTime: number): string | null {
  const years = ((startsOver ?? 0) * blockTime) / YEAR
  if (startsOver === null || years > FORESEEN_YEARS) return null
  return `At block ${figuresIn('en').whole(startsOver)}, after about ${years < 1.5 ? `${Math.ceil(years * 365)} days` : `${Math.round(years)} years`},`
}

const listed = (names: readonly string[]) =>
  names
    .slice(0, 20)
    .map((name) => `-${name}`)
    .join(', ')

/** Default values of options, which have no effect when given. */
const DEFAULTS: Readonly<Record<string, RegExp>> = {
  ac_supply: /^10$/,
  ac_eras: /^1$/,
  ac_blocktime: /^60$/,
  ac_algo: /^equihash$/,
  ac_sapling: /^-1$/,
  ac_overwinter: /./,
}
const NOTHING = /^[0,\s]*$/

/** Returns options that have no effect because of other options or their own value: probably mistakes. */
function withoutEffect({ options }: ParsedChainInput, known: KnownChain): string[] {
  const kept = new Set(known.options.map(optionName))
  // Founders without -ac_perc get the default share, which needs no warning.
  if (kept.has('ac_founders')) kept.add('ac_perc')
  const given = new Map(options.map((word) => [optionName(word), word.slice(word.indexOf('=') + 1)]))
  return [...given]
    .filter(([key, value]) => key.startsWith('ac_') && !kept.has(key) && !(DEFAULTS[key] ?? NOTHING).test(value))
    .map(([key]) => key)
}

const optionName = (word: string) => /^--?([^=]*)/.exec(word)?.[1] ?? ''
