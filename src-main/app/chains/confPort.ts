/** Reads and writes the RPC port in a chain's conf file, where command-line clients and other programs look it up. */
import { readFileSync, statSync } from 'node:fs'
import { parseConf } from '#shared/arguments.ts'
import { writeDurablySync } from '../../files/index.ts'
import { isPort } from '../peerAddress.ts'
import { formatFileError } from '../storedFile.ts'

/** Maximum size of a conf file in bytes; longer files are ignored. */
const MAX_CONF = 65_536

/** Returns the RPC port, or undefined if the file is missing or has no valid port. */
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
 * Replaces the RPC port in the file and changes nothing else.
 * @throws Error from the operating system; the file is unchanged then
 */
export function writeConfPort(path: string, port: number): void {
  if (confPort(path) === undefined || confPort(path) === port) return
  writeDurablySync(path, readFileSync(path, 'utf8').replace(/^([ \t]*rpcport[ \t]*=).*$/m, `$1${port}`))
}

/**
 * Writes the port like writeConfPort. A failure is only printed, because the node gets the port as an option too; but
 * clients may then not find the port.
 */
export function recordConfPort(path: string, port: number, print: (line: string) => void): void {
  try {
    writeConfPort(path, port)
  } catch (error) {
    print(`The RPC port ${port} cannot be written to ${path}: ${formatFileError(error)}`)
  }
}
