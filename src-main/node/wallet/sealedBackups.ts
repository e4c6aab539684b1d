import type { Clock, Random } from '../core/index.ts'
import { runInSlices } from '../util/runInSlices.ts'
import {
  type BackupContent,
  BackupSchedule,
  type DumpFrame,
  type KeyImportOptions,
  newSealingKey,
  openSealedBackup,
  readContent,
  restoreMovedIn,
  restorePhrase,
  restoreScripts,
  type ScheduleChoice,
  type SealingKey,
  sealBackup,
  writeContent,
} from './backup/index.ts'
import type { WalletFile } from './file/index.ts'
import {
  checkPassphrase,
  type Keyring,
  type KeyStore,
  type LockTimers,
  PassphraseQueue,
  type PhraseState,
} from './keys/index.ts'
import type { AddressBook, ScriptBook } from './ownership/index.ts'
import type { TransactionRecorder } from './transactions/index.ts'

export interface RestoreOptions extends KeyImportOptions {
  readonly signal: AbortSignal
}

export interface Restored {
  /** number of added keys */
  readonly added: number
  /** `other`: the wallet keeps its own phrase */
  readonly phrase: 'none' | 'restored' | 'other'
  readonly scripts: number
}

export interface SealedBackupsDeps {
  readonly file: WalletFile
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly recorder: TransactionRecorder
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** scrypt cost for new passphrases */
  readonly cost: number
  /** name of the chain */
  readonly chain: string
  readonly tip: () => DumpFrame['tip']
  readonly setSeed: (seed: Uint8Array, state: PhraseState, restore: boolean) => void
  readonly importDump: (text: string, options: KeyImportOptions) => Promise<unknown>
}

/**
 * Encrypted backups. Each passphrase takes a third of a second; passphrases are processed one at a time.
 * @throws WalletError `invalid-input`
 */
export class SealedBackups {
  readonly schedule: BackupSchedule
  readonly #deps: SealedBackupsDeps
  readonly #queue = new PassphraseQueue()
  /** unix seconds of the last backup that `write` returned in this run */
  #written: number | undefined

  constructor(deps: SealedBackupsDeps) {
    this.#deps = deps
    this.schedule = new BackupSchedule(deps)
  }

  /** Returns the text of a backup file with the complete wallet. @throws WalletError `locked` */
  async write(passphrase: string, signal: AbortSignal): Promise<{ readonly text: string; readonly time: number }> {
    const deps = this.#deps
    const key = await this.#newSealingKey(passphrase)
    const time = deps.clock.now()
    const frame = () => ({ time, tip: deps.tip(), chain: deps.chain })
    const content = await runInSlices(() => writeContent(deps, frame()), { signal })
    try {
      this.#written = time
      return { text: sealBackup(content, key, deps.random), time }
    } finally {
      content.fill(0)
      key.tagKey.fill(0)
    }
  }

  /** Returns true if the last backup of this run that `write` returned was made at this time. */
  wroteAt(time: number): boolean {
    return this.#written === time
  }

  /**
   * Opens a backup.
   * @throws WalletError `unreadable-backup`, with the same text for a wrong passphrase and a damaged file
   */
  async open(text: string, passphrase: string): Promise<BackupContent> {
    checkPassphrase(passphrase)
    const bytes = await this.#queue.run(() => openSealedBackup(text, passphrase))
    try {
      return readContent(bytes)
    } finally {
      bytes.fill(0)
    }
  }

  /**
   * Adds the content of a backup. A rescan must find the payments. The dump's keys are added all or none; anything
   * restored before an abort stays.
   * @throws WalletError `locked`; the signal's reason
   */
  async restore(content: BackupContent, options: RestoreOptions): Promise<Restored> {
    const { keys, keyring, file, importDump } = this.#deps
    const restoring = { ...this.#deps, atomically: (work: () => void) => file.atomically(work) }
    keys.requireOpen()
    keyring.outsideKeys.note()
    const before = keys.used().length
    const phrase = await restorePhrase(restoring, content, options.signal)
    await importDump(content.dump, options)
    const scripts = restoreScripts(restoring, content)
    restoreMovedIn(restoring, content)
    keyring.changed()
    return { added: keys.used().length - before, phrase, scripts }
  }

  /** Starts or changes the schedule. */
  async beginSchedule(choice: ScheduleChoice, passphrase: string): Promise<void> {
    await this.schedule.begin(choice, await this.#newSealingKey(passphrase))
  }

  #newSealingKey(passphrase: string): Promise<SealingKey> {
    const { keys, cost, random } = this.#deps
    checkPassphrase(passphrase)
    keys.requireOpen()
    return this.#queue.run(() => newSealingKey(passphrase, cost, random))
  }
}
