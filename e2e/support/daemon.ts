import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programEnvironment } from '../../src-main/launch/prepare.mjs'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { ProcessEndedError, waitFor } from '../../src-main/node/testing/waitFor.ts'
import { freePort } from './ports.ts'
import { connectRpc, type RpcClient, RpcReplyError } from './rpcClient.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')
/**
 * The recorded load chain is stored next to the project on development machines: 19 MB that only the benchmark needs.
 */
export const loadChainFolder = resolve(projectRoot, '../shared/vectors/perf1')

const POLL_MS = 10
/** Tests neither accept nor look for peers unless they set these options: the last of equal options counts. */
const ALONE = ['-listen=0', '-dnsseed=0']

export interface Daemon {
  readonly rpc: RpcClient
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  /** everything the process printed so far */
  output(): string
  /** sends `stop` over RPC and waits for the end. Resolves to the exit code */
  stop(): Promise<number | null>
  /** sends SIGKILL and waits for the end */
  kill(): Promise<void>
}

export interface DaemonOptions {
  readonly args: readonly string[]
  /** kept after `stop` if given. Default: a temporary folder that `stop` removes */
  readonly dataDir?: string
  /** returns as soon as the process runs, before RPC answers */
  readonly early?: boolean
  /** maximum wait for RPC in milliseconds, `MAX_WAIT_MS` by default */
  readonly patience?: number
  /** runs src-main instead of the built program: needs no build, but starts more slowly */
  readonly fromSource?: boolean
  /** path of the program of another build */
  readonly program?: string
  readonly credentials?: { readonly user: string; readonly password: string }
}

/** Creates a folder in the system's folder for temporary files, which is that of temporaryRoot under vitest. */
export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'home-'))

/** Returns a client whose calls reject with a `ProcessEndedError` after the end of the daemon, so that waits end with it. */
function noticingEnd(rpc: RpcClient, child: ChildProcess, output: () => string): RpcClient {
  const notice = (error: unknown): never => {
    if (error instanceof RpcReplyError || (child.exitCode === null && child.signalCode === null)) throw error
    throw new ProcessEndedError(`The daemon ended:\n${output()}`, { cause: error })
  }
  return {
    post: (body) => rpc.post(body).catch(notice),
    raw: (method, params) => rpc.raw(method, params).catch(notice),
    call: <T>(method: string, ...params: readonly unknown[]) => rpc.call<T>(method, ...params).catch(notice),
    close: () => rpc.close(),
  }
}

async function untilReady(rpc: RpcClient, output: () => string, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      await rpc.call('getblockcount')
      return
    } catch (error) {
      if (error instanceof ProcessEndedError) throw error
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
      options.program ?? join(projectRoot, options.fromSource ? 'src-main/cli/daemon.ts' : 'out/main/daemon.js'),
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
  const output = () => printed
  const rpc = noticingEnd(connectRpc({ port, ...credentials }), child, output)
  if (!options.early) await untilReady(rpc, output, options.patience ?? MAX_WAIT_MS)

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
export function readMemory(pid: number): { readonly now: number; readonly peak: number } {
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
      // The thread has ended since the listing.
      return 0
    }
  })
  return used.reduce((sum, nanoseconds) => sum + nanoseconds / 1e6, 0)
}

/** Returns the milliseconds of processor time that the main thread of a process has used; Linux only. */
export const mainThreadMillis = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Consecutive polls that must find a process idle: together longer than the pauses of a node in its work for peers. */
const IDLE_POLLS = 30

/**
 * Waits until a process is idle: all its threads sleep in IDLE_POLLS consecutive polls. A thread with work counts as
 * runnable even while a busy machine delays it. Linux only.
 */
export async function untilIdle(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`
  const isAsleep = (id: string) => {
    try {
      return /\) [SI] /.test(readFileSync(`${tasks}/${id}/stat`, 'latin1'))
    } catch {
      // The thread has ended since the listing.
      return true
    }
  }
  let idle = 0
  await waitFor(() => {
    idle = readdirSync(tasks).every(isAsleep) ? idle + 1 : 0
    if (idle < IDLE_POLLS) throw new Error('the process is never idle')
  })
}

/** Resets the peak of resident memory to the current value. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
