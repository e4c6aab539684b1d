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
  restorePhrase,
  restoreScripts,
  type ScheduleChoice,
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

/** Encrypted backups. Each passphrase takes a third of a second; one at a time. @throws WalletError `invalid-input` */
export interface SealedBackups {
  readonly schedule: BackupSchedule
  /** The text of a file with everything that is in the wallet. @throws WalletError `locked` */
  write(passphrase: string, signal: AbortSignal): Promise<{ readonly text: string; readonly time: number }>
  /** @throws WalletError `unreadable-backup`, the same for a wrong passphrase and a damaged file */
  open(text: string, passphrase: string): Promise<BackupContent>
  /**
   * Adds what is in a backup; payments are found by a rescan. All keys or none; what was restored until it is aborted stays.
   * @throws WalletError `locked`; the signal's reason
   */
  restore(content: BackupContent, options: RestoreOptions): Promise<Restored>
  /** Switches the schedule on, or changes it. */
  beginSchedule(choice: ScheduleChoice, passphrase: string): Promise<void>
}

export interface RestoreOptions extends KeyImportOptions {
  readonly signal: AbortSignal
}

export interface Restored {
  /** keys that the wallet did not have */
  readonly added: number
  /** `other`: the wallet keeps the phrase that it had */
  readonly phrase: 'none' | 'restored' | 'other'
  readonly scripts: number
}

interface Deps {
  readonly file: WalletFile
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** scrypt's cost for new passphrases */
  readonly cost: number
  /** name of the chain, and its tip */
  readonly chain: string
  readonly tip: () => DumpFrame['tip']
  setSeed(seed: Uint8Array, state: PhraseState, restore: boolean): void
  importDump(text: string, options: KeyImportOptions): Promise<unknown>
}

export function createSealedBackups(deps: Deps): SealedBackups {
  const { file, keys, cost, random } = deps
  const queue = new PassphraseQueue()
  const restoring = { ...deps, atomically: (work: () => void) => file.atomically(work) }
  const schedule = new BackupSchedule(deps)
  const sealingKey = (passphrase: string) => {
    checkPassphrase(passphrase)
    keys.requireOpen()
    return queue.run(() => newSealingKey(passphrase, cost, random))
  }
  return {
    schedule,
    async write(passphrase, signal) {
      const key = await sealingKey(passphrase)
      const time = deps.clock.now()
      const content = await runInSlices(() => writeContent(deps, { time, tip: deps.tip(), chain: deps.chain }), {
        signal,
      })
      try {
        return { text: sealBackup(content, key, random), time }
      } finally {
        content.fill(0)
        key.tagKey.fill(0)
      }
    },
    async open(text, passphrase) {
      checkPassphrase(passphrase)
      const bytes = await queue.run(() => openSealedBackup(text, passphrase))
      try {
        return readContent(bytes)
      } finally {
        bytes.fill(0)
      }
    },
    async restore(content, options) {
      keys.requireOpen()
      const before = keys.used().length
      const phrase = await restorePhrase(restoring, content, options.signal)
      await deps.importDump(content.dump, options)
      const scripts = restoreScripts(restoring, content)
      deps.keyring.changed()
      return { added: keys.used().length - before, phrase, scripts }
    },
    async beginSchedule(choice, passphrase) {
      await schedule.begin(choice, await sealingKey(passphrase))
    },
  }
}
