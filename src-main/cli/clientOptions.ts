import type { OptionValues } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'

/** Options of the client; `value`: it needs one. Of the `-ac_` options only the name is the client's. */
const OPTIONS: Readonly<Record<string, 'flag' | 'value'>> = {
  ac_name: 'value',
  regtest: 'flag',
  sandbox: 'flag',
  testnet: 'flag',
  datadir: 'value',
  conf: 'value',
  rpcconnect: 'value',
  rpcport: 'value',
  rpcuser: 'value',
  rpcpassword: 'value',
  rpccookiefile: 'value',
  rpcclienttimeout: 'value',
  rpcwait: 'flag',
  stdin: 'flag',
  version: 'flag',
  help: 'flag',
}

/** The first option whose value is missing, or separated by a blank. */
export function withoutValue(options: OptionValues): string | undefined {
  return [...options].find(([name, values]) => OPTIONS[name] === 'value' && values.at(-1) === '')?.[0]
}

/**
 * One warning for each misspelt option, and one for all others that the client does not have. Only warnings: people give
 * the client the command line of their node.
 */
export function optionWarnings(options: OptionValues): string[] {
  const known = (name: string) => Object.hasOwn(OPTIONS, name) || name.startsWith('ac_')
  // `-nofoo` has made foo an option as well.
  const unknown = [...options.keys()].filter(
    (name) => !known(name) && !options.has(`no${name}`) && !(name.startsWith('no') && known(name.slice(2))),
  )
  const meant = unknown.map((name) => ({ name, like: closest(name, Object.keys(OPTIONS)) }))
  const misspelt = meant.flatMap(({ name, like }) =>
    like === undefined ? [] : [`-${name} is not an option of the client and is ignored; did you mean -${like}?`],
  )
  const others = meant.filter(({ like }) => like === undefined).map(({ name }) => `-${name}`)
  if (others.length === 0) return misspelt
  return [...misspelt, `ignored, because the client has no such option: ${others.join(', ')}`]
}
