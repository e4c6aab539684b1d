/** Reads a chain's conf file and sets the RPC password in it. */
import { existsSync, readFileSync } from 'node:fs'
import { parseConf } from '#shared/arguments.ts'
import { writeDurablySync } from '../../files/index.ts'

/** Maximum size of a conf file in characters. */
const MAX_CHARACTERS = 65_536

/** Returns the values of the file by key; an empty map if the file is missing or too long. */
export function confValues(path: string): ReadonlyMap<string, readonly string[]> {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > MAX_CHARACTERS ? new Map() : parseConf(text).options
  } catch {
    return new Map()
  }
}

/**
 * Replaces the RPC password in the file and changes nothing else.
 * @throws Error with a text for users that does not contain the password
 */
export function writeConfPassword(path: string, password: string): void {
  try {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const others = text.split('\n').filter((line) => !/^[ \t]*rpcpassword[ \t]*=/.test(line))
    while (others.at(-1) === '') others.pop()
    writeDurablySync(path, `${[...others, `rpcpassword=${password}`].join('\n')}\n`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new Error(`The conf file ${path} cannot be written (${code})`)
  }
}
