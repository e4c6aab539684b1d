import { execFile } from 'node:child_process'

/** What a service manager such as systemd is told of a service of `Type=notify` (sd_notify(3)). */
export interface ServiceManager {
  /** what the service is at, for people */
  status(text: string): void
  ready(text: string): void
  stopping(): void
  /** Resolves when it knows. Nothing is told any more, not that the service is alive either. */
  close(): Promise<void>
}

export interface ServiceManagerOptions {
  /** of the process: where the manager listens, and how often it wants to hear */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  /** Called with what is wrong, once. */
  readonly complain: (line: string) => void
  /** default: systemd's own, which is there wherever systemd is. Node.js has no datagrams to files of the file system. */
  readonly program?: string
}

const PROGRAM = 'systemd-notify'
const TIME_LIMIT = 10_000
const MICROSECONDS = 1000

/** The variables by which the manager tells a service; programs that the service starts should not take them for theirs. */
export const NOTIFY_VARIABLES = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'] as const

/** One that nobody listens to, unless a manager started this process and asked to be told. */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { env, pid, complain, program = PROGRAM } = options
  const socket = env['NOTIFY_SOCKET']
  if (!socket)
    return { status: () => undefined, ready: () => undefined, stopping: () => undefined, close: async () => undefined }
  let line: Promise<void> = Promise.resolve()
  let complained = false
  let waiting = 0

  /** One after the other, so that the last word is the last. */
  function tell(...facts: readonly string[]): void {
    waiting++
    line = line.then(async () => {
      const error = await run(program, facts, { ...env, NOTIFY_SOCKET: socket })
      waiting--
      if (error === undefined || complained) return
      complained = true
      complain(`Warning: the service manager cannot be told how this goes: ${error}`)
    })
  }

  const interval = watchdogInterval(env, pid)
  // Half as often would do; who cannot get to this timer is stuck.
  const timer =
    interval === undefined ? undefined : setInterval(() => waiting === 0 && tell('WATCHDOG=1'), interval / 2)
  timer?.unref()
  return {
    status: (text) => tell(`STATUS=${text}`),
    ready: (text) => tell('READY=1', `STATUS=${text}`),
    stopping: () => tell('STOPPING=1', 'STATUS=Closing files'),
    async close() {
      clearInterval(timer)
      await line
    },
  }
}

/** Milliseconds; undefined: the manager does not want to hear, or not from this process. */
function watchdogInterval(env: ServiceManagerOptions['env'], pid: number): number | undefined {
  const wanted = Number(env['WATCHDOG_USEC'] ?? 0) / MICROSECONDS
  const by = env['WATCHDOG_PID']
  return wanted > 0 && (by === undefined || Number(by) === pid) ? wanted : undefined
}

/** Resolves to what went wrong. */
function run(program: string, args: readonly string[], env: ServiceManagerOptions['env']): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args.map(oneLine), { env, timeout: TIME_LIMIT }, (error) =>
      resolve(error ? (error.message.split('\n', 1)[0] ?? '') : undefined),
    )
  })
}

/** A line break would begin another fact. */
const oneLine = (fact: string) => fact.replace(/\s+/g, ' ')
