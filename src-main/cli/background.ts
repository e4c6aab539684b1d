/**
 * background: the daemon without its terminal (`-daemon`).
 *
 * Node.js cannot fork. The program therefore starts itself again in a new session, with /dev/null as its standard
 * streams. A channel connects the two processes until the node answers calls. Until then the node's output goes to the
 * terminal.
 */

/** Environment variable that marks a process started by `-daemon`. */
const MARK = 'CHAINWRIGHT_BACKGROUND'
/** Exit code if the node ended during the start without an error code of its own. */
const EXIT_FAILED = 1

type Stream = 'stdout' | 'stderr'

type FromBackground =
  | { readonly kind: 'line'; readonly stream: Stream; readonly line: string }
  | { readonly kind: 'up' }

/** The process started with `-daemon` on the terminal, as the node in the background sees it. */
export interface Starter {
  print(stream: Stream, line: string): void
  /** Ends the starter with exit code 0, because the node answers calls. Later calls do nothing. */
  release(): void
  /** Resolves when the starter has received all printed lines. */
  flush(): Promise<void>
}

/**
 * Returns the starter if this process is the node in the background. Removes the mark, so that child processes do not
 * inherit it.
 */
export function findStarter(): Starter | undefined {
  const marked = process.env[MARK] !== undefined && process.send !== undefined
  delete process.env[MARK]
  if (!marked) return undefined
  // A failed send is ignored: a starter that was killed must not end the node.
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
 * Starts this program again with the same arguments, detached from terminal and session. Resolves to the exit code: 0
 * when its node answers calls, otherwise that of a failure whose reason is printed. Until then, SIGINT and SIGTERM also
 * end the node.
 */
export function startInBackground(
  argv: readonly string[],
  print: (stream: Stream, line: string) => void,
): Promise<number> {
  const [program = '', script = ''] = process.argv
  // Loaded here, because loading adds 9 ms of processor time to a start.
  const child = process.getBuiltinModule('node:child_process').spawn(program, [...process.execArgv, script, ...argv], {
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
    // 'close' comes after the last message, unlike 'exit'.
    child.on('close', (code, signal) => {
      if (!explained) print('stderr', `Error: the node ended (${signal ?? `code ${code}`}) before it answered calls.`)
      resolve(code || EXIT_FAILED)
    })
  })
}
