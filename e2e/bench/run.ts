/**
 * npm run bench: measures speed and size in one run on this machine. Each line names the measurement, the figure, its
 * goal and, if any, the baseline of the same run, because absolute times are not comparable between machines.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import {
  type Daemon,
  loadChainFolder,
  projectRoot,
  readMemory,
  startDaemon,
  temporaryFolder,
} from '../support/daemon.ts'
import { hotAddressCalls, measureAddressIndex, recordDatabaseSize } from './addressIndex.ts'
import { measureBaseline } from './baseline.ts'
import { measureChains } from './chains.ts'
import { measureClaim } from './claim.ts'
import { measureConnecting } from './connecting.ts'
import { createFigures } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { measureImportBesideCommit } from './importBesideCommit.ts'
import { measureLoad } from './load.ts'
import { measureMarketScreen } from './market.ts'
import { measureMetrics } from './metrics.ts'
import { measureMining } from './mining.ts'
import { measureOrders } from './orders.ts'
import { measureIdlePeers, measureSync, type SyncFigures } from './peers.ts'
import { measurePublishing } from './publish.ts'
import { measureReadsBeside } from './readsBeside.ts'
import { measureShielded } from './shielded.ts'
import { measureShieldedBlock } from './shieldedBlock.ts'
import { measureSignatures } from './signatures.ts'
import { measureStaking } from './staking.ts'
import { waitForHeight } from './waitForHeight.ts'
import { measureWalletCoins } from './walletCoins.ts'
import { measureRiver, measureWindow } from './window.ts'

const MEGABYTE = 1024 * 1024
const CONNECTIONS = 8
const LOAD_SECONDS = 4
const SAMPLES = 200
const HEAVY_SAMPLES = 40
/** Several runs, because other processes may slow down a single one. */
const SYNCS = 3

const { record, summarise, write } = createFigures()

/** Returns the processor seconds that a process has used so far; Linux only. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

interface Load {
  readonly args: readonly string[]
  readonly file: string
  readonly height: number
  readonly bigToken: string
  readonly holder: string
  /** the address with the longest history */
  readonly hot: string
}

/** Returns the unpacked load chain, or undefined if the recording is missing. */
async function loadChain(folder: string): Promise<Load | undefined> {
  const source = loadChainFolder
  if (!existsSync(source)) return undefined
  const params = JSON.parse(readFileSync(join(source, 'params.json'), 'utf8'))
  const file = join(folder, 'bootstrap.dat')
  await pipeline(createReadStream(join(source, 'bootstrap.dat.gz')), createGunzip(), createWriteStream(file))
  return {
    args: params.params.split(' '),
    file,
    height: params.height,
    bigToken: params.big_token,
    holder: params.holder_pubkey,
    hot: params.hot_address,
  }
}

/**
 * Returns the median and 99th percentile of consecutive calls, in milliseconds, until the whole reply has arrived.
 * Parsing is excluded.
 */
async function latency(daemon: Daemon, method: string, params: readonly unknown[], samples = SAMPLES) {
  const times: number[] = []
  for (let i = 0; i < samples; i++) {
    const start = performance.now()
    const { status, body } = await daemon.rpc.raw(method, params)
    times.push(performance.now() - start)
    if (status !== 200) throw new Error(`${method}: ${body}`)
  }
  times.sort((a, b) => a - b)
  return { median: times[samples >> 1] ?? 0, p99: times[Math.floor(samples * 0.99)] ?? 0 }
}

async function benchImport(load: Load, dataDir: string): Promise<number> {
  const start = performance.now()
  const daemon = await startDaemon({
    args: [...load.args, `-pubkey=${load.holder}`, `-loadblock=${load.file}`],
    dataDir,
    early: true,
  })
  await waitForHeight(daemon, load.height)
  const seconds = (performance.now() - start) / 1000
  const pid = daemon.process.pid ?? 0
  record({ name: 'import perf1, all indexes', value: seconds, unit: 's', goal: { sense: '<', limit: 6 } })
  record({ name: '  processor time of it', value: cpuSeconds(pid), unit: 's' })
  record({
    name: '  peak memory of it',
    value: readMemory(pid).peak / MEGABYTE,
    unit: 'MB',
    goal: { sense: '<', limit: 220 },
  })
  await daemon.stop()
  return seconds
}

