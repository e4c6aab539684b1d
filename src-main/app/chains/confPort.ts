/** The RPC port in a chain's conf file, where command-line clients and other programs look for it. */
import { readFileSync, statSync } from 'node:fs'
import { parseConf } from '#shared/arguments.ts'
import { writeDurablySync } from '../../files/index.ts'
import { reasonOf } from '../storedFile.ts'
import { isPort } from './chainList.ts'

/** Longer conf files are not read here. */
const MAX_CONF = 65_536

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
 * Writes a chosen port into the file in place of the present one and changes nothing else.
 * @throws Error of the system; the file is as it was then
 */
export function writeConfPort(path: string, port: number): void {
  if (confPort(path) === undefined || confPort(path) === port) return
  writeDurablySync(path, readFileSync(path, 'utf8').replace(/^([ \t]*rpcport[ \t]*=).*$/m, `$1${port}`))
}

/** Does the same for a node that gets the port as an option too: a failure is only printed, as clients may not find the port. */
export function recordConfPort(path: string, port: number, print: (line: string) => void): void {
  try {
    writeConfPort(path, port)
  } catch (error) {
    print(`The RPC port ${port} cannot be written to ${path}: ${reasonOf(error)}`)
  }
}
