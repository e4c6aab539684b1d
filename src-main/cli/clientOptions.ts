import type { OptionValues } from '#shared/arguments.ts'
import { CHAIN_OPTION_NAMES } from '#shared/chainOptionNames.ts'
import { closest } from '#shared/closest.ts'

export interface ClientOption {
  /** placeholder of the value after "=", which is then required. A flag has none */
  readonly value?: string
  /**
   * help text. An option without one is accepted for compatibility with the reference's command lines but not listed
   */
  readonly doc?: string
  /** true if the option replaces the method */
  readonly command?: true
}

/** Options of the client, in the order of its help. The client uses only the name among the `-ac_` options. */
export const CLIENT_OPTIONS: Readonly<Record<string, ClientOption>> = {
  ac_name: { value: 'name', doc: 'name of the chain; its conf file has the RPC port and password of the node' },
  regtest: { doc: 'use the chain in regression test mode' },
  sandbox: {},
  testnet: {},
  datadir: { value: 'dir', doc: 'directory of the chain (default: ~/.chainwright/<name>)' },
  conf: { value: 'file', doc: 'conf file, relative to the data directory (default: <name>.conf)' },
  named: {
    doc: 'read parameters as name=value, in any order; those without "=" come first. "help <method>" shows the names',
  },
  getinfo: { doc: 'print the state of chain, connections and wallet, instead of calling a method', command: true },
  netinfo: {
    doc: 'print the connections, instead of calling a method; -netinfo 4 lists each peer, -netinfo help explains it',
    command: true,
  },
  generate: {
    doc: 'mine one block on regtest, or as many as the number after the option, instead of calling a method',
    command: true,
  },
  inspect: { doc: 'with movein: print what the folder contains as JSON, and move nothing' },
  undo: { doc: 'with movein: restore the conf file in the old folder' },
  rpcconnect: { value: 'host', doc: 'address of the node (default: 127.0.0.1)' },
  rpcport: { value: 'port', doc: 'RPC port of the node' },
  rpcuser: { value: 'user', doc: 'user name' },
  rpcpassword: { value: 'password', doc: 'password; if it is not set, the client reads the node’s cookie file' },
  rpccookiefile: { value: 'file', doc: 'cookie file, relative to the node’s data directory' },
  rpcclienttimeout: { value: 'n', doc: 'timeout for a response in seconds (default: 900; 0: no timeout)' },
  rpcwait: { doc: 'wait for the node to start' },
  rpcwaittimeout: { value: 'n', doc: 'with -rpcwait: give up after this many seconds (default: 0, never)' },
  stdin: {
    doc: 'read further parameters from standard input, one per line: recommended for passphrases, phrases and keys, which are otherwise visible in the process list and in the shell history',
  },
  stdinrpcpass: {
    doc: 'read the RPC password from the first line of standard input, before the lines of -stdin; a terminal does not show it',
  },
  completion: { value: 'shell', doc: 'print completions of all programs for bash, zsh or fish' },
  version: { doc: 'print the version' },
  help: { doc: 'this text' },
}

const SHORT_HELP = ['?', 'h']
const FLAGS = Object.keys(CLIENT_OPTIONS).filter((name) => CLIENT_OPTIONS[name]?.value === undefined)

/** Spellings of known options. `-no<flag>` turns a flag off. */
const SPELLINGS: ReadonlySet<string> = new Set([
  ...Object.keys(CLIENT_OPTIONS),
  ...FLAGS.map((name) => `no${name}`),
  ...CHAIN_OPTION_NAMES,
  ...SHORT_HELP,
])

/** Returns why the options cannot be used, or undefined if they can. */
export function findOptionError(options: OptionValues): string | undefined {
  return findUnknown(options) ?? findMissingValue(options) ?? findSecondCommand(options)
}

function findUnknown(options: OptionValues): string | undefined {
  // For `-nofoo` the parser has added foo as well.
  const unknown = [...options.keys()].find((name) => !SPELLINGS.has(name) && !options.has(`no${name}`))
  if (unknown === undefined) return undefined
  const like = closest(unknown, SPELLINGS)
  return `unknown option -${unknown}; ${like === undefined ? '-help lists the options' : `did you mean -${like}?`}`
}

/** Also finds a value that is separated by a space. */
function findMissingValue(options: OptionValues): string | undefined {
  const empty = [...options].find(([name, values]) => CLIENT_OPTIONS[name]?.value && values.at(-1) === '')?.[0]
  return empty && `-${empty}: missing value; write "=" and no space: -${empty}=<value>`
}

function findSecondCommand(options: OptionValues): string | undefined {
  const commands = Object.keys(CLIENT_OPTIONS).filter((name) => CLIENT_OPTIONS[name]?.command && isSet(options, name))
  return commands.length < 2 ? undefined : `Only one of ${commands.map((name) => `-${name}`).join(', ')} may be given`
}

/** Returns true if the flag is given and not turned off. */
export const isSet = (options: OptionValues, name: string): boolean =>
  options.has(name) && options.get(name)?.at(-1) !== '0'
