/** Whether the options of a sandbox's node let no other program in. The list has the harmless ones, so that a new option is not among them. */
import { type OptionValues, parseCommandLine, SANDBOX_ARGS } from '#shared/arguments.ts'
import type { PairRole } from '../../node/index.ts'

const LOOPBACK = '127.0.0.1'

type Fits = (value: string) => boolean
const any: Fits = () => true
const off: Fits = (value) => value === '0'
const local: Fits = (value) => value === LOOPBACK

/** Options about this machine alone: its disk, memory, log and password. */
const LOCAL_OPTIONS = (
  'datadir dbcache par keypool exportdir addressindex spentindex timestampindex reindex rescan server txindex rpcuser ' +
  'rpcpassword rpcport rpcthreads rpcworkqueue rpcservertimeout automine testnode gen genproclimit blockmaxsize maxmempool ' +
  'mempoolexpiry paytxfee maxconnections debug loglevel logjson logsize printtoconsole'
).split(' ')

const HARMLESS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ...LOCAL_OPTIONS.map((name) => [name, any] as const),
  // Bare, or any number but 0: another value means another chain.
  ['sandbox', (value) => value === '' || value === '1'],
  // As the conf file of a new chain has them.
  ...['rpcallowip', 'rpcbind'].map((name) => [name, local] as const),
  ...['listen', 'discover', 'dnsseed', 'dns'].map((name) => [name, off] as const),
])

/** Friend is started by the options of the chain, and is the only one that listens: where the app has Me connect to. */
const OF_FRIEND: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ...SANDBOX_ARGS.map((word) => {
    const [name = '', ...value] = word.slice(1).split('=')
    return [name, (given: string) => given === value.join('=')] as const
  }),
  ['listen', (value) => value === '0' || value === '1'],
  ['bind', local],
  ['port', any],
])

/**
 * @param argv of the node, with what the app adds for this start
 * @param conf of its conf file
 */
export function isHarmlessStart(role: PairRole, argv: readonly string[], conf: OptionValues): boolean {
  const { options, words } = parseCommandLine(argv)
  const listens = role === 'friend' && options.has('bind')
  const fits = (name: string, values: readonly string[]) => {
    const known = (role === 'friend' ? OF_FRIEND.get(name) : undefined) ?? HARMLESS.get(name)
    return known !== undefined && values.every(known)
  }
  const opened = options.get('listen')?.at(-1) === '1' && !listens
  return words.length === 0 && !opened && [...options, ...conf].every(([name, values]) => fits(name, values))
}
