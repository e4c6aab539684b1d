/** Writes the lines that a move takes over into the conf file of a chain of this program. */
import { existsSync, readFileSync } from 'node:fs'
import type { LoadedOptions } from '../../../config/index.ts'
import { writeDurablySync } from '../../../files/index.ts'
import { moveInText, withoutOldUser, withTakenLines } from '../../moveIn/index.ts'
import { formatFileError } from '../../storedFile.ts'
import { type ChainProfile, getConfFile } from '../chainProfile.ts'

export interface TakenConf {
  /** the old folder */
  readonly folder: string
  /** lines of options, which are checked one by one */
  readonly lines: readonly string[]
  /** lines of the old user */
  readonly user: readonly string[]
}

export interface WrittenConf {
  readonly changed: boolean
  /** sentences about lines that were left out because the node would not start with them */
  readonly warnings: readonly string[]
}

/**
 * Takes the lines over, except those with which the node would not start. Repeatable.
 * @param readOptions parses the arguments of a node as the node would, and creates a missing conf file
 * @throws Error with a text for users
 */
export function writeTakenConf(
  profile: ChainProfile,
  { folder, lines, user }: TakenConf,
  readOptions: (argv: readonly string[]) => LoadedOptions,
): WrittenConf {
  const path = getConfFile(profile)
  const warnings: string[] = []
  const argvWith = (words: readonly string[]) => [...profile.argv, ...words.map((line) => `-${line}`)]
  const loaded = readOptions(profile.argv)
  if (loaded.kind === 'error') throw new Error(loaded.message)
  const good = lines.filter((line) => {
    const read = readOptions(argvWith([line]))
    if (read.kind !== 'error') return true
    warnings.push(moveInText('refusedLine', { option: line.split('=')[0] ?? '', reason: read.message }))
    return false
  })
  const before = readFileSync(path, 'utf8')
  const after = withTakenLines(before, folder, [...good, ...user])
  if (after !== before) writeConf(path, after)
  return { changed: after !== before, warnings }
}

/** Ends the old user's access. Returns true if the file has changed. @throws Error with a text for users */
export function removeOldUser(profile: ChainProfile): boolean {
  const path = getConfFile(profile)
  if (!existsSync(path)) return false
  const before = readFileSync(path, 'utf8')
  const after = withoutOldUser(before)
  if (after !== before) writeConf(path, after)
  return after !== before
}

function writeConf(path: string, text: string): void {
  try {
    writeDurablySync(path, text)
  } catch (error) {
    throw new Error(`The conf file ${path} cannot be written: ${formatFileError(error)}`, { cause: error })
  }
}
