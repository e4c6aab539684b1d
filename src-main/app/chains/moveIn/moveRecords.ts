/** Records of moves in `movein.json`: which step is done, so that a killed program continues. They have no secrets. */
import { MOVE_IN_STEPS } from '#shared/chains/index.ts'
import type { FileLockDeps } from '../../../files/index.ts'
import type { FileMark } from '../../../node/index.ts'
import type { HandoverNote } from '../../moveIn/index.ts'
import {
  checkStored,
  isStoredCount,
  parseStored,
  type StoredFields,
  storedArray,
  storedObject,
  storedText,
} from '../../storedFields.ts'
import { StoredFile } from '../../storedFile.ts'

export type MoveStep = (typeof MOVE_IN_STEPS)[number]

export interface MoveRecord {
  /** the old folder, absolute: one move per folder */
  readonly folder: string
  /** id of the chain in the list; empty until it is added */
  readonly id: string
  /** normalised options of the chain */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  readonly label: string
  readonly choices: { readonly wallet: boolean; readonly blocks: boolean; readonly conf: boolean }
  /** approved lines of the old conf file, `option=value` */
  readonly ticks: readonly string[]
  /** salt of the old user's password, 32 hex digits */
  readonly salt: string
  readonly step: MoveStep
  readonly state: 'running' | 'waiting' | 'failed' | 'done'
  /** a sentence; empty if there is nothing to report */
  readonly detail: string
  /** unix seconds */
  readonly started: number
  readonly wallet: {
    readonly imported: number
    readonly keys: number
    readonly shielded: number
    /** what the old file reveals without its passphrase */
    readonly leaks: { readonly plainkeys: number; readonly plainseed: boolean }
  } | null
  /** the old wallet file when it was imported; null before */
  readonly walletMark: FileMark | null
  readonly note: HandoverNote | null
  /** sentences */
  readonly warnings: readonly string[]
}

const VERSION = 1
const MAX_MOVES = 100
const MAX_FILE_BYTES = 4_194_304
const MAX_TEXT = 8_192
const MAX_LIST = 2_000
export const MOVE_FILE = 'movein.json'

export type MoveRecords = StoredFile<readonly MoveRecord[]>

export const openMoveRecords = (root: string, deps: FileLockDeps): MoveRecords =>
  new StoredFile<readonly MoveRecord[]>(
    {
      ...{ root, file: MOVE_FILE, title: 'The list of moves', empty: [], most: MAX_FILE_BYTES },
      unread: 'The app does not write to it and continues no move.',
      repair: 'Start an unfinished move again: nothing is taken twice.',
      parse: parseMoves,
      write: (moves) => `${JSON.stringify({ version: VERSION, moves: moves.slice(0, MAX_MOVES) }, null, 2)}\n`,
    },
    deps,
  )

const text = (value: unknown) => storedText(value, MAX_TEXT)
const texts = (value: unknown) => storedArray(value, MAX_LIST).map(text)

function count(value: unknown): number {
  checkStored(isStoredCount(value))
  return value
}

function flag(value: unknown): boolean {
  checkStored(typeof value === 'boolean')
  return value
}

/** Milliseconds since 1970, with fractions. */
function time(value: unknown): number {
  checkStored(typeof value === 'number')
  return value
}

function checkChoice<const T extends string>(value: unknown, ...words: readonly T[]): T {
  checkStored((words as readonly unknown[]).includes(value))
  return value as T
}

/** @throws ListError */
function parseMoves(content: string): readonly MoveRecord[] {
  const { version, moves } = parseStored(content, VERSION)
  checkStored(version === VERSION)
  return storedArray(moves, MAX_MOVES).map((move) => parseMove(storedObject(move)))
}

function parseMove(move: StoredFields): MoveRecord {
  const choices = storedObject(move['choices'])
  const wallet = move['wallet'] === null ? null : storedObject(move['wallet'])
  const mark = move['walletMark'] === null ? null : storedObject(move['walletMark'])
  const note = move['note'] === null ? null : storedObject(move['note'])
  const salt = text(move['salt'])
  checkStored(/^[0-9a-f]{32}$/.test(salt))
  return {
    ...{ folder: text(move['folder']), id: text(move['id']), label: text(move['label']), salt },
    ...{ options: texts(move['options']), peers: texts(move['peers']), ticks: texts(move['ticks']) },
    choices: { wallet: flag(choices['wallet']), blocks: flag(choices['blocks']), conf: flag(choices['conf']) },
    step: checkChoice(move['step'], ...MOVE_IN_STEPS),
    state: checkChoice(move['state'], 'running', 'waiting', 'failed', 'done'),
    ...{ detail: text(move['detail']), started: count(move['started']) },
    walletMark: mark && { size: count(mark['size']), modified: time(mark['modified']) },
    wallet: wallet && parseWallet(wallet),
    note: note && parseNote(note),
    warnings: texts(move['warnings']),
  }
}

function parseWallet(wallet: StoredFields): NonNullable<MoveRecord['wallet']> {
  const leaks = storedObject(wallet['leaks'])
  return {
    ...{ imported: count(wallet['imported']), keys: count(wallet['keys']), shielded: count(wallet['shielded']) },
    leaks: { plainkeys: count(leaks['plainkeys']), plainseed: flag(leaks['plainseed']) },
  }
}

function parseNote(note: StoredFields): HandoverNote {
  const [file, kept, written] = [text(note['file']), text(note['kept']), text(note['written'])]
  // The name must not lead out of the folder.
  checkStored(!/[/\\]/.test(kept) && /^[0-9a-f]{64}$/.test(written))
  return { file, kept, written }
}
