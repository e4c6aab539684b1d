/** Contents of man pages and completions of the programs, from the tables that parsing and help use. */
import { CATEGORIES, type Method } from '#shared/rpc/define.ts'
import { usageLine } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import { APP_OPTIONS, CHAIN_PARAMETERS, OPTIONS, type OptionDoc, type OptionSpec } from '../../config/index.ts'
import { QUERY_OPTIONS, type QueryOption } from '../../query/options.ts'
import { CLIENT_OPTIONS } from '../clientOptions.ts'

interface Section {
  readonly title: string
  readonly options: readonly OptionDoc[]
}

export interface Program {
  readonly name: 'chainwright' | 'chainwrightd' | 'chainwright-cli' | 'chainwright-query'
  /** one line */
  readonly purpose: string
  readonly synopsis: readonly string[]
  /** one paragraph each */
  readonly description: readonly string[]
  readonly sections: readonly Section[]
  readonly exit: string
}

/** An RPC method with its usage line and one-line summary. */
export interface ManualMethod {
  readonly name: string
  readonly category: string
  readonly usage: string
  readonly summary: string
}

const VALUES: Readonly<Record<OptionSpec['kind'], string | undefined>> = {
  flag: undefined,
  integer: '<n>',
  amount: '<coins>',
  text: '<text>',
  list: '<text>',
}

function option(name: string, value: string | undefined, doc: string): OptionDoc {
  return { name, doc, ...(value !== undefined && { value }) }
}

function nodeOption([name, { kind, doc, fallback }]: readonly [string, OptionSpec]): OptionDoc {
  return option(name, VALUES[kind], fallback === undefined ? doc : `${doc} (default: ${fallback})`)
}

function nodeSections(): Section[] {
  const byGroup = Map.groupBy(Object.entries<OptionSpec>(OPTIONS), ([, { group }]) => group)
  const chain = CHAIN_PARAMETERS.map(([example, doc]) => {
    const [name = '', value] = example.split('=')
    return option(name, value, doc)
  })
  return [
    ...[...byGroup].map(([title, entries]) => ({ title, options: entries.map(nodeOption) })),
    { title: 'Parameters of a chain (on the command line only, the same for all its nodes)', options: chain },
  ]
}

const STOPPED = '0 after a requested stop, 1 if the program could not start or its node failed.'

const window: Program = {
  name: 'chainwright',
  purpose: 'run a whole Smart Chain from one window',
  synopsis: ['chainwright [options]'],
  description: [
    'Opens the app: nodes of any number of chains, wallet, tokens, faucet, addresses, peers and a console. Without options, the app asks how to begin; -sandbox, or -ac_name with the other options of a chain, opens only that chain.',
    'The app opens in an Electron window if Electron is installed, otherwise in a browser of this machine.',
  ],
  sections: [{ title: 'Window', options: APP_OPTIONS }, ...nodeSections()],
  exit: STOPPED,
}

const daemon: Program = {
  name: 'chainwrightd',
  purpose: 'a full validating node of a Smart Chain, without a window',
  synopsis: ['chainwrightd [options]'],
  description: [
    'Runs the node of one chain with its JSON-RPC server until it is stopped by chainwright-cli stop, SIGINT or SIGTERM. Without -ac_name and -regtest, it runs the sandbox chain.',
    'Options can also be set in the conf file, one key=value per line; the command line takes precedence. -no<option> turns an option off. The options are those of the reference daemon.',
  ],
  sections: nodeSections(),
  exit: STOPPED,
}

const client: Program = {
  name: 'chainwright-cli',
  purpose: 'call a method of a Smart Chain node from the command line',
  synopsis: [
    'chainwright-cli [options] <method> [parameters]',
    'chainwright-cli [options] -named <method> [name=value ...]',
    'chainwright-cli [options] -getinfo',
    'chainwright-cli [options] -netinfo [level] [outonly]',
    'chainwright-cli [options] -generate [blocks]',
    'chainwright-cli [options] movein <folder>',
    'chainwright-cli [options] help [method]',
  ],
  description: [
    'Writes the result to standard output (texts without quotes, everything else as JSON) and everything else to standard error. Without -ac_name and -regtest, it connects to the sandbox chain. Port and password are read from the chain’s conf file.',
  ],
  sections: [
    {
      title: 'Options',
      options: Object.entries(CLIENT_OPTIONS).flatMap(([name, { value, doc }]) =>
        doc === undefined ? [] : [option(name, value === undefined ? undefined : `<${value}>`, doc)],
      ),
    },
  ],
  exit: '0 with a result, 1 without an answer or with an option that does not exist, else the absolute value of the node’s error code modulo 256.',
}

const query: Program = {
  name: 'chainwright-query',
  purpose: 'answer calls from the tables that a Smart Chain node publishes',
  synopsis: ['chainwright-query [-conf=<file>] [options]', 'chainwright-query -printgrants=<role>'],
  description: [
    'Answers calls about public data of a chain (addresses, blocks, transactions, tokens, orders, faucet) from PostgreSQL, with the same bytes as the node that publishes there with -publish. It stores nothing, so any number of instances can run. Calls of other methods are rejected by name.',
    'Each option can also be a line of the conf file (rpcport=8332) or an environment variable (CHAINWRIGHT_QUERY_RPCPORT=8332). The command line takes precedence, then the environment. Put passwords into the conf file, with mode 0600.',
    'At the start the program waits for the database; until it answers, calls get error -28.',
  ],
  sections: [
    {
      title: 'Options',
      options: Object.entries<QueryOption>(QUERY_OPTIONS).map(([name, { value, doc }]) => option(name, value, doc)),
    },
  ],
  exit: '0 after SIGINT or SIGTERM, 1 if it could not start or the database did not answer in time.',
}

export const PROGRAMS: readonly Program[] = [window, daemon, client, query]

/** Returns the methods that help lists, in its order. */
export function listedMethods(): ManualMethod[] {
  const all: readonly Method[] = Object.values(methods)
  return CATEGORIES.flatMap((category) =>
    all
      .filter((method) => method.category === category && !method.flags.hidden)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((method) => ({ name: method.name, category, usage: usageLine(method), summary: method.summary })),
  )
}
