import { readBoundedText, writeDurablySync } from '../../../files/index.ts'

/** Import that outlives the process. */
export interface ImportRecord {
  /** absolute path of the folder that the user named */
  readonly folder: string
  readonly state: 'running' | 'paused' | 'finished'
}

/** Maximum size of the file in bytes: a path has at most 4,096. */
const MAX_BYTES = 32_768
const STATES: ReadonlySet<unknown> = new Set(['running', 'paused', 'finished'])

/** Writes the record durably. @throws Error of the system */
export function writeImportRecord(path: string, record: ImportRecord): void {
  writeDurablySync(path, `${JSON.stringify(record)}\n`)
}

/**
 * Reads the record. Returns undefined if the file is missing.
 * @throws Error if the file is unreadable or not of this form
 */
export function readImportRecord(path: string): ImportRecord | undefined {
  const text = readBoundedText(path, MAX_BYTES)
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  const { folder, state } = value as Record<string, unknown>
  if (typeof folder !== 'string' || folder === '') throw new Error('missing folder')
  if (!STATES.has(state)) throw new Error('unknown state')
  return { folder, state: state as ImportRecord['state'] }
}
