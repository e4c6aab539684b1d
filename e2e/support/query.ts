import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { programEnvironment } from '../../src-main/launch/prepare.mjs'
import { projectRoot } from './daemon.ts'
import { freePort } from './ports.ts'

interface Credentials {
  readonly user: string
  readonly password: string
}

/** A running chainwright-query. */
export interface QueryProcess {
  readonly port: number
  readonly pid: number
  /** Resolves to the exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  /** everything it printed so far */
  output(): string
  /** @param signal default: SIGTERM */
  kill(signal?: NodeJS.Signals): void
}

export interface QueryStartOptions {
  readonly args?: readonly string[]
  /** returns before the database has answered */
  readonly early?: boolean
  /** default: a free one */
  readonly port?: number
}

/** Starts the built chainwright-query on a database. */
export async function startQuery(
  url: string,
  { user, password }: Credentials,
  { args: more = [], early = false, port: chosen }: QueryStartOptions = {},
): Promise<QueryProcess> {
  const port = chosen ?? (await freePort())
  const args = [`-rpcport=${port}`, `-rpcuser=${user}`, ...more]
  const child = spawn(process.execPath, [join(projectRoot, 'out/main/query.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), CHAINWRIGHT_DATABASE: url, CHAINWRIGHT_QUERY_RPCPASSWORD: password },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  await new Promise<void>((resolve, reject) => {
    if (early) resolve()
    child.stdout.on('data', () => printed.includes(' as of block ') && resolve())
    child.once('exit', () => reject(new Error(`chainwright-query ended:\n${printed}`)))
  })
  return { port, pid: child.pid ?? 0, ended, output: () => printed, kill: (signal) => void child.kill(signal) }
}

/** POSTs a body. Returns the status, the headers that do not depend on the time, and the body of the reply. */
export function postBody(port: number, body: string, { user, password }: Credentials): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/plain' }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', auth: `${user}:${password}`, headers })
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { date: _date, ...others } = response.headers
        resolve(`${response.statusCode} ${JSON.stringify(others)} ${Buffer.concat(parts).toString('utf8')}`)
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
