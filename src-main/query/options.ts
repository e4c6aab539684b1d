/** Options of chainwright-query: the location of the tables, and the options of the node's RPC server. */
import { createSettings, parseCommandLine } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import { createValues, OPTIONS, OptionError, postgresUrl, rpcServerOptions } from '../config/index.ts'
import type { RpcOptions } from '../node/composition/options.ts'

/** Names and help texts. The options of RPC are those of the daemon. */
export const QUERY_OPTIONS = {
  database: 'Database that a node publishes to: postgres://user@host/database',
  rpcport: 'Port',
  rpcuser: OPTIONS.rpcuser.doc,
  rpcpassword: 'Password; required unless -rpcauth is set',
  rpcauth: OPTIONS.rpcauth.doc,
  rpcwhitelist: OPTIONS.rpcwhitelist.doc,
  rpcwhitelistdefault: OPTIONS.rpcwhitelistdefault.doc,
  rpcreadonly: OPTIONS.rpcreadonly.doc,
  rpclimit: OPTIONS.rpclimit.doc,
  rpcbind: OPTIONS.rpcbind.doc,
  rpcallowip: OPTIONS.rpcallowip.doc,
  rpcallowhost: OPTIONS.rpcallowhost.doc,
  rpcthreads: OPTIONS.rpcthreads.doc,
  rpcworkqueue: OPTIONS.rpcworkqueue.doc,
  rpcservertimeout: OPTIONS.rpcservertimeout.doc,
} as const

export type QueryStart =
  | { readonly kind: 'serve'; readonly url: string; readonly rpc: RpcOptions }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string }

/** Environment variable that keeps a password off the command line. */
const VARIABLE = 'CHAINWRIGHT_DATABASE'

/** @param argv arguments without the program name */
export function queryOptions(
  argv: readonly string[],
  {
    env,
    cwd,
    version,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string; readonly version: string },
): QueryStart {
  const { options, words } = parseCommandLine(argv)
  if (['?', 'h', 'help'].some((key) => options.has(key))) return { kind: 'text', text: usage() }
  if (options.has('version')) return { kind: 'text', text: `Chainwright ${version}` }
  const names = Object.keys(QUERY_OPTIONS)
  const unknown = [...options.keys()].find((key) => !names.includes(key))
  if (unknown !== undefined || words.length > 0) {
    const near = unknown === undefined ? undefined : closest(unknown, names)
    const what = unknown === undefined ? `"${words[0]}"` : `-${unknown}`
    return {
      kind: 'error',
      message: `${what} is not an option of this program${near === undefined ? '' : `: -${near}?`}`,
    }
  }
  try {
    const settings = createSettings(options, new Map())
    const values = createValues(settings, (name) => `-${name}=${settings.get(name)}`)
    const url = settings.get('database') || env[VARIABLE]
    if (!url) throw new OptionError(`missing -database=postgres://<user>@<host>/<database>, or the same in ${VARIABLE}`)
    const rpc = rpcServerOptions(values, { rpcPort: 0, folder: cwd })
    if (rpc.port === 0) throw new OptionError('missing -rpcport=<port>')
    if (rpc.password === '' && rpc.salted.length === 0) throw new OptionError('missing -rpcpassword or -rpcauth')
    return { kind: 'serve', url: postgresUrl('database', url), rpc }
  } catch (error) {
    if (error instanceof OptionError) return { kind: 'error', message: error.message }
    throw error
  }
}

function usage(): string {
  const lines = Object.entries(QUERY_OPTIONS).map(([name, doc]) => `  -${name}=…\n      ${doc}`)
  return [
    'Usage: chainwright-query -database=postgres://user@host/database -rpcport=<port> -rpcpassword=<password>',
    '',
    ...lines,
  ].join('\n')
}
