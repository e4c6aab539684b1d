import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** A server of its own for one file of tests, on a socket in a temporary folder. */
export interface Postgres {
  /** of a new, empty database. Its text order is not that of the bytes, as on most servers. */
  createDatabase(name: string): Promise<string>
  start(): void
  /** `immediate`: as if the machine had gone */
  stop(mode: 'fast' | 'immediate'): void
}

const VERSIONS = '/usr/lib/postgresql'

/** Where Debian puts the programs; undefined: PostgreSQL 15 or newer is not there. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).filter((name) => Number(name) >= 15) : []
  const folder = join(VERSIONS, versions.sort().at(-1) ?? '', 'bin')
  return versions.length > 0 && existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** The server refuses to run as root, and Debian's user for it is there with the programs. */
function asUser(command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
}

function run(command: readonly string[]): void {
  const [program = '', ...args] = asUser(command)
  // Its output would keep a pipe open for as long as the server runs.
  execFileSync(program, args, { stdio: 'ignore', cwd: '/' })
}

/** @param folder of its own, new */
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
  const urlOf = (database: string) => `postgres://chain:s3cret@localhost/${database}?host=${encodeURIComponent(folder)}`
  const start = () => control('-o', settings, '-l', join(folder, 'log'), 'start')
  start()
  return {
    start,
    stop: (mode) => control('-m', mode, 'stop'),
    async createDatabase(name) {
      const client = new Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return urlOf(name)
    },
  }
}
