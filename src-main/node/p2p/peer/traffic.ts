import type { LastMessage } from '../../core/index.ts'

export interface CommandCount {
  readonly messages: number
  readonly bytes: number
}

const COMMANDS = new Set(
  (
    'version verack addr getaddr inv getdata notfound getblocks getheaders headers block tx mempool ping pong reject ' +
    'alert filterload filteradd filterclear merkleblock'
  ).split(' '),
)
/** Key for all unknown commands, because a peer can invent any number. */
export const OTHER_COMMANDS = '*other*'

/** Time in unix seconds and in milliseconds of the monotonic clock. */
export interface TimeStamp {
  readonly time: number
  readonly millis: number
}

export interface TrafficDeps {
  /** current time in unix seconds */
  readonly now: () => number
  /** monotonic, never mocked */
  readonly millis: () => number
  /** counters of all connections together */
  readonly traffic: { received(bytes: number): void; sent(bytes: number): void }
}

/** Counts the messages and bytes of one connection by command, and keeps the times of the last ones. */
export class Traffic {
  readonly connected: TimeStamp
  readonly #deps: TrafficDeps
  readonly #sent = new Map<string, CommandCount>()
  readonly #received = new Map<string, CommandCount>()
  #sentBytes = 0
  #receivedBytes = 0
  #lastSend: TimeStamp
  #lastReceive: TimeStamp
  #lastSent: LastMessage | undefined
  #lastReceived: LastMessage | undefined

  constructor(deps: TrafficDeps) {
    this.#deps = deps
    this.connected = this.#stamp()
    this.#lastSend = { time: 0, millis: this.connected.millis }
    this.#lastReceive = this.#lastSend
  }

  /** time 0 before the first byte was sent */
  get lastSend(): TimeStamp {
    return this.#lastSend
  }

  /** time 0 before the first byte was received */
  get lastReceive(): TimeStamp {
    return this.#lastReceive
  }

  countSent(command: string, bytes: number): void {
    this.#lastSend = this.#stamp()
    this.#sentBytes += bytes
    this.#lastSent = countMessage(this.#sent, command, bytes, this.#lastSend.time)
    this.#deps.traffic.sent(bytes)
  }

  /** Counts received bytes, whether or not they form a message. */
  countArrived(bytes: number): void {
    this.#lastReceive = this.#stamp()
    this.#receivedBytes += bytes
    this.#deps.traffic.received(bytes)
  }

  countReceived(command: string, bytes: number): void {
    this.#lastReceived = countMessage(this.#received, command, bytes, this.#deps.now())
  }

  counts(): TrafficCounts {
    return {
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      sent: this.#sent,
      received: this.#received,
      lastSent: this.#lastSent,
      lastReceived: this.#lastReceived,
    }
  }

  #stamp(): TimeStamp {
    return { time: this.#deps.now(), millis: this.#deps.millis() }
  }
}

export interface TrafficCounts {
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly sent: ReadonlyMap<string, CommandCount>
  readonly received: ReadonlyMap<string, CommandCount>
  readonly lastSent: LastMessage | undefined
  readonly lastReceived: LastMessage | undefined
}

function countMessage(counts: Map<string, CommandCount>, command: string, bytes: number, time: number): LastMessage {
  const name = COMMANDS.has(command) ? command : OTHER_COMMANDS
  const before = counts.get(name)
  counts.set(name, { messages: (before?.messages ?? 0) + 1, bytes: (before?.bytes ?? 0) + bytes })
  return { command: name, bytes, time }
}