async function benchSync(load: Load, folder: string, dataDir: string, importSeconds: number): Promise<void> {
  const runs: SyncFigures[] = []
  for (let run = 0; run < SYNCS; run++) runs.push(await measureSync(load, folder, dataDir, cpuSeconds))
  runs.sort((a, b) => a.seconds - b.seconds)
  const { seconds, blocksPerSecond, inputsPerSecond, cpuSeconds: processor, lag } = runs[SYNCS >> 1]!
  const peakBytes = Math.max(...runs.map((run) => run.peakBytes))
  const latest = Math.max(...runs.map((run) => run.lag.p99))
  const all = `median of ${SYNCS}: ${runs.map((run) => run.seconds.toFixed(1)).join(', ')}`
  const signatures = measureSignatures()
  const most = (limit: number) => ({ sense: '<' as const, limit })
  record({ name: 'sync perf1 from a local peer, all indexes', value: seconds, unit: 's', goal: most(6), note: all })
  record({ name: '  of the time of the import', value: seconds / importSeconds, unit: '×', goal: most(1.15) })
  record({ name: '  blocks', value: blocksPerSecond, unit: '1/s' })
  record({ name: '  inputs', value: inputsPerSecond, unit: '1/s' })
  record({ name: '  signatures that one core verifies', value: signatures, unit: '1/s' })
  const least = (inputsPerSecond * seconds) / (2 * signatures)
  record({ name: '  of what the signatures take on two cores', value: seconds / least, unit: '×' })
  record({ name: '  processor time of it', value: processor, unit: 's' })
  record({ name: '  peak memory of all runs', value: peakBytes / MEGABYTE, unit: 'MB', goal: most(220) })
  const note = `median ${lag.p50.toFixed(1)} ms, longest ${lag.max.toFixed(0)} ms; ${latest.toFixed(1)} ms in the worst run`
  record({ name: '  event loop late, 99th percentile', value: lag.p99, unit: 'ms', goal: most(20), note })
}

async function benchQueries(load: Load, dataDir: string): Promise<void> {
  const start = performance.now()
  const daemon = await startDaemon({ args: [...load.args, `-pubkey=${load.holder}`], dataDir })
  record({
    name: 'start to RPC ready on perf1',
    value: (performance.now() - start) / 1000,
    unit: 's',
    goal: { sense: '<', limit: 1 },
  })
  const authorization = `Basic ${Buffer.from('e2e:e2e-password').toString('base64')}`
  const baseline = await measureBaseline({ connections: CONNECTIONS, seconds: LOAD_SECONDS, authorization })
  record({ name: 'baseline: empty node:http server', value: baseline, unit: 'req/s' })
  for (const [method, limit] of [
    ['getblockcount', 20_000],
    ['getinfo', 15_000],
  ] as const) {
    const target = { port: daemon.port, authorization, method, params: [], connections: CONNECTIONS }
    await measureLoad({ ...target, seconds: 1 })
    const result = await measureLoad({ ...target, seconds: LOAD_SECONDS })
    record({
      name: `${method}, ${CONNECTIONS} connections`,
      value: result.requestsPerSecond,
      unit: 'req/s',
      goal: { sense: '>', limit },
      note: `${((100 * result.requestsPerSecond) / baseline).toFixed(0)} % of the baseline, p99 ${result.p99.toFixed(2)} ms`,
    })
  }
  const roundTrip = await latency(daemon, 'getblockcount', [])
  record({ name: 'baseline: one call at a time, median', value: roundTrip.median, unit: 'ms' })
  for (const [method, params, limit] of [
    ['tokenbalance', [load.bigToken, load.holder], 1],
    ['tokenlist', [], 2],
  ] as const) {
    const { median, p99 } = await latency(daemon, method, params)
    record({
      name: `${method} over HTTP, median`,
      value: median,
      unit: 'ms',
      goal: { sense: '<', limit },
      note: `p99 ${p99.toFixed(2)} ms`,
    })
  }
  await delay(2000)
  record({
    name: 'memory of the idle daemon',
    value: readMemory(daemon.process.pid ?? 0).now / MEGABYTE,
    unit: 'MB',
    goal: { sense: '<', limit: 200 },
  })
  for (const [method, params, limit] of hotAddressCalls(load.hot)) {
    const { median, p99 } = await latency(daemon, method, params, HEAVY_SAMPLES)
    record({
      name: `${method}, hot address, over HTTP, median`,
      value: median,
      unit: 'ms',
      goal: { sense: '<', limit },
      note: `p99 ${p99.toFixed(2)} ms`,
    })
  }
  const after = readMemory(daemon.process.pid ?? 0).now / MEGABYTE
  record({ name: '  right after those, with what they left to collect', value: after, unit: 'MB' })
  const stopping = performance.now()
  await daemon.stop()
  record({
    name: 'clean stop',
    value: (performance.now() - stopping) / 1000,
    unit: 's',
    goal: { sense: '<', limit: 2 },
  })
}

