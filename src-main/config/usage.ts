import { OPTIONS, type OptionSpec } from './table.ts'

/** The most used chain parameters, with example values; all nodes of a chain need the same ones. */
export const CHAIN_PARAMETERS: readonly (readonly [option: string, doc: string])[] = [
  ['ac_supply=1000', 'Whole coins that exist from the first block on (default: 10)'],
  ['ac_reward=100000000', 'Satoshis that each block makes (default: 0)'],
  ['ac_halving=420000', 'Blocks after which the reward is halved, again and again (default: never)'],
  ['ac_end=1000000', 'Height at which rewards end (default: never)'],
  ['ac_blocktime=60', 'Seconds from block to block, on average (default: 60)'],
  ['ac_cc=2', 'Crypto conditions, and with them tokens and the faucet (default: 0, none)'],
  ['ac_ccenable=227,228,242', 'Contracts that work, here orders, faucet and tokens (default: all of the family)'],
  ['ac_public=1', 'No shielded transactions (default: 0)'],
  ['ac_sapling=1', 'Height from which transactions of the newer form are valid (default: of its own accord)'],
  ['ac_cbmaturity=100', 'Blocks until a reward can be spent (default: 1)'],
]

/** What `-help` prints. */
export function usageText(): string {
  const lines = [
    'Usage: chainwrightd [options]',
    '',
    'Without -ac_name and -regtest the sandbox chain starts. Options may also stand in the conf file, one key=value a',
    'line; the command line wins. -no<option> switches one off.',
  ]
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
    'Parameters of a chain (on the command line only, the same for all its nodes; a misspelt one is refused):',
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
    ...(kind === 'list' ? ['may be given more than once'] : []),
    ...(commandLineOnly ? ['command line only'] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}
