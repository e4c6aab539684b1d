/**
 * Replaces the conf file in the old folder by one that points to this program, keeps the former one beside it, and
 * restores it. Only files of this user are touched, never links.
 */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ForeignFileError, putKeptBack, readOwnFile, replaceKeeping } from '../../files/index.ts'
import { type MoveInTextKey, moveInText } from './moveInText.ts'
import { MAX_CONF_BYTES } from './oldConf.ts'
import { HIDDEN_VALUE, isSecretOption } from './secretOptions.ts'

/** Note of a replacement, written before it begins. It has no secrets. */
export interface HandoverNote {
  /** absolute path of the conf file */
  readonly file: string
  /** name of the former file, in the same folder */
  readonly kept: string
  /** SHA-256 of the content that this program writes, in hex */
  readonly written: string
}

export type HandoverState = 'ours' | 'changed' | 'restored' | 'gone'

export const contentHash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const OTHERS_WRITE = 0o002

/**
 * Reads the old conf file.
 * @throws Error with a text for users if it is a link, belongs to another user, or cannot be read
 */
export function readConfText(file: string): string {
  try {
    return readOwnFile(file, MAX_CONF_BYTES).toString('utf8')
  } catch (error) {
    throw new Error(confProblem(error, file), { cause: error })
  }
}

/** Returns why the conf file cannot be replaced, as a sentence; null if it can. */
export function findHandoverProblem(file: string): string | null {
  try {
    readOwnFile(file, MAX_CONF_BYTES)
    const folder = lstatSync(dirname(file))
    const user = process.getuid?.()
    if (folder.isSymbolicLink()) return moveInText('confLink', { path: dirname(file) })
    if (user !== undefined && (folder.uid !== user || (folder.mode & OTHERS_WRITE) !== 0))
      return moveInText('confFolder', { path: dirname(file) })
    return null
  } catch (error) {
    return confProblem(error, file)
  }
}

const REASONS: Readonly<Record<ForeignFileError['reason'], MoveInTextKey>> = {
  missing: 'confMissing',
  link: 'confLink',
  'not-a-file': 'confNoFile',
  owner: 'confOwner',
  large: 'confLarge',
}

function confProblem(error: unknown, path: string): string {
  if (error instanceof ForeignFileError) return moveInText(REASONS[error.reason], { path })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Opening a link that appeared in between fails with ELOOP.
  return code === 'ELOOP' ? moveInText('confLink', { path }) : moveInText('confUnread', { path, code })
}

const MAX_KEPT = 99

/** Chooses a free name for the former file. @throws Error with a text for users if every name is taken */
export function chooseKeptName(file: string): string {
  const stem = `${basename(file)}.before-chainwright`
  for (let number = 1; number <= MAX_KEPT; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`
    if (!existsSync(join(dirname(file), name))) return name
  }
  throw new Error(moveInText('confKept', { path: dirname(file) }))
}

const keptPath = ({ file, kept }: HandoverNote) => join(dirname(file), kept)

/**
 * Writes the file of this program. Repeatable: an interrupted call is continued.
 * @throws Error with a text for users; the old conf file is then in its place
 */
export function handOver(note: HandoverNote, text: string): void {
  if (contentHash(text) !== note.written) throw new Error(moveInText('confChanged', { path: note.file }))
  if (handoverState(note) === 'ours') return
  const problem = findHandoverProblem(note.file)
  if (problem !== null) throw new Error(problem)
  try {
    replaceKeeping(note.file, keptPath(note), text)
  } catch (error) {
    throw new Error(confProblem(error, note.file), { cause: error })
  }
}

/** Returns the state of the two files. */
export function handoverState(note: HandoverNote): HandoverState {
  const now = readContent(note.file)
  const kept = readContent(keptPath(note))
  if (now === undefined) return 'gone'
  if (contentHash(now) === note.written) return kept === undefined ? 'gone' : 'ours'
  return kept === undefined ? 'restored' : 'changed'
}

function readContent(path: string): Buffer | undefined {
  try {
    return readOwnFile(path, MAX_CONF_BYTES)
  } catch {
    return undefined
  }
}

export interface UndoneHandover {
  readonly restored: boolean
  /** content of the former file, with hidden secrets; empty if it was restored */
  readonly former: string
  /** content that is there now, with hidden secrets; empty if it was restored */
  readonly found: string
}

/**
 * Restores the former file if the present one is that of this program, byte for byte. Otherwise changes nothing.
 * @throws Error with a text for users
 */
export function undoHandover(note: HandoverNote): UndoneHandover {
  const state = handoverState(note)
  if (state === 'restored') return { restored: true, former: '', found: '' }
  if (state !== 'ours') {
    const show = (path: string) => hideSecrets(readContent(path)?.toString('utf8') ?? '')
    return { restored: false, former: show(keptPath(note)), found: show(note.file) }
  }
  try {
    putKeptBack(note.file, keptPath(note))
  } catch (error) {
    throw new Error(confProblem(error, note.file), { cause: error })
  }
  return { restored: true, former: '', found: '' }
}

/** Hides the values of secrets in a conf file. */
export const hideSecrets = (text: string): string =>
  text.replace(/^([^#\n=]*)=[^\n]*/gm, (line, name: string) =>
    isSecretOption(name) ? `${name}=${HIDDEN_VALUE}` : line,
  )
