import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sha256 } from '../../src-main/node/crypto/index.ts'
import { createSolver, loadSolver } from '../../src-main/node/mining/solver/index.ts'
import { verifyEquihash } from '../../src-main/node/primitives/index.ts'
import { type Daemon, readMemory, startDaemon } from '../support/daemon.ts'
import type { Record } from './figures.ts'
import { measureFrames } from './window.ts'

const MAIN = { n: 200, k: 9 } as const
const CHAIN = ['-ac_name=MINING', '-ac_supply=1000', '-ac_reward=100000000', '-ac_public=1', '-ac_cc=2', '-testnode=1']
const MEGABYTE = 1024 * 1024
/** The first searches run code that is not optimised yet. */
const WARM_UP = 2
/** Many runs, because the number of solutions per header is random (two on average). */
const RUNS = 40
const CANCELS = 10
const VERIFICATIONS = 4
const CALLS_SECONDS = 10

const most = (limit: number) => ({ sense: '<' as const, limit })

function buildHeader(seed: number): Uint8Array {
  const header = new Uint8Array(140)
  header.set(sha256(new TextEncoder().encode(`header ${seed}`)))
  return header
}

const toSeconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6

/** Measures the solver alone, on this thread. The goal assumes a dedicated core, so processor time is counted. */
async function measureSolver(record: Record): Promise<void> {
  let end = Number.POSITIVE_INFINITY
  const solver = createSolver(await loadSolver(), { isCancelled: () => performance.now() > end })
  for (let seed = 0; seed < WARM_UP; seed++) solver.solve(buildHeader(seed))
  const found: { header: Uint8Array; solution: Uint8Array }[] = []
  const begun = performance.now()
  const cpuBegun = process.threadCpuUsage()
  for (let seed = 0; seed < RUNS; seed++) {
    const header = buildHeader(WARM_UP + seed)
    for (const solution of solver.solve(header) ?? []) found.push({ header, solution })
  }
  const cpuSeconds = toSeconds(process.threadCpuUsage(cpuBegun))
  const seconds = (performance.now() - begun) / 1000
  record({
    name: 'solutions of Equihash 200,9, one core',
    value: found.length / cpuSeconds,
    unit: '/s',
    goal: { sense: '>', limit: 3 },
    note: `${found.length} in ${RUNS} headers, ${((cpuSeconds * 1000) / RUNS).toFixed(0)} ms of processor time each; by the clock ${(found.length / seconds).toFixed(2)}/s`,
  })

  const verifying = process.threadCpuUsage()
  for (let i = 0; i < VERIFICATIONS; i++) {
    for (const { header, solution } of found) {
      if (!verifyEquihash(MAIN, header, solution)) throw new Error('the solver found what is no solution')
    }
  }
  const each = (1000 * toSeconds(process.threadCpuUsage(verifying))) / (VERIFICATIONS * found.length)
  record({ name: '  verifying one', value: each, unit: 'ms', goal: most(1) })

  const late: number[] = []
  for (let i = 0; i < CANCELS; i++) {
    end = performance.now() + 60 * (i + 1)
    const finished = solver.solve(buildHeader(i)) !== undefined
    if (!finished) late.push(performance.now() - end)
  }
  record({ name: '  end of a search once called off, slowest', value: Math.max(...late), unit: 'ms', goal: most(50) })
}

interface MinerStatus {
  readonly threads: number
  readonly cores: number
  readonly solutions: number
  readonly rate: number
}

const minerStatus = (daemon: Daemon) => daemon.rpc.call<MinerStatus>('getminerstatus')

async function untilMining(daemon: Daemon, threads: number): Promise<void> {
  const { solutions } = await minerStatus(daemon)
  for (;;) {
    const status = await minerStatus(daemon)
    if (status.threads === threads && status.solutions >= solutions + 2 * threads) return
    await delay(50)
  }
}

/** Measures a mining node on one core and on all cores. */
async function measureNode(dataDir: string, record: Record): Promise<void> {
  const daemon = await startDaemon({ args: CHAIN, dataDir })
  const { rpc } = daemon
  const pid = daemon.process.pid ?? 0
  try {
    const { cores } = await minerStatus(daemon)
    const before = readMemory(pid).now
    await rpc.call('setgenerate', true, 1)
    await untilMining(daemon, 1)
    const bytes = readMemory(pid).now - before
    record({ name: 'memory of a mining thread', value: bytes / MEGABYTE, unit: 'MB', goal: most(260) })
    await rpc.call('setgenerate', true, -1)
    await untilMining(daemon, cores)
    const times: number[] = []
    const begun = performance.now()
    while (performance.now() - begun < CALLS_SECONDS * 1000) {
      const start = performance.now()
      await rpc.call('getinfo')
      times.push(performance.now() - start)
      await delay(5)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
    const { rate } = await minerStatus(daemon)
    record({ name: `solutions of a node on ${cores} cores`, value: rate, unit: '/s' })
    const note = `median ${at(0.5).toFixed(2)} ms`
    record({ name: '  getinfo meanwhile, p99', value: at(0.99), unit: 'ms', goal: most(30), note })
  } finally {
    await daemon.stop()
  }
}

export async function measureMining(folder: string, record: Record): Promise<void> {
  await measureSolver(record)
  await measureNode(join(folder, 'mining'), record)
  const { perSecond, p99 } = await measureFrames(folder, CHAIN)
  record({
    name: 'frames of the window while all cores mine',
    value: perSecond,
    unit: '/s',
    goal: { sense: '>', limit: 59 },
    note: `99 of 100 within ${p99.toFixed(1)} ms`,
  })
}