async function benchClaim(dataDir: string): Promise<void> {
  const { attemptsPerSecond, signaturesPerSecond, stop, getinfo } = await measureClaim(dataDir)
  record({ name: 'baseline: bare signatures, one thread', value: signaturesPerSecond, unit: '/s' })
  record({
    name: 'attempts of a faucet claim, one thread',
    value: attemptsPerSecond,
    unit: '/s',
    goal: { sense: '>', limit: 8000 },
    note: `${((100 * attemptsPerSecond) / signaturesPerSecond).toFixed(0)} % of the baseline`,
  })
  record({ name: 'end of a search once asked for, slowest', value: stop, unit: 'ms', goal: { sense: '<', limit: 100 } })
  record({
    name: 'getinfo while a claim is searched, p99',
    value: getinfo.p99,
    unit: 'ms',
    goal: { sense: '<', limit: 20 },
    note: `median ${getinfo.median.toFixed(2)} ms`,
  })
}

async function main(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] })
  const folder = temporaryFolder()
  try {
    const load = await loadChain(folder)
    if (load) {
      const dataDir = join(folder, 'data')
      const importSeconds = await benchImport(load, dataDir)
      await benchSync(load, folder, dataDir, importSeconds)
      await measureImportBesideCommit({ load, folder, cpu: cpuSeconds }, record)
      await benchQueries(load, dataDir)
      await measureReadsBeside(load, folder, record)
      recordDatabaseSize(dataDir, record, 'address index of perf1, a change', 45)
      await measureConnecting(load, folder, record)
      await measurePublishing(record, load)
    } else {
      console.log('The recorded load chain is not beside this project: import and queries are skipped.')
    }
    await measureGrowth(folder, cpuSeconds, record)
    record({
      name: '200 idle inbound peers, of one core',
      value: await measureIdlePeers(cpuSeconds),
      unit: '%',
      goal: { sense: '<', limit: 5 },
    })
    await benchClaim(join(folder, 'claim'))
    await measureAddressIndex(folder, record)
    await measureMining(folder, record)
    measureShielded(record)
    await measureShieldedBlock(record)
    await measureStaking(record)
    await measureWalletCoins(record)
    await measureMetrics(record)
    await measureOrders(folder, record)
    await measureChains(folder, record)
    await measureMarketScreen(record)
    const river = await measureRiver()
    record({
      name: 'frames of the block river in flow',
      value: river.perSecond,
      unit: '/s',
      goal: { sense: '>', limit: 59 },
      note: `99 of 100 within ${river.p99.toFixed(1)} ms`,
    })
    record({
      name: 'window interactive after start (browser)',
      value: await measureWindow(folder),
      unit: 's',
      goal: { sense: '<', limit: 2 },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  summarise()
  // `npm run bench -- --write`
  if (process.argv.includes('--write')) write(join(projectRoot, 'resources/docs/performance.md'))
}

await main()
