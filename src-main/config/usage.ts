import { OPTIONS, type OptionSpec } from './table.ts'

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
  lines.push('', 'Chains are defined by further -ac_ options, on the command line only.', '')
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
