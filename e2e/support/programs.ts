import { type ChildProcess, spawn } from 'node:child_process'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { projectRoot } from './daemon.ts'

/** A started program of the product and everything it printed. */
export interface Program {
  readonly process: ChildProcess
  output(): string
  /** resolves to the exit code, or to null when a signal ended it */
  readonly ended: Promise<number | null>
  /** Resolves with the match as soon as the output has it; rejects when the program ends before, or takes too long. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal (SIGTERM if none is named) and waits for the end; one that does not end is killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  /** added to the environment of this process */
  readonly env?: NodeJS.ProcessEnv
  /** the project's folder by default */
  readonly cwd?: string
  /** leads a process group of its own, as a command in a terminal does */
  readonly group?: boolean
}

/** Starts a program of the project with its output collected. */
export function startProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Program {
  const child = spawn(command, args, {
    cwd: options.cwd ?? projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    detached: options.group ?? false,
  })
  let text = ''
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      for (const watcher of watchers) watcher()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    process: child,
    output: () => text,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (what: string) => reject(new Error(`The program ${what} and never said ${pattern}:\n${text}`))
        const timer = setTimeout(() => fail('hangs'), MAX_WAIT_MS)
        const look = () => {
          const found = pattern.exec(text)
          if (!found) return
          clearTimeout(timer)
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
        void ended.then((code) => fail(`ended (${code})`)).finally(() => clearTimeout(timer))
      }),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}
