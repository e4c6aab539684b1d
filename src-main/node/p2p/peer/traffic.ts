import type { LastMessage } from '../../core/index.ts'

/** Messages and bytes of one command. */
export interface CommandCount {
  readonly messages: number
  readonly bytes: number
}

export interface Traffic {
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly sent: ReadonlyMap<string, CommandCount>
  readonly received: ReadonlyMap<string, CommandCount>
  readonly lastSent: LastMessage | undefined
  readonly lastReceived: LastMessage | undefined
}

const COMMANDS = new Set(
  (
    'version verack addr getaddr inv getdata notfound getblocks getheaders headers block tx mempool ping pong reject ' +
    'alert filterload filteradd filterclear merkleblock'
  ).split(' '),
)
/** all unknown commands: a peer may invent as many as it likes */
export const OTHER_COMMANDS = '*other*'

export type TrafficCounter = ReturnType<typeof createTraffic>

/** Counts what goes over one connection, by command. */
export function createTraffic() {
  const sent = new Map<string, CommandCount>()
  const received = new Map<string, CommandCount>()
  let sentBytes = 0
  let receivedBytes = 0
  let lastSent: LastMessage | undefined
  let lastReceived: LastMessage | undefined
  const count = (counts: Map<string, CommandCount>, command: string, bytes: number, time: number): LastMessage => {
    const name = COMMANDS.has(command) ? command : OTHER_COMMANDS
    const before = counts.get(name)
    counts.set(name, { messages: (before?.messages ?? 0) + 1, bytes: (before?.bytes ?? 0) + bytes })
    return { command: name, bytes, time }
  }
  return {
    sent(command: string, bytes: number, time: number): void {
      sentBytes += bytes
      lastSent = count(sent, command, bytes, time)
    },
    /** bytes as they come, whether they make a message or not */
    arrived(bytes: number): void {
      receivedBytes += bytes
    },
    received(command: string, bytes: number, time: number): void {
      lastReceived = count(received, command, bytes, time)
    },
    view: (): Traffic => ({ sentBytes, receivedBytes, sent, received, lastSent, lastReceived }),
  }
}
