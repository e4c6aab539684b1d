import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programEnvironment } from '../../src-main/launch/prepare.mjs'
import { processorMillis, projectRoot } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { buildDaemonOfCommit, COMPARED_COMMIT } from './besideCommit.ts'
import type { Record } from './figures.ts'
import { waitForHeight } from './waitForHeight.ts'

/** Rounds in which both daemons run the same calls, in changing order. */
const ROUNDS = 7
const CONNECTIONS = 8
const POLL_MS = 3
const CREDENTIALS = { user: 'e2e', password: 'e2e-password' }

interface ReadsLoad {
  readonly args: readonly string[]
  readonly file: string
  readonly height: number
  readonly holder: string
  readonly hot: string
}

/** A built daemon with its own data. */
interface Build {
  readonly program: string
  readonly dataDir: string
}

interface Running {
  readonly rpc: RpcClient
  readonly process: ChildProcess
  /** milliseconds of processor time until RPC was ready */
  readonly startCpu: number
  readonly startMs: number
  stop(): Promise<void>
}

/** Calls with the number per round and the goal as a ratio. `at` is the number of callers at a time. */
const readCalls = (hot: string) =>
  [
    { name: 'getaddressutxos', params: [hot], count: 10, goal: 0.4, at: 1 },
    { name: 'getaddresstxids', params: [hot], count: 5, goal: 0.4, at: 1 },
    { name: 'getaddressdeltas', params: [{ addresses: [hot] }], count: 3, goal: 0.4, at: 1 },
    { name: 'getblock', label: 'getblock, verbosity 1', params: ['1000', 1], count: 50, goal: 0.6, at: 1 },
    { name: 'getblock', label: 'getblock, verbosity 2', params: ['1000', 2], count: 30, goal: 0.6, at: 1 },
    { name: 'getblockchaininfo', params: [], count: 100, goal: 0.6, at: 1 },
    { name: 'getinfo', params: [], count: 100, goal: 0.6, at: 1 },
    { name: 'getblockcount', label: 'getblockcount, 8 callers', params: [], count: 100, goal: 0.6, at: CONNECTIONS },
  ] as const

type ReadCall = ReturnType<typeof readCalls>[number]

async function start({ program, dataDir }: Build, { args, holder }: ReadsLoad, more: readonly string[] = []) {
  const port = await freePort()
  const { user, password } = CREDENTIALS
  const rpcArgs = [`-rpcport=${port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`]
  const alone = ['-listen=0', '-dnsseed=0']
  mkdirSync(dataDir, { recursive: true })
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [program, `-datadir=${dataDir}`, ...rpcArgs, ...alone, ...args, `-pubkey=${holder}`, ...more],
    { stdio: ['ignore', 'ignore', 'pipe'], env: programEnvironment() },
  )
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const rpc = connectRpc({ port, ...CREDENTIALS })
  while (
    !(await rpc.call('getblockcount').then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${complaints}`)
    await delay(POLL_MS)
  }
  const running: Running = {
    rpc,
    process: child,
    startMs: performance.now() - begun,
    startCpu: processorMillis(child.pid ?? 0),
    async stop() {
      await rpc.call('stop')
      await ended
      rpc.close()
    },
  }
  return running
}

/** Sends the calls of one round. Returns milliseconds per call, by the clock and of the daemon's processor time. */
async function runCalls({ rpc, process: { pid = 0 } }: Running, { name, params, count, at }: ReadCall) {
  const [begun, used] = [performance.now(), processorMillis(pid)]
  await Promise.all(
    Array.from({ length: at }, async () => {
      for (let call = 0; call < count; call++) {
        const { status, body } = await rpc.raw(name, params)
        if (status !== 200) throw new Error(`${name}: ${body.slice(0, 200)}`)
      }
    }),
  )
  return { ms: (performance.now() - begun) / (count * at), cpu: (processorMillis(pid) - used) / (count * at) }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

interface Sample {
  readonly ms: number
  readonly cpu: number
}

/** Runs both in each round, in changing order. */
async function alternate(measure: (which: 0 | 1) => Promise<Sample>): Promise<readonly [Sample[], Sample[]]> {
  const samples: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      samples[which].push(await measure(which))
  return samples
}

function recordRatio(record: Record, name: string, [before, now]: readonly [Sample[], Sample[]], goal: number): void {
  const [clock, cpu] = (['ms', 'cpu'] as const).map((key) => {
    const values = [before, now].map((list) => median(list.map((sample) => sample[key])))
    return { ratio: values[1]! / values[0]!, text: values.map((value) => value.toPrecision(3)).join(' and ') }
  })
  const note = `${clock!.text} ms; processor time ${cpu!.ratio.toFixed(2)} ×, ${cpu!.text} ms`
  const ratio = { value: clock!.ratio, unit: `× ${COMPARED_COMMIT}`, goal: { sense: '<' as const, limit: goal } }
  record({ name: `${name}, beside`, ...ratio, note })
}

/** Measures reads over HTTP and the start beside another commit, on data that each build imported itself. */
export async function measureReadsBeside(load: ReadsLoad, folder: string, record: Record): Promise<void> {
  const builds = [
    { program: buildDaemonOfCommit(), dataDir: join(folder, 'reads-before') },
    { program: join(projectRoot, 'out/main/daemon.js'), dataDir: join(folder, 'reads-now') },
  ] as const
  for (const build of builds) {
    const daemon = await start(build, load, [`-loadblock=${load.file}`])
    await waitForHeight({ ...daemon, output: () => `${build.program} ended` }, load.height)
    await daemon.stop()
  }
  const starts = await alternate(async (which) => {
    const daemon = await start(builds[which], load)
    await daemon.stop()
    return { ms: daemon.startMs, cpu: daemon.startCpu }
  })
  recordRatio(record, 'start to RPC ready on perf1', starts, 0.6)
  const daemons = [await start(builds[0], load), await start(builds[1], load)] as const
  for (const call of readCalls(load.hot)) {
    for (const daemon of daemons) await runCalls(daemon, call)
    const label = 'label' in call ? call.label : call.name
    recordRatio(record, label, await alternate((which) => runCalls(daemons[which], call)), call.goal)
  }
  for (const daemon of daemons) await daemon.stop()
}
