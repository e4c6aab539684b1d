import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { writeDurably } from '../../../files/index.ts'
import type { Clock, Logger } from '../../core/index.ts'
import { computeTxid, parseTransaction, type Transaction } from '../../primitives/index.ts'
import { DecodeError, toDisplayHex, yieldToEventLoop } from '../../util/index.ts'
import type { Mempool } from '../mempool.ts'
import { CHECKSUM_BYTES, decodeMempool, encodeMempool, type SavedTransaction } from './format.ts'
import { HashedReader } from './hashedReader.ts'
import { MempoolFileError } from './mempoolFileError.ts'

export interface MempoolFileSettings {
  /** absolute */
  readonly path: string
  /** four bytes that identify the chain */
  readonly magic: Uint8Array
  /** `-persistmempool`: if false, only `save` writes the file and nothing reads it */
  readonly persist: boolean
  /** maximum size of a file that is read */
  readonly maxBytes: number
}

export interface MempoolFileDeps {
  readonly mempool: Pick<
    Mempool,
    'accept' | 'backdate' | 'get' | 'isTooOld' | 'prioritise' | 'prioritised' | 'prove' | 'snapshot' | 'stats'
  >
  readonly clock: Pick<Clock, 'now' | 'millis'>
  readonly logger: Logger
}

type Outcome = 'accepted' | 'known' | 'expired' | 'rejected'

/** Milliseconds of admission after which the event loop gets its turn. */
const SLICE_MS = 8

/** Keeps the mempool in a file across a restart. The file has its old or its complete new content at any time. */
export class MempoolFile {
  readonly #settings: MempoolFileSettings
  readonly #deps: MempoolFileDeps
  #loading: Promise<void> = Promise.resolve()
  #loaded = false
  /** the save in progress, if any */
  #saving: Promise<unknown> = Promise.resolve()

  constructor(settings: MempoolFileSettings, deps: MempoolFileDeps) {
    this.#settings = settings
    this.#deps = deps
  }

  /** false while the file is being loaded; saving then would lose its transactions */
  get loaded(): boolean {
    return this.#loaded
  }

  /**
   * Begins to load the file, in slices between other work. Its transactions pass the normal admission and keep their
   * times; expired and invalid ones are left out. A file that is damaged changes nothing.
   */
  begin(signal: AbortSignal): Promise<void> {
    this.#loading = this.#load(signal)
    return this.#loading
  }

  /** Writes the mempool and returns the path. @throws Error from the operating system; then the old file remains */
  save(): Promise<string> {
    // One after the other, because each replaces the same file.
    const saved = this.#saving.then(() => this.#write())
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  /** Waits for the load to end, and saves unless it was aborted. Never throws. */
  async close(): Promise<void> {
    await this.#loading
    if (this.#settings.persist && this.#loaded) await this.save().catch(() => undefined)
    await this.#saving
  }

  async #write(): Promise<string> {
    const { path, magic } = this.#settings
    const { mempool, logger } = this.#deps
    const { size } = mempool.stats()
    try {
      await writeDurably(path, encodeMempool(mempool, magic), { existing: 'replace' })
    } catch (error) {
      logger.warn('mempool cannot be saved', { file: path, reason: String(error) })
      throw error
    }
    logger.info('mempool saved', { file: path, transactions: size })
    return path
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { path, persist } = this.#settings
    const { logger } = this.#deps
    try {
      const file = persist ? await openFile(path) : undefined
      try {
        if (file !== undefined) await this.#loadFrom(file, signal)
      } finally {
        await file?.close()
      }
    } catch (error) {
      if (signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      logger.warn('saved mempool cannot be loaded, continuing without', { file: path, reason })
    }
    this.#loaded = !signal.aborted
  }

  async #loadFrom(file: FileHandle, signal: AbortSignal): Promise<void> {
    const { path, magic, maxBytes } = this.#settings
    const { size } = await file.stat()
    if (size > maxBytes) throw new MempoolFileError(`the file has more than ${maxBytes} bytes`)
    const records = () => decodeMempool(new HashedReader(file, Math.max(0, size - CHECKSUM_BYTES)), magic)
    // The complete file is checked first, so that a damaged one has no effect.
    for await (const _record of records()) signal.throwIfAborted()
    const counts: Record<Outcome, number> = { accepted: 0, known: 0, expired: 0, rejected: 0 }
    const { mempool, clock, logger } = this.#deps
    let until = clock.millis() + SLICE_MS
    for await (const record of records()) {
      if (record.kind === 'delta') mempool.prioritise(record.txid, record.priority, record.fee)
      else counts[await this.#admit(record)]++
      if (clock.millis() >= until) {
        await yieldToEventLoop()
        until = clock.millis() + SLICE_MS
      }
      signal.throwIfAborted()
    }
    const { accepted, known, expired, rejected } = counts
    logger.info('mempool loaded', { file: path, accepted, known, expired, rejected })
  }

  async #admit({ bytes, time: savedTime }: SavedTransaction): Promise<Outcome> {
    const { mempool, clock, logger } = this.#deps
    const tx = parseSaved(bytes)
    if (tx === undefined) return 'rejected'
    const txid = computeTxid(tx)
    const time = Math.min(savedTime, clock.now())
    const expired = mempool.isTooOld(time)
    if (mempool.get(txid) !== undefined) {
      // The wallet has accepted its own transactions again before the file is loaded.
      if (!expired) mempool.backdate(txid, time)
      return 'known'
    }
    if (expired) return 'expired'
    const result = (await mempool.prove(tx)) ?? mempool.accept(tx, { rejectAbsurdFee: false, time })
    if (result.ok) return 'accepted'
    const reason = 'reason' in result ? result.reason : result.kind
    logger.debug('saved transaction rejected', { txid: toDisplayHex(txid), reason })
    return 'rejected'
  }
}

/** Returns undefined if there is no file. @throws MempoolFileError if the path is not a regular file */
async function openFile(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle
  try {
    // Opening a named pipe would otherwise wait for its writer.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new MempoolFileError('not a regular file')
}

function parseSaved(bytes: Uint8Array): Transaction | undefined {
  try {
    return parseTransaction(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
