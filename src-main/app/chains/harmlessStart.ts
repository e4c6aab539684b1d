/**
 * Checks that the options of a sandbox's node let no other program in. The list is an allowlist, so that new options
 * are rejected by default.
 */
import { type OptionValues, parseCommandLine, SANDBOX_ARGS } from '#shared/arguments.ts'
import type { PairRole } from '../../node/index.ts'

const LOOPBACK = '127.0.0.1'

type Fits = (value: string) => boolean
const any: Fits = () => true
const off: Fits = (value) => value === '0'
const local: Fits = (value) => value === LOOPBACK

/** Options that affect only this machine: its disk, memory, log and password. */
const LOCAL_OPTIONS = (
  'datadir dbcache par keypool exportdir addressindex spentindex timestampindex reindex rescan server txindex rpcuser ' +
  'rpcpassword rpcport rpcthreads rpcworkqueue rpcservertimeout automine testnode gen genproclimit blockmaxsize maxmempool ' +
  'mempoolexpiry persistmempool paytxfee maxconnections debug debugexclude loglevel logformat logjson logsize printtoconsole'
).split(' ')

const HARMLESS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ...LOCAL_OPTIONS.map((name) => [name, any] as const),
  // Only `-sandbox` or `-sandbox=1`.
  ['sandbox', (value) => value === '' || value === '1'],
  // Values that the conf file of a new chain contains.
  ...['rpcallowip', 'rpcbind'].map((name) => [name, local] as const),
  ...['listen', 'discover', 'dnsseed', 'dns'].map((name) => [name, off] as const),
])

/**
 * Additional options of Friend's node. It is started with the options of the chain, and it alone listens, so that Me's
 * node can connect to it.
 */
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
 * Returns true if the options let no other program in.
 * @param argv arguments of the node, including those that the app adds for this start
 * @param conf values of its conf file
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
