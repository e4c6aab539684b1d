/**
 * Child process that plays a crowd of hostile peers. Its argument is a `CrowdPlan` as JSON. Each line that it prints is
 * a `CrowdReport`. The process ends when its standard input ends.
 */
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import { encodeFrame, encodeMessage, INV, type Message } from '../../src-main/node/p2p/wire/index.ts'
import { type BlockHeader, blockHash } from '../../src-main/node/primitives/index.ts'
import { concat } from '../../src-main/node/util/index.ts'
import type { CrowdPlan, CrowdReport, HostileKind } from './hostilePeers.ts'
import { buildVersionMessage } from './rawPeer.ts'

const plan = JSON.parse(process.argv[2] ?? '') as CrowdPlan
const params = chainParamsFromArgs(plan.chain)
const CLAIMED_HEIGHT = 100_000
/** Maximum number of unsent bytes per peer before it generates more. */
const MAX_PENDING = 256 * 1024
const REPORT_MS = 100
const DRIBBLE_MS = 100
/** Maximum sleep in ms: sockets must be read in between. */
const MAX_SLEEP_MS = 50

const frame = (message: Message): Uint8Array => {
  const { command, payload } = encodeMessage(message)
  return encodeFrame(params.magicBytes, command, payload)
}

let serial = 1
/** Returns a hash that no other call returned. */
function unknownHash(): Uint8Array {
  const hash = new Uint8Array(32).fill(0xdd)
  new DataView(hash.buffer).setUint32(0, serial++)
  return hash
}

const items = (type: number, count: number) => Array.from({ length: count }, () => ({ type, hash: unknownHash() }))
const variants = (count: number, make: () => Uint8Array) => Array.from({ length: count }, make)

/** Returns 160 headers that form a chain whose parent the node does not know. */
function unrootedHeaders(): BlockHeader[] {
  const headers: BlockHeader[] = []
  for (let prevHash = unknownHash(); headers.length < 160; prevHash = blockHash(headers.at(-1)!))
    headers.push({ ...params.genesis.header, prevHash })
  return headers
}

const addresses = () =>
  Array.from({ length: 1_000 }, () => ({
    ...{ ip: concat(new Uint8Array(10), Uint8Array.of(255, 255), crypto.getRandomValues(new Uint8Array(4))) },
    ...{ port: 9_999, services: 1n, time: Math.floor(Date.now() / 1000) },
  }))

const locator = { version: 170_013, stop: new Uint8Array(32) }

/** The messages that each kind repeats. An empty list means that the peer sends nothing after its version. */
const FLOODS: Readonly<Record<HostileKind, () => readonly Uint8Array[]>> = {
  silent: () => [],
  dribble: () => [],
  inventory: () => variants(8, () => frame({ type: 'inv', items: items(INV.tx, 50_000) })),
  getblocks: () => variants(8, () => frame({ type: 'getblocks', ...locator, hashes: [unknownHash()] })),
  getheaders: () => variants(8, () => frame({ type: 'getheaders', ...locator, hashes: [unknownHash()] })),
  addr: () => variants(8, () => frame({ type: 'addr', addresses: addresses() })),
  ping: () => [concat(...variants(1_000, () => frame({ type: 'ping', nonce: 1n })))],
  headers: () => variants(8, () => frame({ type: 'headers', headers: unrootedHeaders() })),
  announcer: () => variants(64, () => frame({ type: 'inv', items: items(INV.block, 20) })),
  getdata: () => [frame({ type: 'getdata', items: items(INV.tx, 50_000) }), frame({ type: 'mempool' })],
}

interface HostilePeer {
  readonly kind: HostileKind
  readonly socket: Socket
  closed: boolean
  sent: number
  /** time in ms at which a `dribble` peer sent its last byte */
  dribbled: number
}

const half = encodeFrame(params.magicBytes, 'block', new Uint8Array(1_000_000))
const made = new Map<HostileKind, readonly Uint8Array[]>()

function flood(kind: HostileKind): readonly Uint8Array[] {
  const found = made.get(kind) ?? FLOODS[kind]()
  made.set(kind, found)
  return found
}

function connectPeer(kind: HostileKind): Promise<HostilePeer> {
  return new Promise((resolve, reject) => {
    const socket = connect(plan.port, '127.0.0.1', () => {
      socket.write(frame(buildVersionMessage(CLAIMED_HEIGHT)))
      resolve(peer)
    })
    const peer: HostilePeer = { kind, socket, closed: false, sent: 0, dribbled: 0 }
    socket.once('error', reject)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      peer.closed = true
    })
    socket.resume()
  })
}

/** Sends one more message or byte. Returns false if the peer has nothing to send now. */
function act(peer: HostilePeer, now: number): boolean {
  if (peer.closed || peer.socket.writableLength > MAX_PENDING) return false
  if (peer.kind === 'dribble') {
    if (now - peer.dribbled < DRIBBLE_MS) return false
    peer.dribbled = now
    peer.socket.write(half.subarray(peer.sent, peer.sent + 1))
  } else {
    const pieces = flood(peer.kind)
    const piece = pieces[peer.sent % pieces.length]
    if (piece === undefined) return false
    peer.socket.write(piece)
  }
  peer.sent++
  return true
}

function report(peers: readonly HostilePeer[]): void {
  const open: CrowdReport['open'] = {}
  for (const { kind, closed } of peers) open[kind] = (open[kind] ?? 0) + (closed ? 0 : 1)
  console.log(JSON.stringify({ open } satisfies CrowdReport))
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number) => Atomics.wait(sleeper, 0, 0, ms)

/** Sleeps if the process has used more than its share of a core. */
function limitToShare(begun: { readonly at: number; readonly cpu: NodeJS.CpuUsage }): void {
  const { user, system } = process.cpuUsage(begun.cpu)
  const ahead = (user + system) / 1000 / plan.share - (performance.now() - begun.at)
  if (ahead > 0) sleep(Math.min(ahead, MAX_SLEEP_MS))
}

for (const kind of plan.kinds) flood(kind)
const peers: HostilePeer[] = []
for (let i = 0; i < plan.count; i++) peers.push(await connectPeer(plan.kinds[i % plan.kinds.length]!))
report(peers)
process.stdin.resume().on('end', () => process.exit(0))
setInterval(() => report(peers), REPORT_MS)
const begun = { at: performance.now(), cpu: process.cpuUsage() }
for (;;) {
  const now = performance.now()
  let busy = false
  for (const peer of peers) if (act(peer, now)) busy = true
  if (!busy) sleep(1)
  limitToShare(begun)
  await nextTurn()
}
