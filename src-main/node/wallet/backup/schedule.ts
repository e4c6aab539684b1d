/**
 * Writes encrypted backups by schedule into a chosen folder. The stored data cannot open a backup: it is the public
 * half of a key pair, whose private half needs the passphrase. An encrypted wallet is backed up only while it is
 * unlocked.
 */
import type { Clock, Random } from '../../core/index.ts'
import { fromHex, toHex, yieldToEventLoop } from '../../util/index.ts'
import { withPauses } from '../../util/runInSlices.ts'
import type { WalletFile } from '../file/index.ts'
import type { Keyring, KeyStore, LockTimers } from '../keys/index.ts'
import type { AddressBook, ScriptBook } from '../ownership/index.ts'
import { WalletError } from '../walletError.ts'
import type { DumpFrame } from './dump.ts'
import { backupFileName, prune, type ScheduledBackupFile, writeNew, writingTrouble } from './scheduleFiles.ts'
import { writeContent } from './sealedContent.ts'
import { lineOfKey, type SealingKey, sealBackup } from './sealedFile.ts'

export interface ScheduleChoice {
  /** absolute path of an existing folder; a missing one is not created, because its drive may be disconnected */
  readonly folder: string
  readonly every: 'day' | 'week' | 'changes'
  /** number of new keys and labels per backup, if `every` is `changes` */
  readonly changes: number
  /** number of its own files to keep; older ones are deleted */
  readonly keep: number
}

export interface ScheduleState extends ScheduleChoice {
  /** unix seconds of the last backup, or undefined if there was no backup yet */
  readonly last: number | undefined
  /** number of its files that are not deleted yet */
  readonly files: number
  /** reason why the last attempt failed, or undefined if it succeeded */
  readonly error: string | undefined
  /** true if a backup is due, but the wallet is locked */
  readonly waiting: boolean
}

export interface BackupScheduleDeps {
  readonly file: Pick<WalletFile, 'meta' | 'setMeta' | 'dropMeta' | 'comments'>
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly scripts: ScriptBook
  readonly book: Pick<AddressBook, 'revision' | 'foreignLabels'>
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly timers: LockTimers
  /** name of the chain */
  readonly chain: string
  readonly tip: () => DumpFrame['tip']
}

/** Schedule as stored in the wallet file. */
interface Stored extends ScheduleChoice {
  readonly key: { cost: number; blockSize: number; salt: string; publicKey: string; wrapped: string; tagKey: string }
  /** oldest first */
  readonly made: readonly ScheduledBackupFile[]
  readonly last: number | null
  readonly error: string | null
  /** number of used keys at the last backup */
  readonly used: number
  /** labels changed since the last backup */
  readonly renamed: number
}

const NAME = 'backupSchedule'
const DAY = 86_400
const INTERVAL = { day: DAY, week: 7 * DAY } as const
const CHECK_MS = 60_000
/** delay between attempts after a failure */
const RETRY_SECONDS = 600

const storedKey = ({ derivation, publicKey, wrapped, tagKey }: SealingKey): Stored['key'] => ({
  ...{ cost: derivation.cost, blockSize: derivation.blockSize, salt: toHex(derivation.salt) },
  ...{ publicKey: toHex(publicKey), wrapped: toHex(wrapped), tagKey: toHex(tagKey) },
})
const readKey = ({ cost, blockSize, salt, publicKey, wrapped, tagKey }: Stored['key']): SealingKey => ({
  derivation: { kdf: 'scrypt', cost, blockSize, parallel: 1, salt: fromHex(salt) },
  ...{ publicKey: fromHex(publicKey), wrapped: fromHex(wrapped), tagKey: fromHex(tagKey) },
})

export class BackupSchedule {
  readonly #deps: BackupScheduleDeps
  #stored: Stored | undefined
  /** last counted label revision; revisions restart with each run of the program */
  #seenRevision: number
  /** unix seconds of the last failed attempt */
  #triedAt: number | undefined
  #running: Promise<void> | undefined
  #closed = false
  #timer: unknown

  constructor(deps: BackupScheduleDeps) {
    this.#deps = deps
    const bytes = deps.file.meta(NAME)
    this.#stored = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Stored)
    this.#seenRevision = deps.book.revision()
    this.#wait()
    // A backup may have become due: the wallet was unlocked, or keys or labels were added.
    deps.keyring.onChange(() => void this.check())
  }

