/**
 * Encrypted backups by schedule, into a folder of one's choice. What is kept for it opens no backup: the public half of a key
 * pair whose private half only the passphrase opens. A wallet with a passphrase of its own is backed up while it is unlocked.
 */
import type { Clock, Random } from '../../core/index.ts'
import { fromHex, toHex, yieldToEventLoop } from '../../util/index.ts'
import { withPauses } from '../../util/runInSlices.ts'
import type { WalletFile } from '../file/index.ts'
import type { Keyring, KeyStore, LockTimers } from '../keys/index.ts'
import type { AddressBook, ScriptBook } from '../ownership/index.ts'
import { WalletError } from '../walletError.ts'
import type { DumpFrame } from './dump.ts'
import { backupFileName, type MadeFile, prune, writeNew, writingTrouble } from './scheduleFiles.ts'
import { writeContent } from './sealedContent.ts'
import { lineOfKey, type SealingKey, sealBackup } from './sealedFile.ts'

export interface ScheduleChoice {
  /** absolute, and there already: nothing is put into the place of a drive that is not connected */
  readonly folder: string
  readonly every: 'day' | 'week' | 'changes'
  /** of keys and labels, where that is chosen */
  readonly changes: number
  /** so many of its own files; older ones are deleted */
  readonly keep: number
}

export interface ScheduleState extends ScheduleChoice {
  /** unix seconds; undefined: none was made yet */
  readonly last: number | undefined
  /** the files that it made and did not delete */
  readonly files: number
  /** why the last attempt failed; undefined: it did not */
  readonly error: string | undefined
  /** a backup is due, and waits for the wallet to be unlocked */
  readonly waiting: boolean
}

export interface BackupSchedule {
  /** undefined: it is off */
  state(): ScheduleState | undefined
  /** Switches it on, or changes it, and makes the first backup. @throws WalletError `backup-failed`: it is off then, or as before */
  begin(choice: ScheduleChoice, key: SealingKey): Promise<void>
  /** The files that there are stay. */
  end(): void
  /** makes a backup if one is due */
  check(): Promise<void>
  close(): void
}

interface Deps {
  readonly file: Pick<WalletFile, 'meta' | 'setMeta' | 'dropMeta'>
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly scripts: ScriptBook
  readonly book: Pick<AddressBook, 'revision'>
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly timers: LockTimers
  /** name of the chain, and its tip */
  readonly chain: string
  readonly tip: () => DumpFrame['tip']
}

/** As the wallet file keeps it. */
interface Stored extends ScheduleChoice {
  readonly key: { cost: number; blockSize: number; salt: string; publicKey: string; wrapped: string; tagKey: string }
  /** the oldest first */
  readonly made: readonly MadeFile[]
  readonly last: number | null
  readonly error: string | null
  /** keys in use at the last backup */
  readonly used: number
  /** labels that were changed since */
  readonly renamed: number
}

const NAME = 'backupSchedule'
const DAY = 86_400
const INTERVAL = { day: DAY, week: 7 * DAY } as const
const CHECK_MS = 60_000
/** after a failure, in seconds */
const RETRY = 600

const storedKey = ({ derivation, publicKey, wrapped, tagKey }: SealingKey): Stored['key'] => ({
  ...{ cost: derivation.cost, blockSize: derivation.blockSize, salt: toHex(derivation.salt) },
  ...{ publicKey: toHex(publicKey), wrapped: toHex(wrapped), tagKey: toHex(tagKey) },
})
const readKey = ({ cost, blockSize, salt, publicKey, wrapped, tagKey }: Stored['key']): SealingKey => ({
  derivation: { kdf: 'scrypt', cost, blockSize, parallel: 1, salt: fromHex(salt) },
  ...{ publicKey: fromHex(publicKey), wrapped: fromHex(wrapped), tagKey: fromHex(tagKey) },
})

interface State extends Deps {
  stored: Stored | undefined
  /** of the labels, which begins anew with each run */
  seenRevision: number
  /** unix seconds of an attempt that failed */
  triedAt: number | undefined
  running: Promise<void> | undefined
  closed: boolean
}

function load({ file }: Deps): Stored | undefined {
  const bytes = file.meta(NAME)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Stored)
}

function save(state: State, next: Stored): void {
  state.file.setMeta(NAME, new TextEncoder().encode(JSON.stringify(next)))
  state.stored = next
}

