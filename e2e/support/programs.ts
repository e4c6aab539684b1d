import { type ChildProcess, spawn } from 'node:child_process'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { projectRoot } from './daemon.ts'

/** A started program of the product, with its collected output. */
export interface Program {
  readonly process: ChildProcess
  output(): string
  /** resolves to the exit code, or to null if a signal ended the program */
  readonly ended: Promise<number | null>
  /**
   * Resolves to the match as soon as the output contains it. Rejects if the program ends first or a timeout expires.
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal (default: SIGTERM) and waits for the end. Kills the program if it does not end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  /** added to the environment of this process */
  readonly env?: NodeJS.ProcessEnv
  /** default: the project's folder */
  readonly cwd?: string
  /** true to make it the leader of a process group, like a command in a terminal */
  readonly group?: boolean
}

/** Starts a program of the project and collects its output. */
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
        const checkOutput = () => {
          const found = pattern.exec(text)
          if (!found) return
          clearTimeout(timer)
          watchers.delete(checkOutput)
          resolve(found)
        }
        watchers.add(checkOutput)
        checkOutput()
        void ended.then((code) => fail(`ended (${code})`)).finally(() => clearTimeout(timer))
      }),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS)
      return ended.finally(() => clearTimeout(timer))
    },
  }
}
