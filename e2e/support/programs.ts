import { type ChildProcess, spawn } from 'node:child_process'
import { projectRoot } from './daemon.ts'

/** A started program of the product and everything it printed. */
export interface Program {
  readonly process: ChildProcess
  output(): string
  /** resolves to the exit code, or to null when a signal ended it */
  readonly ended: Promise<number | null>
  /** Resolves with the match as soon as the output has it; rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal (SIGTERM if none is named) and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv
  /** leads a process group of its own, as a command in a terminal does */
  readonly group?: boolean
}

/** Starts a program of the project with its output collected. */
export function startProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Program {
  const child = spawn(command, args, {
    cwd: projectRoot,
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
        const look = () => {
          const found = pattern.exec(text)
          if (!found) return
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
        void ended.then((code) => reject(new Error(`The program ended (${code}) and never said ${pattern}:\n${text}`)))
      }),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
