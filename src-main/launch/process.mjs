// The first steps of every program of this project. Plain JavaScript, because launch scripts run before the build.
import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

/** Databases, block files, RPC connections and peers of a node, with a reserve. */
const LEAST_FILES = 128

/** The limit of open files of this process, if the system tells. */
function fileLimit() {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found ? Number(found[1]) : Number.POSITIVE_INFINITY
  } catch (error) {
    return error.code === 'EMFILE' ? 0 : Number.POSITIVE_INFINITY
  }
}

/** To be called first: disables the inspector, and avoids a V8 crash that ends the whole process. */
export function hardenProcess() {
  keepInspectorShut()
  // The garbage collector of WebAssembly code aborts the process at times ("Check failed: jit_page.has_value()",
  // nodejs/node issue 64500) when threads with WebAssembly come and go, as those for verifying, mining and claims do. What it
  // would free is the unoptimised code of functions that were compiled again: some kilobytes a module.
  setFlagsFromString('--no-wasm-code-gc')
}

/**
 * On SIGUSR1 Node.js opens its inspector, through which everything in the process can be read and called.
 * Our own listener prevents that. The inspector is available by an option at the start only (`--inspect`).
 */
function keepInspectorShut() {
  process.on('SIGUSR1', () => undefined)
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((word) => word.includes('--inspect'))
  if (!asked && inspector.url() !== undefined) inspector.close()
}

/** Ends the process with a message if the limit of open files is too low to run a node. */
export function requireFiles() {
  const limit = fileLimit()
  if (limit >= LEAST_FILES) return
  process.stderr.write(
    `Error: This shell lets a program open only ${limit} files at a time; Chainwright needs ${LEAST_FILES}. Raise the limit, as with "ulimit -n 1024", and start again.\n`,
  )
  process.exit(1)
}
