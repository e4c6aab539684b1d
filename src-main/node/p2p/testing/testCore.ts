import SqliteDatabase from 'better-sqlite3'
import type { Logger } from '../../core/index.ts'
import { defaultMempoolPolicy, Mempool, type MempoolPolicy } from '../../mempool/index.ts'
import { createTestNode, type TestNode, type TestNodeOptions } from '../../testing/index.ts'
import { AddrMan } from '../addrman/index.ts'
import { BanList } from '../bans/index.ts'
import { Core } from '../core.ts'
import type { Peer, PeerAdmission, PeerKind } from '../peer/index.ts'
import type { LoopbackLink } from '../peer/pairNonces.ts'
import type { P2pSettings } from '../settings.ts'
import {
  decodeMessage,
  encodeFrame,
  encodeMessage,
  FrameReader,
  type Incoming,
  ipFromText,
  type Message,
  SERVICE,
  type VersionMessage,
} from '../wire/index.ts'
import { createMemoryLine, type MemoryLine } from './memoryTransport.ts'

const CHAIN_SERVICES = SERVICE.network | SERVICE.bloom | SERVICE.addressIndex | SERVICE.spentIndex

export interface TestCoreChanges extends Partial<P2pSettings> {
  /** our port in version messages */
  readonly port?: number
  readonly admission?: PeerAdmission
}

export function testSettings(node: TestNode, { port, admission: _, ...changes }: TestCoreChanges = {}): P2pSettings {
  return {
    services: CHAIN_SERVICES,
    comments: [],
    connections: {
      ...{
        port: port ?? node.params.p2pPort,
        listen: false,
        listenRequired: false,
        bind: [],
        whiteBind: [],
        whitelist: [],
      },
      ...{ maxConnections: 384, connect: undefined, addNode: [], seedNode: [], dnsSeed: 'off', onlyNet: undefined },
      ...{ proxy: undefined, onionProxy: undefined, proxyRandomize: true, dns: false, timeout: 1000 },
      ...{ banTime: 86_400, externalIp: [], discover: false },
    },
    peer: { magic: node.params.magicBytes, banScore: 101, maxSendBuffer: 1_000_000, maxReceiveBuffer: 5_000_000 },
    relay: { maxOrphans: 100, bloomFilters: true },
    sync: { spacing: node.params.blockTime, headersAtOnce: 40, maxTipAgeSeconds: 86_400 },
    ...changes,
  }
}

/** Peer whose messages the test sends. */
export interface Stranger {
  readonly peer: Peer
  readonly line: MemoryLine
  send(message: Message): void
  raw(bytes: Uint8Array): void
  /** returns messages that the node sent since the last call */
  heard(): Incoming[]
  /** creates a version message of the peer */
  version(changes?: Partial<VersionMessage>): VersionMessage
  /** completes the handshake and drops the node's replies */
  introduce(version?: Partial<VersionMessage>): void
}

interface StrangerOptions {
  readonly kind?: PeerKind
  readonly host?: string
  readonly whitelisted?: boolean
  readonly loopback?: LoopbackLink
}

export interface TestCore {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly core: Core
  readonly bans: BanList
  /** runs queued work until the queue is empty */
  run(): void
  /** advances the clock, then runs one tick and the resulting work */
  pass(millis: number): void
  stranger(options?: StrangerOptions): Stranger
  /** disconnect reasons and errors, in order */
  readonly log: string[]
  close(): void
}

/** For tests: a node's peers without sockets and timers, on a test chain whose clock only the test advances. */
export function createTestCore(
  changes: TestCoreChanges = {},
  options: TestNodeOptions & { readonly mempool?: Partial<MempoolPolicy> } = {},
): TestCore {
  const node = createTestNode(options)
  const { params, chain, verifier, clock } = node
  const log: string[] = []
  const note = (message: string, fields?: Record<string, unknown>) => {
    const { reason, error } = fields ?? {}
    if (reason !== undefined || error !== undefined) log.push(`${message}: ${reason ?? error}`)
  }
  const logger: Logger = { debug: note, info: note, warn: note, error: note, child: () => logger }
  const mempool = new Mempool(
    { ...defaultMempoolPolicy(params), ...options.mempool },
    { params, chain, verifier, clock, logger, ...(options.evaluator && { evaluator: options.evaluator }) },
  )
  chain.subscribe((update) => mempool.update(update))
  const settings = testSettings(node, changes)
  let millis = 1_000_000
  let seed = 1
  const random = {
    bytes: (length: number) =>
      Uint8Array.from({ length }, (_, index) => {
        seed = (seed * 48_271) % 0x7fff_ffff
        return seed >> (index % 16)
      }),
  }
  const queue: (() => void)[] = []
  const bans = new BanList({ db: new SqliteDatabase(':memory:'), clock })
  const core = new Core(settings, {
    ...{ chain, importQueue: node.importQueue, mempool, random, logger, bans },
    clock: { now: () => clock.now(), millis: () => millis },
    cpuMillis: () => millis,
    salt: random.bytes(32),
    addrMan: new AddrMan({ clock, random }),
    traffic: { received: () => {}, sent: () => {} },
    soon: (callback) => void queue.push(callback),
    failed(error) {
      throw error
    },
    ownAddress: () => undefined,
    admission: changes.admission,
    ownTransactions: () => [...mempool.entries()],
    changed: () => {},
  })

  function run(): void {
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) turn()
  }

  return {
    node,
    mempool,
    core,
    bans,
    log,
    run,
    pass(span) {
      clock.advance(Math.floor((millis + span) / 1000) - Math.floor(millis / 1000))
      millis += span
      core.tick()
      run()
    },
    stranger({ kind = 'inbound', host = '8.8.8.8', whitelisted = false, loopback } = {}) {
      const line = createMemoryLine(loopback)
      const address = { ip: ipFromText(host)!, port: 40_000 }
      const facts = { kind, inbound: kind === 'inbound', whitelisted, address, name: `${host}:40000`, proxied: false }
      const peer = core.set.open(facts, line)
      return createStranger(peer, line, params.magicBytes, run, () => chain.tip().height)
    },
    close() {
      core.stop()
      node.close()
    },
  }
}

function createStranger(
  peer: Peer,
  line: MemoryLine,
  magic: Uint8Array,
  run: () => void,
  height: () => number,
): Stranger {
  let messages: Incoming[] = []
  let read = 0
  const reader = new FrameReader({ magic }, (event) => {
    if (event.kind === 'message') messages.push(decodeMessage(event.command, event.payload))
  })
  const raw = (bytes: Uint8Array) => {
    line.arrive(bytes)
    run()
  }
  const send = (message: Message) => {
    const { command, payload } = encodeMessage(message)
    raw(encodeFrame(magic, command, payload))
  }
  const heard = () => {
    while (read < line.sent.length) reader.feed(line.sent[read++]!)
    const found = messages
    messages = []
    return found
  }
  const nobody = { services: 0n, ip: new Uint8Array(16), port: 0 }
  const version = (changes: Partial<VersionMessage> = {}): VersionMessage => ({
    ...{ type: 'version', version: 170_013, services: SERVICE.network, time: 0n, receiver: nobody, sender: nobody },
    ...{ nonce: 77n, userAgent: '/stranger/', startHeight: height(), relay: true },
    ...changes,
  })
  return {
    peer,
    line,
    send,
    raw,
    heard,
    version,
    introduce(changes = {}) {
      send(version(changes))
      send({ type: 'verack' })
      heard()
    },
  }
}
