import type { OptionValues } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'

export interface ClientOption {
  /** placeholder of the value after "=", which is then required. A flag has none */
  readonly value?: string
  /**
   * help text. An option without one is accepted for compatibility with the reference's command lines but not listed
   */
  readonly doc?: string
}

/** Options of the client, in the order of its help. The client uses only the name among the `-ac_` options. */
export const CLIENT_OPTIONS: Readonly<Record<string, ClientOption>> = {
  ac_name: { value: 'name', doc: 'name of the chain; its conf file has the RPC port and password of the node' },
  regtest: { doc: 'use the chain in regression test mode' },
  sandbox: {},
  testnet: {},
  datadir: { value: 'dir', doc: 'directory of the chain (default: ~/.chainwright/<name>)' },
  conf: { value: 'file', doc: 'conf file, relative to the data directory (default: <name>.conf)' },
  rpcconnect: { value: 'host', doc: 'address of the node (default: 127.0.0.1)' },
  rpcport: { value: 'port', doc: 'RPC port of the node' },
  rpcuser: { value: 'user', doc: 'user name' },
  rpcpassword: { value: 'password', doc: 'password; if it is not set, the client reads the node’s cookie file' },
  rpccookiefile: { value: 'file', doc: 'cookie file, relative to the node’s data directory' },
  rpcclienttimeout: { value: 'n', doc: 'timeout for a response in seconds (default: 900; 0: no timeout)' },
  rpcwait: { doc: 'wait for the node to start' },
  stdin: {
    doc: 'read further parameters from standard input, one per line: recommended for passphrases, phrases and keys, which are otherwise visible in the process list and in the shell history',
  },
  completion: { value: 'shell', doc: 'print completions of all programs for bash, zsh or fish' },
  version: { doc: 'print the version' },
  help: { doc: 'this text' },
}

/** Returns the first option whose value is missing or separated by a space. */
export function withoutValue(options: OptionValues): string | undefined {
  return [...options].find(([name, values]) => CLIENT_OPTIONS[name]?.value !== undefined && values.at(-1) === '')?.[0]
}

/**
 * Returns one warning for each misspelt option and one for all other unknown options. Both are only warnings, because
 * users give the client the command line of their node.
 */
export function optionWarnings(options: OptionValues): string[] {
  const known = (name: string) => Object.hasOwn(CLIENT_OPTIONS, name) || name.startsWith('ac_')
  // For `-nofoo` the parser has added foo as well.
  const unknown = [...options.keys()].filter(
    (name) => !known(name) && !options.has(`no${name}`) && !(name.startsWith('no') && known(name.slice(2))),
  )
  const meant = unknown.map((name) => ({ name, like: closest(name, Object.keys(CLIENT_OPTIONS)) }))
  const misspelt = meant.flatMap(({ name, like }) =>
    like === undefined ? [] : [`-${name} is not an option of the client and is ignored; did you mean -${like}?`],
  )
  const others = meant.filter(({ like }) => like === undefined).map(({ name }) => `-${name}`)
  if (others.length === 0) return misspelt
  return [...misspelt, `options that the client does not have are ignored: ${others.join(', ')}`]
}
