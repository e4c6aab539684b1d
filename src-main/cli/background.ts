/**
 * background: the daemon without its terminal (`-daemon`).
 *
 * Node.js cannot fork, so the program starts itself once more in a session of its own, with /dev/null for its standard
 * streams. A channel connects the two until the node answers calls; what the node prints meanwhile goes to the terminal.
 */
import { spawn } from 'node:child_process'

/** Environment variable that marks the process which a `-daemon` started. */
const MARK = 'CHAINWRIGHT_BACKGROUND'
/** Exit code of a start whose node ended otherwise than with an error. */
const EXIT_FAILED = 1

type Stream = 'stdout' | 'stderr'

type FromBackground =
  | { readonly kind: 'line'; readonly stream: Stream; readonly line: string }
  | { readonly kind: 'up' }

/** The process that typed `-daemon`, as the node in the background sees it. */
export interface Starter {
  print(stream: Stream, line: string): void
  /** The node answers calls: ends the starter with 0. Later calls do nothing. */
  release(): void
  /** Resolves when everything printed has arrived. */
  flush(): Promise<void>
}

/** Returns the starter if this process is the one in the background, and removes the mark for programs that it runs. */
export function findStarter(): Starter | undefined {
  const marked = process.env[MARK] !== undefined && process.send !== undefined
  delete process.env[MARK]
  if (!marked) return undefined
  // A starter that was killed does not end the node.
  let sent: Promise<void> = Promise.resolve()
  const send = (message: FromBackground) => {
    if (process.connected) sent = new Promise((resolve) => process.send?.(message, () => resolve()))
    return sent
  }
  return {
    print: (stream, line) => void send({ kind: 'line', stream, line }),
    release: () => void send({ kind: 'up' }).then(() => process.connected && process.disconnect()),
    flush: () => sent,
  }
}

/**
 * Starts this program once more with the same arguments, detached from terminal and session. Resolves to the exit code: 0 when
 * its node answers calls, else a failure, whose reason is printed. SIGINT and SIGTERM until then end the node too.
 */
export function startInBackground(
  argv: readonly string[],
  print: (stream: Stream, line: string) => void,
): Promise<number> {
  const [program = '', script = ''] = process.argv
  const child = spawn(program, [...process.execArgv, script, ...argv], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, [MARK]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    let explained = false
    child.on('message', (message: FromBackground) => {
      if (message.kind === 'up') return resolve(0)
      explained ||= message.stream === 'stderr'
      print(message.stream, message.line)
    })
    child.on('error', (error) => {
      print('stderr', `Error: the node cannot be started in the background: ${error.message}`)
      resolve(EXIT_FAILED)
    })
    // After the last message, unlike 'exit'.
    child.on('close', (code, signal) => {
      if (!explained) print('stderr', `Error: the node ended (${signal ?? `code ${code}`}) before it answered calls.`)
      resolve(code || EXIT_FAILED)
    })
  })
}