function countLabels(state: State): void {
  const { stored, book } = state
  const more = book.revision() - state.seenRevision
  state.seenRevision += more
  if (stored?.every === 'changes' && more > 0) save(state, { ...stored, renamed: stored.renamed + more })
}

function isDue({ keys, clock }: State, { every, changes, last, used, renamed }: Stored): boolean {
  if (last === null) return true
  if (every === 'changes') return keys.used().length - used + renamed >= changes
  // A clock that was set back must not stop the backups for as long.
  return Math.abs(clock.now() - last) >= INTERVAL[every]
}

async function make(state: State, given: Stored): Promise<void> {
  const time = state.clock.now()
  const used = state.keys.used().length
  const frame = { time, tip: state.tip(), chain: state.chain }
  const content = await withPauses(writeContent(state, frame), yieldToEventLoop)
  const key = readKey(given.key)
  const text = sealBackup(content, key, state.random)
  content.fill(0)
  // It may have been switched off or changed meanwhile.
  const { stored, closed } = state
  if (closed || (stored !== undefined && stored.key.publicKey !== given.key.publicKey)) return
  const name = backupFileName(state.chain, time)
  writeNew(given.folder, name, text)
  const made = prune(given.folder, [...given.made, { name, time }], given.keep, lineOfKey(key))
  const renamed = Math.max(0, (stored?.renamed ?? given.renamed) - given.renamed)
  save(state, { ...given, made, last: time, error: null, used, renamed })
  state.keyring.noteBackup(time)
}

async function attempt(state: State): Promise<void> {
  countLabels(state)
  const { stored: given, keyring, clock, triedAt } = state
  const locked = () => keyring.vault.locked()
  if (!given || state.closed || locked() || !isDue(state, given)) return
  if (triedAt !== undefined && Math.abs(clock.now() - triedAt) < RETRY) return
  try {
    await make(state, given)
    state.triedAt = undefined
  } catch (error) {
    if (state.closed || locked() || !state.stored) return
    state.triedAt = clock.now()
    const reason = writingTrouble(error)
    if (state.stored.error === reason) return
    save(state, { ...state.stored, error: reason })
    keyring.changed()
  }
}

function shownState(state: State): ScheduleState | undefined {
  const { stored, keyring } = state
  if (!stored) return undefined
  const { folder, every, changes, keep, last, error, made } = stored
  return {
    ...{ folder, every, changes, keep, files: made.length },
    ...{ last: last ?? undefined, error: error ?? undefined },
    waiting: keyring.vault.locked() && isDue(state, stored),
  }
}

async function begin(state: State, choice: ScheduleChoice, key: SealingKey): Promise<void> {
  await state.running
  const before = state.stored
  const made = before?.folder === choice.folder ? before.made : []
  const none = { last: null, error: null, used: 0, renamed: 0 }
  state.stored = undefined
  try {
    await make(state, { ...choice, key: storedKey(key), made, ...none })
  } catch (error) {
    state.stored = before
    if (error instanceof WalletError) throw error
    throw new WalletError('backup-failed', `No backup can be written there: ${writingTrouble(error)}`, { cause: error })
  }
  state.triedAt = undefined
  state.keyring.changed()
}

export function createBackupSchedule(deps: Deps): BackupSchedule {
  const state: State = {
    ...{ ...deps, stored: load(deps), seenRevision: deps.book.revision() },
    ...{ triedAt: undefined, running: undefined, closed: false },
  }
  const check = () => {
    // Where the wallet file has no room for a note, the next check tries again.
    state.running ??= attempt(state)
      .catch(() => undefined)
      .finally(() => {
        state.running = undefined
      })
    return state.running
  }
  let timer: unknown
  const wait = () => {
    if (state.closed) return
    timer = deps.timers.set(() => void check().finally(wait), CHECK_MS)
  }
  wait()
  // Unlocking ends a wait, and new keys and labels count.
  deps.keyring.onChange(() => void check())

  return {
    state: () => shownState(state),
    begin: (choice, key) => begin(state, choice, key),
    end() {
      state.stored = undefined
      deps.file.dropMeta(NAME)
      deps.keyring.changed()
    },
    check,
    close() {
      state.closed = true
      deps.timers.clear(timer)
    },
  }
}
