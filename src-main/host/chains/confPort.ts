/** The RPC port in a chain's conf file, where command-line clients and other programs look for it. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { parseConf } from '#shared/arguments.ts'
import { isPort } from './chainList.ts'

/** Longer conf files are not read here. */
const MAX_CONF = 65_536
const PRIVATE_FILE = 0o600

/** undefined: no file, or no port in it */
export function confPort(path: string): number | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile() || found.size > MAX_CONF) return undefined
    const port = Number(parseConf(readFileSync(path, 'utf8')).options.get('rpcport')?.[0])
    return isPort(port) ? port : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes a chosen port into the file in place of the present one and changes nothing else. A failure only keeps clients
 * from finding the port: the node gets it as an option.
 */
export function writeConfPort(path: string, port: number): void {
  if (confPort(path) === undefined || confPort(path) === port) return
  try {
    const text = readFileSync(path, 'utf8').replace(/^([ \t]*rpcport[ \t]*=).*$/m, `$1${port}`)
    writeFileSync(`${path}.new`, text, { mode: PRIVATE_FILE })
    renameSync(`${path}.new`, path)
  } catch {
    // See above.
  }
}
