import { once } from 'node:events'
import type { Logger } from '../core/index.ts'

export const COMMAND_LIMITS = {
  /** maximum number of processes */
  running: 4,
  /** maximum number of queued values; a further value replaces the oldest */
  waiting: 256,
  /** maximum runtime of one process in ms */
  time: 60_000,
} as const

type CommandLimits = { readonly [Name in keyof typeof COMMAND_LIMITS]: number }

/** Interval between two log lines about the same problem, in ms. */
const WARNING_INTERVAL_MS = 60_000

/** Runs one command with different values, with a limited number of processes. */
export class CommandRunner {
  readonly #command: readonly string[]
  readonly #logger: Logger
  readonly #limits: CommandLimits
  readonly #waiting: string[] = []
  /** time of the last warning of each kind */
  readonly #warned = new Map<string, number>()
  #running = 0
  #stopped = false

  /** @param command program and arguments */
  constructor(command: readonly string[], logger: Logger, limits: CommandLimits = COMMAND_LIMITS) {
    this.#command = command
    this.#logger = logger
    this.#limits = limits
  }

  /** Queues the command, with each `%s` replaced by the value. */
  run(value: string): void {
    if (this.#stopped) return
    this.#waiting.push(value)
    if (this.#waiting.length > this.#limits.waiting) {
      this.#waiting.shift()
      this.#warn('command too slow, skipping some of its calls')
    }
    this.#next()
  }

  /** Starts no further commands; running commands continue. */
  stop(): void {
    this.#stopped = true
    this.#waiting.length = 0
  }

  #next(): void {
    while (!this.#stopped && this.#running < this.#limits.running) {
      const value = this.#waiting.shift()
      if (value === undefined) return
      this.#running++
      void this.#start(value).then(() => {
        this.#running--
        this.#next()
      })
    }
  }

  async #start(value: string): Promise<void> {
    const [program = '', ...args] = this.#command
    const { time } = this.#limits
    // A separate process group, so that processes started by a script end with it.
    const grouped = process.platform !== 'win32'
    // Loaded here, because loading adds 9 ms of processor time to a start, and most nodes run no command.
    const child = process.getBuiltinModule('node:child_process').spawn(
      program,
      args.map((arg) => arg.replaceAll('%s', value)),
      { stdio: 'ignore', shell: false, detached: grouped, windowsHide: true },
    )
    // Let the node exit without waiting for the command.
    child.unref()
    const late = setTimeout(() => {
      this.#warn('command timed out and was killed', { seconds: time / 1000 })
      endAll(child.pid, grouped)
    }, time)
    late.unref()
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      if (code !== 0) this.#warn('command failed', { code, signal })
    } catch (error) {
      this.#warn('command cannot be run', { error })
    } finally {
      clearTimeout(late)
    }
  }

  #warn(message: string, fields: Record<string, unknown> = {}): void {
    const now = performance.now()
    if (now - (this.#warned.get(message) ?? Number.NEGATIVE_INFINITY) < WARNING_INTERVAL_MS) return
    this.#warned.set(message, now)
    this.#logger.warn(message, { command: this.#command[0], ...fields })
  }
}

function endAll(pid: number | undefined, grouped: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(grouped ? -pid : pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
