import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** A PostgreSQL server for one test file, on a socket in a temporary folder. */
export interface Postgres {
  /** Creates an empty database and returns its URL. Its text order differs from the byte order, as on most servers. */
  createDatabase(name: string): Promise<string>
  start(): void
  /** `immediate` stops the server as in a power failure */
  stop(mode: 'fast' | 'immediate'): void
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

/** @param folder a new folder, used only by this server */
export function startPostgres(folder: string): Postgres {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  for (let above = join(folder, '..'); above.length > 4; above = join(above, '..')) spawnSync('chmod', ['o+x', above])
  const data = join(folder, 'data')
  run([join(programs, 'initdb'), '-D', data, '-A', 'trust', '-U', 'chain', '-E', 'UTF8', '--locale=C.UTF-8', '-N'])
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c max_connections=40 -c shared_buffers=64MB`
  const control = (...args: string[]) => run([join(programs, 'pg_ctl'), '-D', data, '-w', ...args])
  const databaseUrl = (database: string) =>
    `postgres://chain:s3cret@localhost/${database}?host=${encodeURIComponent(folder)}`
  const start = () => control('-o', settings, '-l', join(folder, 'log'), 'start')
  start()
  return {
    start,
    stop: (mode) => control('-m', mode, 'stop'),
    async createDatabase(name) {
      const client = new Client({ connectionString: databaseUrl('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return databaseUrl(name)
    },
  }
}
