import { describe, expect, it } from 'vitest'
import { type QueryEnvironment, type QueryStart, queryOptions } from './options.ts'

const URL_WITH_PASSWORD = 'postgres://user:hidden@host/db'
const PRIVATE = 0o100600
const NO_CONF = () => undefined

interface Given {
  readonly env?: Record<string, string>
  readonly conf?: string
  readonly mode?: number
}

/** Reads options. The conf file is the one of `-conf`, or else the default one. */
function read(argv: readonly string[], { env = {}, conf, mode = PRIVATE }: Given = {}): QueryStart {
  const readConf: QueryEnvironment['readConf'] = conf === undefined ? NO_CONF : () => ({ text: conf, mode })
  return queryOptions(argv, { env, cwd: '/work', home: '/home/user', version: '1.2.3', readConf })
}
const RPC = ['-rpcport=8332', '-rpcpassword=x']
const CONF = `database=${URL_WITH_PASSWORD}\nrpcport=8332\nrpcpassword=x\n`

describe('queryOptions', () => {
  it('reads options from the command line, the environment and the conf file, in this order of precedence', () => {
    const conf = 'database=postgres://conf/db\nrpcport=1\nrpcuser=conf\nrpcpassword=conf\n'
    const env = { CHAINWRIGHT_QUERY_RPCPORT: '2', CHAINWRIGHT_QUERY_RPCUSER: 'env' }
    expect(read(['-rpcport=3'], { conf, env })).toMatchObject({
      kind: 'serve',
      url: 'postgres://conf/db',
      rpc: { port: 3, user: 'env', password: 'conf' },
    })
  })

  it('reads the database from its older environment variable', () => {
    const started = read(RPC, { env: { CHAINWRIGHT_DATABASE: URL_WITH_PASSWORD } })
    expect(started).toMatchObject({ kind: 'serve', url: URL_WITH_PASSWORD, rpc: { port: 8332, password: 'x' } })
  })

  it('reads the conf file of -conf, relative to the working directory, or the default one', () => {
    const paths: string[] = []
    const readConf = (path: string) => {
      paths.push(path)
      return { text: CONF, mode: PRIVATE }
    }
    const environment = { env: {}, cwd: '/work', home: '/home/user', version: '', readConf }
    expect(queryOptions([], environment).kind).toBe('serve')
    expect(queryOptions(['-conf=query.conf'], environment).kind).toBe('serve')
    expect(paths).toEqual(['/home/user/.chainwright/query.conf', '/work/query.conf'])
  })

  it('reads REST, metrics and the time to wait like the node, with defaults', () => {
    expect(read([], { conf: CONF })).toMatchObject({ rpc: { rest: false }, metrics: undefined, databaseWaitMs: 60_000 })
    const started = read(['-rest', '-metrics=9333', '-databasewait=5'], { conf: CONF })
    const metrics = { host: '127.0.0.1', port: 9333 }
    expect(started).toMatchObject({ rpc: { rest: true }, metrics, databaseWaitMs: 5_000, warnings: [] })
    expect(read(['-norest'], { conf: `${CONF}rest=1\n` })).toMatchObject({ rpc: { rest: false } })
  })

  it('warns of passwords on the command line, without repeating them', () => {
    const started = read([`-database=${URL_WITH_PASSWORD}`, ...RPC])
    expect(started).toMatchObject({
      warnings: [
        '-rpcpassword is visible to all users of this machine; set it in the conf file',
        'the password in -database is visible to all users of this machine; set it in the conf file',
      ],
    })
    expect(JSON.stringify({ ...started, url: '' })).not.toContain('hidden')
  })

  it.each([
    [RPC, {}, 'missing -database=postgres://'],
    [['-database=mysql://user:hidden@host', ...RPC], {}, '-database: postgres://'],
    [[`-database=${URL_WITH_PASSWORD}`, '-rpcpassword=x'], {}, 'missing -rpcport=<port>'],
    [[`-database=${URL_WITH_PASSWORD}`, '-rpcport=1'], {}, 'missing rpcpassword or rpcauth'],
    [['-databse=x'], {}, '-databse is not an option of this program; did you mean -database?'],
    [['word'], {}, '"word" is not an option of this program'],
    [
      [],
      { env: { CHAINWRIGHT_QUERY_RPCPORTS: '1' } },
      'CHAINWRIGHT_QUERY_RPCPORTS is not an option of this program; did you mean CHAINWRIGHT_QUERY_RPCPORT?',
    ],
    [[], { conf: 'rpcprot=1' }, 'rpcprot in /home/user/.chainwright/query.conf is not an option'],
    [[], { conf: 'rpcport=1\nrpcuser' }, 'line 2 of /home/user/.chainwright/query.conf is not key=value'],
    [[], { conf: CONF, mode: 0o100644 }, 'contains a password and is readable by all users: run chmod 600'],
    [[], { conf: `${CONF}rpcthreads=none` }, 'rpcthreads=none in /home/user/.chainwright/query.conf: expected'],
    [['-conf=/nowhere'], {}, '-conf: file not found: /nowhere'],
    [['-databasewait=soon'], { conf: CONF }, '-databasewait: expected seconds from 0 to 86400, got "soon"'],
    [['-printgrants='], {}, '-printgrants: expected the name of a database user, got ""'],
    [['-printgrants=x"; DROP'], {}, '-printgrants: expected the name of a database user'],
  ] satisfies [string[], Given, string][])('rejects the arguments %j with %j', (argv, given, message) => {
    const rejected = read(argv, given)
    expect(rejected).toMatchObject({ kind: 'error', message: expect.stringContaining(message) as string })
    expect(JSON.stringify(rejected)).not.toContain('hidden')
  })

  it('accepts a conf file without a password that all users can read', () => {
    const conf = 'database=postgres://reader@host/db\nrpcport=8332\n'
    const env = { CHAINWRIGHT_QUERY_RPCPASSWORD: 'x' }
    expect(read([], { conf, env, mode: 0o100644 }).kind).toBe('serve')
  })

  it('prints its help, its version and the grants of a read-only user', () => {
    expect(read(['-help'])).toMatchObject({ kind: 'text', text: expect.stringContaining('-rpcreadonly') as string })
    expect(read(['-version'])).toEqual({ kind: 'text', text: 'Chainwright 1.2.3' })
    const grants = read(['-printgrants=reader'])
    expect(grants).toMatchObject({ text: expect.stringContaining('GRANT USAGE ON SCHEMA chainwright TO "reader"') })
  })
})
