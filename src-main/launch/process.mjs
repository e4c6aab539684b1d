// First steps of every program of this project. Plain JavaScript, because launch scripts run before the build.
import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

/** Minimum number of open files: databases, block files, RPC connections and peers of a node, with a reserve. */
const MIN_FILES = 128

/** Returns this process's limit of open files, or undefined if the system does not report it. */
function fileLimit() {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found ? Number(found[1]) : Number.POSITIVE_INFINITY
  } catch (error) {
    return error.code === 'EMFILE' ? 0 : Number.POSITIVE_INFINITY
  }
}

/** Call this first: disables the inspector, and avoids a V8 crash that ends the whole process. */
export function hardenProcess() {
  keepInspectorShut()
  // V8's garbage collector for WebAssembly code sometimes aborts the process ("Check failed: jit_page.has_value()",
  // nodejs/node issue 64500). This happens when threads with WebAssembly start and end, as those for verification,
  // mining and claims do. The collector would only free unoptimised code of functions that were compiled again: some
  // kilobytes per module.
  setFlagsFromString('--no-wasm-code-gc')
}

/**
 * On SIGUSR1 Node.js opens its inspector, which gives access to everything in the process. An own signal listener
 * prevents that. The inspector remains available by an option at the start (`--inspect`).
 */
function keepInspectorShut() {
  process.on('SIGUSR1', () => undefined)
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((word) => word.includes('--inspect'))
  if (!asked && inspector.url() !== undefined) inspector.close()
}

/**
 * Returns true if a service manager started this process. systemd sets NOTIFY_SOCKET for services that report to it, and
 * INVOCATION_ID for all. A terminal may have inherited the latter from the desktop session.
 */
export function isService(env, isTerminal) {
  return env.NOTIFY_SOCKET !== undefined || (env.INVOCATION_ID !== undefined && !isTerminal)
}

/** Ends the process with a message if the limit of open files is too low to run a node. */
export function requireFiles() {
  const limit = fileLimit()
  if (limit >= MIN_FILES) return
  process.stderr.write(
    `Error: This shell allows a program only ${limit} open files; Chainwright needs ${MIN_FILES}. Raise the limit, as with "ulimit -n 1024", and start again.\n`,
  )
  process.exit(1)
}
