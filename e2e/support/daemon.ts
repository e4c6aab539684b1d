import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programEnvironment } from '../../src-main/launch/prepare.mjs'
import { freePort } from './ports.ts'
import { connectRpc, type RpcClient } from './rpcClient.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')
/** The recorded load chain lies beside the project where it is developed: 19 MB that only the bench needs. */
export const loadChainFolder = resolve(projectRoot, '../shared/vectors/perf1')

const POLL_MS = 10
/** Tests neither accept nor look for peers unless they say so: of equal options the last one counts. */
const ALONE = ['-listen=0', '-dnsseed=0']

export interface Daemon {
  readonly rpc: RpcClient
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  /** everything the process printed so far */
  output(): string
  /** asks over RPC and waits for the end; resolves to the exit code */
  stop(): Promise<number | null>
  /** SIGKILL, then waits */
  kill(): Promise<void>
}

export interface DaemonOptions {
  readonly args: readonly string[]
  /** kept when given; else a temporary one that goes away with `stop` */
  readonly dataDir?: string
  /** return as soon as the process runs, before RPC answers */
  readonly early?: boolean
  /** longest wait for RPC, milliseconds */
  readonly patience?: number
  /** run src-main instead of the built program: no build needed, a slower start */
  readonly fromSource?: boolean
  readonly credentials?: { readonly user: string; readonly password: string }
}

/** A fresh folder below the system's one for temporary files; under vitest that is temporaryRoot's. */
export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'home-'))

async function untilReady(rpc: RpcClient, child: ChildProcess, output: () => string, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The daemon ended:\n${output()}`)
    try {
      await rpc.call('getblockcount')
      return
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`The daemon did not get ready:\n${output()}`, { cause: error })
    }
    await delay(POLL_MS)
  }
}

/** Starts the built daemon (`npm run build` first) and waits until its RPC answers. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const dataDir = options.dataDir ?? temporaryFolder()
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const credentials = options.credentials ?? { user: 'e2e', password: 'e2e-password' }
  const child = spawn(
    process.execPath,
    [
      join(projectRoot, options.fromSource ? 'src-main/cli/daemon.ts' : 'out/main/daemon.js'),
      `-datadir=${dataDir}`,
      `-rpcport=${port}`,
      `-rpcuser=${credentials.user}`,
      `-rpcpassword=${credentials.password}`,
      ...ALONE,
      ...options.args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: programEnvironment() },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const rpc = connectRpc({ port, ...credentials })
  const output = () => printed
  if (!options.early) await untilReady(rpc, child, output, options.patience ?? 60_000)

  const finish = () => {
    rpc.close()
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    rpc,
    port,
    dataDir,
    process: child,
    output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await rpc.call('stop')
      const code = await ended
      finish()
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      finish()
    },
  }
}

/** Resident memory of a process in bytes, now and at its highest since its start or `resetPeak`; Linux only. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 }
}

/** Returns the milliseconds of processor time that the running threads of a process have used, to the nanosecond; Linux only. */
export function processorMillis(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const used = readdirSync(tasks).map((id) => {
    try {
      return Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread has ended since.
      return 0
    }
  })
  return used.reduce((sum, nanoseconds) => sum + nanoseconds / 1e6, 0)
}

/** What a process holds now is its highest from here on. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
