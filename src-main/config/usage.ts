import { type OptionValues, parseCommandLine } from '#shared/arguments.ts'
import { OPTIONS, type OptionSpec } from './table.ts'

/** The most common chain parameters, with example values. All nodes of a chain need the same parameters. */
export const CHAIN_PARAMETERS: readonly (readonly [option: string, doc: string])[] = [
  ['ac_supply=1000', 'Whole coins created by the first block (default: 10)'],
  ['ac_reward=100000000', 'Reward of each block in satoshis (default: 0)'],
  ['ac_halving=420000', 'Number of blocks after which the reward is halved, repeatedly (default: never)'],
  ['ac_end=1000000', 'Height at which rewards end (default: never)'],
  ['ac_blocktime=60', 'Average seconds between blocks (default: 60)'],
  ['ac_cc=2', 'Crypto conditions, which tokens and the faucet require (default: 0, none)'],
  ['ac_ccenable=227,228,242', 'Enabled contracts, here orders, faucet and tokens (default: all of the family)'],
  ['ac_public=1', 'No shielded transactions (default: 0)'],
  ['ac_sapling=1', 'Height from which transactions of the newer form are valid (default: automatic)'],
  ['ac_cbmaturity=100', 'Number of blocks until a reward can be spent (default: 1)'],
]

/** An option as shown in help and man pages. */
export interface OptionDoc {
  /** name without its dash */
  readonly name: string
  /** text after the "=", `<port>` or an example. Undefined for a flag */
  readonly value?: string
  readonly doc: string
}

/** Options of the app that a node does not have. */
export const APP_OPTIONS: readonly OptionDoc[] = [
  { name: '-web', doc: 'Open in a browser even if Electron is installed (with two dashes)' },
  { name: 'no-open', doc: 'In a browser: print the address only' },
  { name: 'web-port', value: '<n>', doc: 'In a browser: port that the app listens on' },
  { name: 'root', value: '<dir>', doc: 'Root folder of all data of the app (default: ~/.chainwright)' },
  { name: 'updatecheck', value: '<0 or 1>', doc: 'Check for new versions (default: as set in the settings)' },
]

type UsageProgram = 'chainwright' | 'chainwrightd'

const CONF_FILE_TEXT = [
  'Options can also be set in the conf file, one key=value per line; the command line takes precedence.',
  '-no<option> turns an option off.',
]

const BEGINNINGS: Readonly<Record<UsageProgram, readonly string[]>> = {
  chainwright: [
    'Without options, the app asks how to begin. -sandbox, or -ac_name with the other options of a chain, opens that chain.',
    ...CONF_FILE_TEXT,
    '',
    'Window:',
    ...APP_OPTIONS.flatMap(({ name, value, doc }) => [
      `  -${name}${value === undefined ? '' : `=${value}`}`,
      `      ${doc}`,
    ]),
  ],
  chainwrightd: ['Without -ac_name and -regtest, the sandbox chain starts.', ...CONF_FILE_TEXT],
}

/** Text that a program prints instead of starting. */
export interface AboutText {
  readonly kind: 'help' | 'version'
  readonly text: string
}

/** Returns the text for `-help` or `-version` among the options, or undefined if neither is given. */
export function findAboutText(program: UsageProgram, options: OptionValues, version: string): AboutText | undefined {
  if (['?', 'h', 'help'].some((key) => options.has(key))) return { kind: 'help', text: usageText(program) }
  if (options.has('version')) return { kind: 'version', text: `Chainwright ${version}`.trim() }
  return undefined
}

/**
 * Returns the text for `-help` or `-version` of the app, whose command line may also contain links and files to open.
 * Returns undefined if neither is given.
 */
export function appAboutText(argv: readonly string[], version: string): string | undefined {
  const { options } = parseCommandLine(argv.filter((word) => word.startsWith('-')))
  return findAboutText('chainwright', options, version)?.text
}

/** Returns the text of `-help`. */
export function usageText(program: UsageProgram): string {
  const lines = [`Usage: ${program} [options]`, '', ...BEGINNINGS[program]]
  let group = ''
  for (const [name, option] of Object.entries<OptionSpec>(OPTIONS)) {
    if (option.group !== group) {
      group = option.group
      lines.push('', `${group}:`)
    }
    lines.push(`  -${name}${valueText(option)}`, `      ${option.doc}${remarks(option)}`)
  }
  lines.push(
    '',
    'Parameters of a chain (on the command line only, the same for all its nodes; a misspelt one is rejected):',
  )
  for (const [option, doc] of CHAIN_PARAMETERS) lines.push(`  -${option}`, `      ${doc}`)
  lines.push('')
  return lines.join('\n')
}

function valueText({ kind }: OptionSpec): string {
  if (kind === 'flag') return ''
  if (kind === 'integer') return '=<n>'
  return kind === 'amount' ? '=<coins>' : '=<text>'
}

function remarks({ kind, fallback, commandLineOnly }: OptionSpec): string {
  const parts = [
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(kind === 'list' ? ['repeatable'] : []),
    ...(commandLineOnly ? ['command line only'] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}
