import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '../core/index.ts'

/** Of one command. */
export const COMMAND_LIMITS = {
  /** that run at a time */
  running: 4,
  /** that wait; further ones take the place of the oldest */
  waiting: 256,
  /** milliseconds that one may take */
  time: 60_000,
} as const

type Limits = { readonly [Name in keyof typeof COMMAND_LIMITS]: number }

export interface Runner {
  /** Runs it with this in the place of each `%s`, soon. */
  run(value: string): void
  /** Nothing is run any more; what runs goes on. */
  stop(): void
}

/** Milliseconds between two lines of the log about the same trouble. */
const QUIET = 60_000

/** @param command program and arguments */
export function createRunner(command: readonly string[], logger: Logger, limits: Limits = COMMAND_LIMITS): Runner {
  const waiting: string[] = []
  let running = 0
  let stopped = false
  const warned = new Map<string, number>()

  function warn(message: string, fields: Record<string, unknown> = {}): void {
    const now = performance.now()
    if (now - (warned.get(message) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    warned.set(message, now)
    logger.warn(message, { command: command[0], ...fields })
  }

  async function start(value: string): Promise<void> {
    const [program = '', ...args] = command
    // In a group of its own, so that what a script starts ends with it.
    const grouped = process.platform !== 'win32'
    const child = spawn(
      program,
      args.map((arg) => arg.replaceAll('%s', value)),
      { stdio: 'ignore', shell: false, detached: grouped, windowsHide: true },
    )
    // The node does not wait for it.
    child.unref()
    const late = setTimeout(() => {
      warn('a command took too long and was ended', { seconds: limits.time / 1000 })
      endAll(child.pid, grouped)
    }, limits.time)
    late.unref()
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      if (code !== 0) warn('a command failed', { code, signal })
    } catch (error) {
      warn('a command cannot be run', { error })
    } finally {
      clearTimeout(late)
    }
  }

  function next(): void {
    while (!stopped && running < limits.running) {
      const value = waiting.shift()
      if (value === undefined) return
      running++
      void start(value).then(() => {
        running--
        next()
      })
    }
  }

  return {
    run(value) {
      if (stopped) return
      waiting.push(value)
      if (waiting.length > limits.waiting) {
        waiting.shift()
        warn('a command is too slow: some calls of it are left out')
      }
      next()
    },
    stop() {
      stopped = true
      waiting.length = 0
    },
  }
}

function endAll(pid: number | undefined, grouped: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(grouped ? -pid : pid, 'SIGKILL')
  } catch {
    // It ended just now.
  }
}
