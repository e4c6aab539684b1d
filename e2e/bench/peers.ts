import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseBlock } from '../../src-main/node/primitives/index.ts'
import { readMemory } from '../support/daemon.ts'
import { REGTEST_CHAIN, startNetworkNode } from '../support/network.ts'
import { connectRaw, type RawPeer } from '../support/rawPeer.ts'
import { waitForHeight } from './waitForHeight.ts'

const RECORD_HEAD = 8
const IDLE_PEERS = 200
const IDLE_SECONDS = 10

/** Counts the inputs of all transactions in a bootstrap file, without coinbases. */
function countInputs(file: string): number {
  const bytes = readFileSync(file)
  let inputs = 0
  for (let at = 0; at < bytes.length; ) {
    const end = at + RECORD_HEAD + bytes.readUInt32LE(at + 4)
    const { txs } = parseBlock(new Uint8Array(bytes.subarray(at + RECORD_HEAD, end)))
    for (const { vin } of txs.slice(1)) inputs += vin.length
    at = end
  }
  return inputs
}

export interface SyncLoad {
  readonly args: readonly string[]
  readonly file: string
  readonly height: number
  readonly holder: string
}

export interface SyncFigures {
  readonly seconds: number
  readonly blocksPerSecond: number
  readonly inputsPerSecond: number
  readonly peakBytes: number
  readonly cpuSeconds: number
  /** event-loop lag in milliseconds */
  readonly lag: { readonly p50: number; readonly p99: number; readonly max: number }
}

/**
 * Syncs the whole load chain from another node into an empty one, with all indexes enabled.
 * @param sourceDir data directory that already contains the chain
 */
export async function measureSync(
  load: SyncLoad,
  folder: string,
  sourceDir: string,
  cpu: (pid: number) => number,
): Promise<SyncFigures> {
  const args = [`-pubkey=${load.holder}`]
  const freshDir = join(folder, 'fresh')
  rmSync(freshDir, { recursive: true, force: true })
  const source = await startNetworkNode({ chain: load.args, args, dataDir: sourceDir })
  const lagFile = join(folder, 'lag.json')
  const probe = join(import.meta.dirname, 'lagProbe.mjs')
  const before = process.env['NODE_OPTIONS']
  process.env['NODE_OPTIONS'] = `${before ?? ''} --import ${probe}`
  process.env['LAG_FILE'] = lagFile
  const start = performance.now()
  const connect = `-connect=${source.target}`
  const fresh = await startNetworkNode({
    chain: load.args,
    args: [...args, connect],
    dataDir: freshDir,
    early: true,
  })
  process.env['NODE_OPTIONS'] = before ?? ''
  await waitForHeight(fresh, load.height)
  const seconds = (performance.now() - start) / 1000
  const pid = fresh.process.pid ?? 0
  const figures: SyncFigures = {
    seconds,
    blocksPerSecond: load.height / seconds,
    inputsPerSecond: countInputs(load.file) / seconds,
    peakBytes: readMemory(pid).peak,
    cpuSeconds: cpu(pid),
    lag: JSON.parse(readFileSync(lagFile, 'utf8')) as SyncFigures['lag'],
  }
  await Promise.all([fresh.stop(), source.stop()])
  return figures
}

function answerPings(peer: RawPeer): void {
  for (const message of peer.heard.splice(0))
    if (message.type === 'ping') peer.send({ type: 'pong', nonce: message.nonce })
}

/** Returns the share of one core, in percent, that a node spends on 200 silent inbound peers. */
export async function measureIdlePeers(cpu: (pid: number) => number): Promise<number> {
  const node = await startNetworkNode()
  const peers: RawPeer[] = []
  try {
    await node.rpc.call('generate', 1)
    for (let i = 0; i < IDLE_PEERS; i++) {
      const peer = await connectRaw(node.p2pPort, REGTEST_CHAIN)
      peers.push(peer)
      answerPings(peer)
      peer.socket.on('data', () => answerPings(peer))
    }
    await delay(2_000)
    const pid = node.process.pid ?? 0
    const before = cpu(pid)
    await delay(IDLE_SECONDS * 1000)
    return (100 * (cpu(pid) - before)) / IDLE_SECONDS
  } finally {
    for (const peer of peers) peer.end()
    await node.stop()
  }
}
