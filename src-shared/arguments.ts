/** Options as the reference reads them, from a command line and from a conf file (rpc.md §2). Pure text, no files. */

export type OptionValues = ReadonlyMap<string, readonly string[]>

export interface CommandLine {
  /** option names without dashes; a bare `-key` has the value '' */
  readonly options: OptionValues
  /** all words from the first that is not an option */
  readonly words: readonly string[]
}

/** `-key=value`, `--key=value`, `-key`; the first other word ends the options, a lone `-` too. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const options = new Map<string, string[]>()
  let index = 0
  for (; index < argv.length; index++) {
    const match = /^--?([^=-][^=]*)(?:=([\s\S]*))?$/.exec(argv[index] ?? '')
    if (match === null) break
    add(options, match[1] ?? '', match[2] ?? '')
  }
  resolveNegations(options)
  return { options, words: argv.slice(index) }
}

export interface ConfFile {
  readonly options: OptionValues
  /** numbers of invalid lines, from 1 */
  readonly unreadable: readonly number[]
}

/** Lines `key=value`; `#` starts a comment wherever it stands, so a password cannot hold one. Sections are not used. */
export function parseConf(text: string): ConfFile {
  const options = new Map<string, string[]>()
  const unreadable: number[] = []
  text.split(/\r?\n/).forEach((line, index) => {
    const content = line.replace(/#.*$/s, '').trim()
    if (content === '') return
    const equals = content.indexOf('=')
    if (equals < 1) unreadable.push(index + 1)
    else add(options, content.slice(0, equals).trim(), content.slice(equals + 1).trim())
  })
  resolveNegations(options)
  return { options, unreadable }
}

function add(options: Map<string, string[]>, key: string, value: string): void {
  const values = options.get(key)
  if (values === undefined) options.set(key, [value])
  else values.push(value)
}

/** `-nofoo` is `-foo=0` and `-nofoo=0` is `-foo=1`, unless foo itself is given. */
function resolveNegations(options: Map<string, string[]>): void {
  for (const [key, values] of [...options]) {
    const positive = key.slice(2)
    if (!key.startsWith('no') || positive === '' || options.has(positive)) continue
    options.set(positive, [isOn(values.at(-1) ?? '') ? '0' : '1'])
  }
}

/** A flag's text: bare or any number but 0 is on. */
export function isOn(text: string): boolean {
  return text === '' || (/^[+-]?[0-9]+$/.test(text) && Number(text) !== 0)
}

export interface Settings {
  /** command line before conf file; of several the last word on the command line, the first line of the file */
  get(key: string): string | undefined
  /** every value, the command line's first */
  all(key: string): readonly string[]
  keys(): ReadonlySet<string>
}

export function createSettings(commandLine: OptionValues, conf: OptionValues): Settings {
  return {
    get: (key) => commandLine.get(key)?.at(-1) ?? conf.get(key)?.[0],
    all: (key) => [...(commandLine.get(key) ?? []), ...(conf.get(key) ?? [])],
    keys: () => new Set([...commandLine.keys(), ...conf.keys()]),
  }
}

/** The name of the chain that has no `-ac_name`. */
export const BASE_CHAIN = 'KMD'

/** Folder in the home directory with one folder for each chain. Not the reference's, whose data stay untouched. */
export const BASE_FOLDER = '.chainwright'

export function confFileName(chain: string): string {
  return chain === BASE_CHAIN ? 'komodo.conf' : `${chain}.conf`
}

/** The default chain. */
export const SANDBOX_NAME = 'SANDBOX'
export const SANDBOX_ARGS: readonly string[] = [
  `-ac_name=${SANDBOX_NAME}`,
  '-ac_supply=1000000',
  '-ac_cc=2',
  '-ac_sapling=1',
  '-regtest',
]

/** No chain or the sandbox is named; the same for node and client. */
export function meansSandbox(commandLine: OptionValues): boolean {
  const on = (key: string) => isOn(commandLine.get(key)?.at(-1) ?? '0')
  if (commandLine.has('sandbox')) return on('sandbox')
  return !commandLine.has('ac_name') && !on('regtest') && !on('testnet')
}
