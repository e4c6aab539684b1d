/**
 * Reads options from a command line and a conf file like the reference (rpc.md §2). Pure text functions, no file
 * access.
 */

export type OptionValues = ReadonlyMap<string, readonly string[]>

export interface CommandLine {
  /** option names without dashes. A bare `-key` has the value '' */
  readonly options: OptionValues
  /** all words from the first one that is not an option */
  readonly words: readonly string[]
}

/** Parses `-key=value`, `--key=value` and `-key`. Any other word ends the options, even a lone `-`. */
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
  /** line numbers of invalid lines, from 1 */
  readonly unreadable: readonly number[]
}

/**
 * Parses lines of the form `key=value`. `#` starts a comment anywhere in a line, so a password cannot contain it.
 * Sections are not supported.
 */
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

/** Replaces `-nofoo` with `-foo=0` and `-nofoo=0` with `-foo=1`, unless foo itself is given. */
function resolveNegations(options: Map<string, string[]>): void {
  for (const [key, values] of [...options]) {
    const positive = key.slice(2)
    if (!key.startsWith('no') || positive === '' || options.has(positive)) continue
    options.set(positive, [isOn(values.at(-1) ?? '') ? '0' : '1'])
  }
}

/** Returns true if the text of a flag turns it on: an empty text or any number except 0. */
export function isOn(text: string): boolean {
  return text === '' || (/^[+-]?[0-9]+$/.test(text) && Number(text) !== 0)
}

export interface Settings {
  /**
   * Returns the value of the command line, otherwise that of the conf file. Of several values, the last on the command
   * line or the first in the file.
   */
  get(key: string): string | undefined
  /** Returns all values, those of the command line first. */
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

/** Name of the chain without an `-ac_name`. */
export const BASE_CHAIN = 'KMD'

/**
 * Folder in the home directory with one folder per chain. It differs from the reference's folder, whose data stay
 * untouched.
 */
export const BASE_FOLDER = '.chainwright'

export function confFileName(chain: string): string {
  return chain === BASE_CHAIN ? 'komodo.conf' : `${chain}.conf`
}

/** Name of the default chain. */
export const SANDBOX_NAME = 'SANDBOX'
export const SANDBOX_ARGS: readonly string[] = [
  `-ac_name=${SANDBOX_NAME}`,
  '-ac_supply=1000000',
  '-ac_cc=2',
  '-ac_sapling=1',
  '-regtest',
]

/** Returns true if the command line names no chain, or the sandbox. Node and client share this rule. */
export function meansSandbox(commandLine: OptionValues): boolean {
  const on = (key: string) => isOn(commandLine.get(key)?.at(-1) ?? '0')
  if (commandLine.has('sandbox')) return on('sandbox')
  return !commandLine.has('ac_name') && !on('regtest') && !on('testnet')
}
