/** Notifications to a service manager such as systemd for a service of `Type=notify` (sd_notify(3)). */
export interface ServiceManager {
  /** current activity of the service, as text for the operator */
  status(text: string): void
  ready(text: string): void
  stopping(): void
  /** Stops the watchdog notifications. Resolves when the manager has received all earlier ones. */
  close(): Promise<void>
}

export interface ServiceManagerOptions {
  /** environment of the process, with the manager's socket and its watchdog interval */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  /** Called once with a warning if a notification fails. */
  readonly complain: (line: string) => void
  /** default: systemd-notify, which is part of every systemd. Node.js cannot send datagrams to Unix sockets */
  readonly program?: string
}

const PROGRAM = 'systemd-notify'
const TIME_LIMIT = 10_000
const MICROSECONDS = 1000

/**
 * Environment variables by which the manager addresses a service. Child processes of the service must not inherit them.
 */
export const NOTIFY_VARIABLES = ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'] as const

/** Creates the notifier. It does nothing unless a service manager started this process and set NOTIFY_SOCKET. */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { env, pid, complain, program = PROGRAM } = options
  const socket = env['NOTIFY_SOCKET']
  if (!socket)
    return { status: () => undefined, ready: () => undefined, stopping: () => undefined, close: async () => undefined }
  let line: Promise<void> = Promise.resolve()
  let complained = false
  let waiting = 0

  /** Sends notifications one at a time, so that they arrive in order. */
  function notify(...facts: readonly string[]): void {
    waiting++
    line = line.then(async () => {
      const error = await run(program, facts, { ...env, NOTIFY_SOCKET: socket })
      waiting--
      if (error === undefined || complained) return
      complained = true
      complain(`Warning: the service manager cannot be notified: ${error}`)
    })
  }

  const interval = watchdogInterval(env, pid)
  // Twice as often as required. If the event loop is blocked, the timer does not fire and the watchdog restarts the
  // service.
  const timer =
    interval === undefined ? undefined : setInterval(() => waiting === 0 && notify('WATCHDOG=1'), interval / 2)
  timer?.unref()
  return {
    status: (text) => notify(`STATUS=${text}`),
    ready: (text) => notify('READY=1', `STATUS=${text}`),
    stopping: () => notify('STOPPING=1', 'STATUS=Closing files'),
    async close() {
      clearInterval(timer)
      await line
    },
  }
}

/** Returns the watchdog interval in ms, or undefined if the manager expects no notifications from this process. */
function watchdogInterval(env: ServiceManagerOptions['env'], pid: number): number | undefined {
  const wanted = Number(env['WATCHDOG_USEC'] ?? 0) / MICROSECONDS
  const by = env['WATCHDOG_PID']
  return wanted > 0 && (by === undefined || Number(by) === pid) ? wanted : undefined
}

/** Runs the program. Resolves to the error message, or undefined if it succeeded. */
function run(program: string, args: readonly string[], env: ServiceManagerOptions['env']): Promise<string | undefined> {
  // Loaded here, because loading adds 9 ms of processor time to a start.
  const { execFile } = process.getBuiltinModule('node:child_process')
  return new Promise((resolve) => {
    execFile(program, args.map(oneLine), { env, timeout: TIME_LIMIT }, (error) =>
      resolve(error ? (error.message.split('\n', 1)[0] ?? '') : undefined),
    )
  })
}

/** Replaces line breaks, because a line break would start another fact. */
const oneLine = (fact: string) => fact.replace(/\s+/g, ' ')
