import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** A PostgreSQL server for one test file, on a socket in a temporary folder. */
export interface Postgres {
  /** Creates an empty database and returns its URL. Its text order differs from the byte order, as on most servers. */
  createDatabase(name: string): Promise<string>
  /** @param user a role of the server; default: the superuser */
  url(database: string, user?: string): string
  /** Returns the process id of the running server. */
  pid(): number
  start(): void
  /** `immediate` stops the server as in a power failure */
  stop(mode: 'fast' | 'immediate'): void
}

export interface PostgresOptions {
  /** settings, each as `name=value`, besides the default ones */
  readonly settings?: readonly string[]
  /** folder of a running server. The new server becomes its streaming replica */
  readonly primary?: string
}

const VERSIONS = '/usr/lib/postgresql'

/** Returns Debian's folder of the PostgreSQL programs, or undefined if PostgreSQL 15 or newer is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).filter((name) => Number(name) >= 15) : []
  const folder = join(VERSIONS, versions.sort().at(-1) ?? '', 'bin')
  return versions.length > 0 && existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** The server refuses to run as root. Debian's package creates the user `postgres`. */
function asUser(command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
}

function run(command: readonly string[]): void {
  const [program = '', ...args] = asUser(command)
  // Inherited output would keep a pipe open while the server runs.
  execFileSync(program, args, { stdio: 'ignore', cwd: '/' })
}

/** Creates the data folder of a server. A replica has a slot, so that the primary keeps what the replica misses. */
function createData(programs: string, data: string, primary: string | undefined): void {
  const init = ['-D', data, '-A', 'trust', '-U', 'chain', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  const copy = ['-D', data, '-h', primary ?? '', '-U', 'chain', '-c', 'fast', '-R', '-C', '-S', 'replica']
  run(primary === undefined ? [join(programs, 'initdb'), ...init] : [join(programs, 'pg_basebackup'), ...copy])
}

/** @param folder used only by this server: a new one, or one of a stopped server */
export function startPostgres(folder: string, { settings = [], primary }: PostgresOptions = {}): Postgres {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  for (let above = join(folder, '..'); above.length > 4; above = join(above, '..')) spawnSync('chmod', ['o+x', above])
  const data = join(folder, 'data')
  if (!existsSync(data)) createData(programs, data, primary)
  const all = [
    ...['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=40', 'shared_buffers=64MB'],
    ...settings,
  ]
  const options = all.map((setting) => `-c ${setting}`).join(' ')
  const control = (...args: string[]) => run([join(programs, 'pg_ctl'), '-D', data, '-w', ...args])
  const url = (database: string, user = 'chain') =>
    `postgres://${user}:s3cret@localhost/${database}?host=${encodeURIComponent(folder)}`
  const start = () => control('-o', options, '-l', join(folder, 'log'), '-t', '600', 'start')
  start()
  return {
    start,
    url,
    stop: (mode) => control('-m', mode, 'stop'),
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async createDatabase(name) {
      const client = new Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`).finally(() => client.end())
      return url(name)
    },
  }
}
