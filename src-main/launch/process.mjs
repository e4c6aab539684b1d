// What every program of this project does first. Plain JavaScript, for the launch scripts run before anything is built.
import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

/** Databases, block files, RPC connections and peers of a node, with a reserve. */
const LEAST_FILES = 128

/** How many files this process may have open at a time, where the system says so. */
function fileLimit() {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found ? Number(found[1]) : Number.POSITIVE_INFINITY
  } catch (error) {
    return error.code === 'EMFILE' ? 0 : Number.POSITIVE_INFINITY
  }
}

/** To be called before anything else: closes the inspector, and keeps V8 from a crash that takes the whole process. */
export function hardenProcess() {
  keepInspectorShut()
  // The garbage collector of WebAssembly code aborts the process at times ("Check failed: jit_page.has_value()",
  // nodejs/node issue 64500) where threads with WebAssembly come and go, as those that verify, mine and claim do. What it
  // would free is the unoptimised code of functions that were compiled again: some kilobytes a module.
  setFlagsFromString('--no-wasm-code-gc')
}

/**
 * Node.js opens its inspector, through which everything in the process can be read and called, for whoever sends SIGUSR1.
 * A listener of our own takes the place of that. Only who starts the program may ask for the inspector (`--inspect`).
 */
function keepInspectorShut() {
  process.on('SIGUSR1', () => undefined)
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((word) => word.includes('--inspect'))
  if (!asked && inspector.url() !== undefined) inspector.close()
}

/** Ends the process with a message where so few files may be open that it would fail in the middle of something. */
export function requireFiles() {
  const limit = fileLimit()
  if (limit >= LEAST_FILES) return
  process.stderr.write(
    `Error: This shell lets a program open only ${limit} files at a time; Chainwright needs ${LEAST_FILES}. Raise the limit, as with "ulimit -n 1024", and start again.\n`,
  )
  process.exit(1)
}