  /** Returns undefined if the schedule is off. */
  state(): ScheduleState | undefined {
    const stored = this.#stored
    if (!stored) return undefined
    const { folder, every, changes, keep, last, error, made } = stored
    return {
      ...{ folder, every, changes, keep, files: made.length },
      ...{ last: last ?? undefined, error: error ?? undefined },
      waiting: this.#isLocked() && this.#isDue(stored),
    }
  }

  /**
   * Starts or changes the schedule and makes the first backup.
   * @throws WalletError `locked` or `backup-failed`; the schedule then keeps its previous state
   */
  async begin(choice: ScheduleChoice, key: SealingKey): Promise<void> {
    await this.#running
    const before = this.#stored
    const made = before?.folder === choice.folder ? before.made : []
    const none = { last: null, error: null, used: 0, renamed: 0 }
    this.#stored = undefined
    try {
      await this.#make({ ...choice, key: storedKey(key), made, ...none })
    } catch (error) {
      this.#stored = before
      if (error instanceof WalletError) throw error
      const text = `No backup can be written to this folder: ${writingTrouble(error)}`
      throw new WalletError('backup-failed', text, { cause: error })
    }
    this.#triedAt = undefined
    this.#deps.keyring.changed()
  }

  /** Stops the schedule and keeps its files. */
  end(): void {
    this.#stored = undefined
    this.#deps.file.dropMeta(NAME)
    this.#deps.keyring.changed()
  }

  /** Makes a backup if one is due. */
  check(): Promise<void> {
    // Ignore errors of saving the state, for example on a full disk: the next check retries.
    this.#running ??= this.#attempt()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  close(): void {
    this.#closed = true
    this.#deps.timers.clear(this.#timer)
  }

  #wait(): void {
    if (this.#closed) return
    this.#timer = this.#deps.timers.set(() => void this.check().finally(() => this.#wait()), CHECK_MS)
  }

  #save(next: Stored): void {
    this.#deps.file.setMeta(NAME, new TextEncoder().encode(JSON.stringify(next)))
    this.#stored = next
  }

  #isLocked(): boolean {
    return this.#deps.keyring.vault.locked()
  }

  #isDue({ every, changes, last, used, renamed }: Stored): boolean {
    const { keys, clock } = this.#deps
    if (last === null) return true
    if (every === 'changes') return keys.used().length - used + renamed >= changes
    // Use the absolute difference: setting the clock back must not suspend backups for that time.
    return Math.abs(clock.now() - last) >= INTERVAL[every]
  }

  #countLabels(): void {
    const stored = this.#stored
    const more = this.#deps.book.revision() - this.#seenRevision
    this.#seenRevision += more
    if (stored?.every === 'changes' && more > 0) this.#save({ ...stored, renamed: stored.renamed + more })
  }

  async #attempt(): Promise<void> {
    this.#countLabels()
    const { keyring, clock } = this.#deps
    const given = this.#stored
    if (!given || this.#closed || this.#isLocked() || !this.#isDue(given)) return
    if (this.#triedAt !== undefined && Math.abs(clock.now() - this.#triedAt) < RETRY_SECONDS) return
    try {
      await this.#make(given)
      this.#triedAt = undefined
    } catch (error) {
      if (this.#closed || this.#isLocked() || !this.#stored) return
      this.#triedAt = clock.now()
      const reason = writingTrouble(error)
      if (this.#stored.error === reason) return
      this.#save({ ...this.#stored, error: reason })
      keyring.changed()
    }
  }

  async #make(given: Stored): Promise<void> {
    const { keys, keyring, clock, random, chain, tip } = this.#deps
    const time = clock.now()
    const used = keys.used().length
    const content = await withPauses(writeContent(this.#deps, { time, tip: tip(), chain }), yieldToEventLoop)
    const key = readKey(given.key)
    const text = sealBackup(content, key, random)
    content.fill(0)
    // The schedule may have been switched off or changed while the content was read.
    const stored = this.#stored
    if (this.#closed || (stored !== undefined && stored.key.publicKey !== given.key.publicKey)) return
    const name = backupFileName(chain, time)
    writeNew(given.folder, name, text)
    const made = prune(given.folder, [...given.made, { name, time }], given.keep, lineOfKey(key))
    const renamed = Math.max(0, (stored?.renamed ?? given.renamed) - given.renamed)
    this.#save({ ...given, made, last: time, error: null, used, renamed })
    keyring.noteBackup(time)
  }
}
