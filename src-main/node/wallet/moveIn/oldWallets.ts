import type { Clock } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import { withPauses } from '../../util/runInSlices.ts'
import { MAX_FOREIGN_LABELS } from '../backup/index.ts'
import { MAX_SHIELDED_KEYS } from '../keys/index.ts'
import { WalletError } from '../walletError.ts'
import { markFile } from './fileMark.ts'
import { type MovedFileState, MovedFiles } from './movedFiles.ts'
import { type OldWalletReport, oldKeyHashes, reportOldWallet } from './oldWalletReport.ts'
import { type TakingDeps, takeOldWallet } from './takeOldWallet.ts'
import { type OldWallet, WalletDatError, walletDatText } from './walletDat/index.ts'

export interface ReadingOptions {
  readonly signal?: AbortSignal
  /** `bytes` while the file is read, then `keys`, then `blocks` */
  readonly onProgress?: (done: number, total: number, unit: 'bytes' | 'keys' | 'blocks') => void
}

export interface MoveInOptions extends ReadingOptions {
  /** passphrase of the old wallet, if it is encrypted */
  readonly passphrase?: string
  /** false to leave the payments of the keys to a later rescan */
  readonly rescan?: boolean
}

export type ReadOldWallet = (
  path: string,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void },
) => Promise<OldWallet>

export interface OldWalletsDeps extends TakingDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly read: ReadOldWallet
}

export interface InspectedWallet extends OldWalletReport {
  /** hashes of all keys, as encoded by hashKey */
  readonly keyHashes: ReadonlySet<string>
}

export interface MovedInWallet extends InspectedWallet {
  /** number of keys that this wallet did not have */
  readonly imported: number
}

const INCORRECT = 'Error: The wallet passphrase entered was incorrect.'

const unreadable = (message: string, cause?: unknown) => new WalletError('unreadable-wallet-file', message, { cause })

/** Returns warnings about parts that exceed a limit of this wallet. */
function describeLimits({ shielded, labels }: OldWallet): string[] {
  return [
    ...(shielded.length > MAX_SHIELDED_KEYS ? [walletDatText('shieldedLimit', { max: MAX_SHIELDED_KEYS })] : []),
    ...(labels.length > MAX_FOREIGN_LABELS ? [walletDatText('labelLimit', { max: MAX_FOREIGN_LABELS })] : []),
  ]
}

/**
 * Inspects wallet files of komodod and takes them over. Files are only ever read. One file is read at a time, because
 * reading needs up to 256 MB.
 * @throws WalletError `unreadable-wallet-file`, `busy`; the signal's reason
 */
export class OldWallets {
  readonly #deps: OldWalletsDeps
  readonly #moved: MovedFiles
  #reading = false

  constructor(deps: OldWalletsDeps) {
    this.#deps = deps
    this.#moved = new MovedFiles(deps)
  }

  /** Returns what a wallet file contains; adds and stores nothing. */
  inspect(path: string, options: ReadingOptions = {}): Promise<InspectedWallet> {
    return this.#use(path, options, async (old, warnings) => {
      const keyHashes = await withPauses(oldKeyHashes(old), yieldToEventLoop)
      return { ...reportOldWallet(old, warnings), keyHashes }
    })
  }

  /**
   * Adds everything of a wallet file to this wallet: all or nothing, durable before the blocks are scanned. A scan that
   * does not finish is resumed at the next start.
   * @throws WalletError `wrong-passphrase` if the file's passphrase is missing or wrong; `locked`
   */
  async moveIn(path: string, options: MoveInOptions = {}): Promise<MovedInWallet> {
    const { rescan = true, signal, onProgress } = options
    this.#deps.keyring.keys.requireOpen()
    const mark = markFile(path)
    const taken = await this.#use(path, options, async (old, warnings) => {
      await unlock(old, options)
      const keyHashes = await withPauses(oldKeyHashes(old), yieldToEventLoop)
      const report = reportOldWallet(old, [...warnings, ...describeLimits(old)])
      const { keys, shielded, leakedKeys, leakedSeed } = report
      const imported = await takeOldWallet(this.#deps, old, {
        ...{ rescan, signal: signal ?? new AbortController().signal },
        onProgress: (done, total) => onProgress?.(done, total, 'keys'),
        alongside: (changed) =>
          mark && this.#moved.note({ path, ...mark, keys, shielded, leakedKeys, leakedSeed }, changed),
      })
      return { ...report, imported, keyHashes }
    })
    const scan = { onProgress: (done: number, total: number) => onProgress?.(done, total, 'blocks') }
    await this.#deps.dueRescan.run({ ...scan, ...(signal && { signal }) })
    return taken
  }

  /** Returns the files that were moved in, oldest first. */
  list(): readonly MovedFileState[] {
    return this.#moved.list()
  }

  /** Returns a warning about a file that another program used after it was moved in, or undefined. */
  describeUsed(): string | undefined {
    const used = this.list().find((file) => file.used)
    return used && walletDatText('usedSince', { path: used.path })
  }

  /** Records that an encrypted backup with everything in the wallet was opened again; durable on return. */
  noteBackup(made: number): void {
    this.#moved.noteBackup(made)
  }

  async #use<T>(
    path: string,
    { signal, onProgress }: ReadingOptions,
    work: (old: OldWallet, warnings: readonly string[]) => Promise<T>,
  ): Promise<T> {
    if (this.#reading) throw new WalletError('busy', 'Another wallet file is being read. Try again when that is done.')
    this.#reading = true
    let old: OldWallet | undefined
    try {
      old = await this.#read(path, {
        onProgress: (done, total) => onProgress?.(done, total, 'bytes'),
        ...(signal && { signal }),
      })
      return await work(old, this.#warnings(path))
    } finally {
      this.#reading = false
      old?.wipe()
    }
  }

  async #read(path: string, options: Parameters<ReadOldWallet>[1]): Promise<OldWallet> {
    try {
      return await this.#deps.read(path, options)
    } catch (error) {
      throw error instanceof WalletDatError ? unreadable(error.message, error) : error
    }
  }

  #warnings(path: string): string[] {
    const mark = markFile(path)
    const used = mark && this.#moved.findUsed(path, mark)
    if (!used) return []
    const day = new Date(used.moved * 1000).toISOString().slice(0, 10)
    return [walletDatText('usedLater', { day })]
  }
}

async function unlock(old: OldWallet, { passphrase = '', signal }: MoveInOptions): Promise<void> {
  if (old.encryptedKeys === 0 && !old.shielded.some(({ encrypted }) => encrypted)) return
  if (passphrase === '') throw new WalletError('wrong-passphrase', walletDatText('passphraseNeeded'))
  if (!(await old.unlock(passphrase, signal))) throw new WalletError('wrong-passphrase', INCORRECT)
}
