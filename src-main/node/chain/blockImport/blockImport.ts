import { realpathSync, statSync } from 'node:fs'
import { figuresIn } from '#shared/figures.ts'
import { englishText } from '#shared/sentences/english.ts'
import { say } from '#shared/sentences/sentence.ts'
import type { Logger } from '../../core/index.ts'
import { type FreeBytes, StorageError } from '../../storage/index.ts'
import { describeFileError } from '../../util/index.ts'
import type { Chain } from '../chain.ts'
import { ChainHaltedError } from '../createChain.ts'
import type { ImportProgress, ImportResult } from '../types.ts'
import { type BlockFolder, BlockImportError, checkMagic, findBlockFolder, spaceForBlocks } from './blockFolder.ts'
import { type ImportRecord, readImportRecord, writeImportRecord } from './importRecord.ts'
import { findRunningDaemon } from './runningDaemon.ts'

export interface BlockImportDeps {
  readonly chain: Pick<Chain, 'importFiles' | 'tip'>
  /** wire magic of the chain, and its usual P2P port */
  readonly magic: Uint8Array
  readonly port: number
  /** `regtest`, or empty on a main chain */
  readonly subfolder: string
  /** data directory of this node */
  readonly dataDir: string
  readonly freeBytes: FreeBytes
  readonly logger: Logger
  /** called when the chain cannot continue */
  readonly fatal: (error: Error) => void
  readonly findDaemon?: typeof findRunningDaemon
}

/** getblockimport. Sizes in bytes. */
export interface BlockImportStatus {
  readonly state: 'none' | 'running' | 'paused' | 'finished' | 'failed'
  /** folder of the block files; empty without an import */
  readonly folder: string
  readonly files: number
  /** bytes read, and bytes of all files */
  readonly done: number
  readonly total: number
  readonly height: number
  readonly accepted: number
  readonly known: number
  readonly refused: number
  readonly orphans: number
  /** estimated disk space that the rest needs */
  readonly needed: number
  readonly free: number | undefined
  /** why the import waits or failed; empty otherwise */
  readonly reason: string
}

/** Name of the file in the data directory that records the import. */
export const IMPORT_RECORD = 'blockimport.json'

interface Current {
  readonly folder: BlockFolder | undefined
  /** folder that the user named */
  readonly named: string
  state: BlockImportStatus['state']
  reason: string
  counts: Omit<ImportResult, 'aborted'>
  done: number
}

interface Running {
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/**
 * Imports the block files of another daemon's folder in the background, in place and read-only. The import is recorded,
 * so that the next start continues it: stored blocks are skipped then without being parsed. It never runs while the
 * other daemon does.
 */
export class BlockImport {
  readonly #deps: BlockImportDeps
  readonly #recordPath: string
  #current: Current | undefined
  #running: Running | undefined
  #closed = false

  constructor(deps: BlockImportDeps, recordPath: string) {
    this.#deps = deps
    this.#recordPath = recordPath
  }

  /** Continues the recorded import at the start of the node, unless it was paused. Never throws. */
  resumeRecorded(): void {
    const { logger } = this.#deps
    try {
      const record = readImportRecord(this.#recordPath)
      if (record === undefined || record.state === 'finished') return
      this.#current = { ...idle(record.folder), state: 'paused' }
      if (record.state === 'running') this.start(record.folder)
    } catch (error) {
      logger.warn('block import not continued', { reason: describe(error) })
      if (this.#current !== undefined) this.#current.reason = describe(error)
    }
  }

  /**
   * Returns the folder's size and the disk space that its import needs. Starts nothing.
   * @throws BlockImportError if it cannot be imported now
   */
  plan(named: string): BlockImportStatus {
    return this.#describe({ ...idle(named), folder: this.#findFolder(named) })
  }

  /**
   * Starts to import a folder, or continues. Returns the state.
   * @throws BlockImportError if the folder cannot be imported now, or another import runs
   */
  start(named: string): BlockImportStatus {
    if (this.#running !== undefined) {
      if (this.#current?.named === named) return this.status()
      throw new BlockImportError(`Blocks of ${this.#current?.named} are being imported. Pause that import first.`)
    }
    const folder = this.#findFolder(named)
    this.#checkSpace(folder)
    this.#record({ folder: named, state: 'running' })
    const current: Current = { ...idle(named), folder, state: 'running' }
    this.#current = current
    const stop = new AbortController()
    this.#deps.logger.info('block import started', { folder: folder.folder, files: folder.files.length })
    this.#running = { stop, ended: this.#run(current, folder, stop) }
    return this.status()
  }

  /** Pauses the import, or continues a paused one. @throws BlockImportError without an import, or if it cannot continue */
  async setPaused(paused: boolean): Promise<BlockImportStatus> {
    const current = this.#current
    if (current === undefined || current.state === 'finished')
      throw new BlockImportError('No import of blocks is running or paused.')
    if (!paused) return this.start(current.named)
    this.#record({ folder: current.named, state: 'paused' })
    await this.#stop()
    if (this.status().state !== 'finished') current.state = 'paused'
    return this.status()
  }

  status(): BlockImportStatus {
    return this.#describe(this.#current ?? { ...idle(''), state: 'none' })
  }

  /** Stops the import, which the next start continues. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.ended
  }

  async #run(current: Current, folder: BlockFolder, stop: AbortController): Promise<void> {
    const { chain, logger } = this.#deps
    const onProgress = (progress: ImportProgress) => {
      current.done = progress.done
      current.counts = { ...progress, orphans: current.counts.orphans }
      const problem = this.#daemonProblem(folder)
      if (problem === undefined) return
      current.reason = problem
      stop.abort()
    }
    try {
      const { aborted, ...counts } = await chain.importFiles(folder.files, { signal: stop.signal, onProgress })
      current.counts = counts
      if (aborted) current.state = 'paused'
      else this.#finish(current, folder)
    } catch (error) {
      this.#fail(current, error)
    } finally {
      this.#running = undefined
    }
    const { state, reason } = current
    if (this.#closed) return
    const { accepted, known, refused, orphans } = current.counts
    logger.info('block import stopped', { state, accepted, known, refused, orphans, ...(reason !== '' && { reason }) })
  }

  #finish(current: Current, { folder, bytes }: BlockFolder): void {
    const { accepted, known } = current.counts
    current.done = bytes
    current.state = 'finished'
    current.reason = ''
    if (accepted + known === 0) {
      current.state = 'failed'
      current.reason = `No block of ${folder} fits this chain.`
    }
    this.#record({ folder: current.named, state: 'finished' })
  }

  #fail(current: Current, error: unknown): void {
    current.state = 'failed'
    current.reason = describe(error, current.folder?.folder)
    // The chain itself cannot continue, as after such an error in a block from a peer.
    if (error instanceof StorageError || error instanceof ChainHaltedError || !isSystemError(error))
      this.#deps.fatal(error instanceof Error ? error : new Error(String(error)))
  }

  #findFolder(named: string): BlockFolder {
    const { subfolder, dataDir, magic } = this.#deps
    const folder = findBlockFolder(named, subfolder)
    if (isSameFolder(folder.owner, dataDir)) throw new BlockImportError(`${named} is this node’s own folder.`)
    const problem = this.#daemonProblem(folder)
    if (problem !== undefined) throw new BlockImportError(problem)
    checkMagic(folder.files[0]!, magic)
    return folder
  }

  #daemonProblem({ owner }: BlockFolder): string | undefined {
    const { findDaemon = findRunningDaemon, port } = this.#deps
    const daemon = findDaemon(owner)
    if (daemon === undefined) return undefined
    const { pid } = daemon
    const values = { folder: owner, call: `addnode "127.0.0.1:${port}" "add"` }
    const sentence =
      pid === undefined
        ? say('error.importSomeDaemon', values)
        : say('error.importDaemon', { ...values, pid: String(pid) })
    return englishText(sentence)
  }

  #checkSpace(folder: BlockFolder): void {
    const { needed, free } = this.#describe({ ...idle(''), folder })
    if (free === undefined || free >= needed) return
    const { bytes } = figuresIn('en')
    throw new BlockImportError(
      `The import needs about ${bytes(needed)}, but the disk that holds ${this.#deps.dataDir} has ${bytes(free)} left.`,
    )
  }

  #describe({ folder, state, reason, counts, done, named }: Current): BlockImportStatus {
    const { chain, dataDir, freeBytes } = this.#deps
    const total = folder?.bytes ?? 0
    const left = state === 'finished' ? 0 : Math.max(0, total - storedBytes(dataDir, this.#deps.subfolder))
    return {
      ...{ state, folder: folder?.folder ?? named, files: folder?.files.length ?? 0, done, total },
      ...{ height: chain.tip().height, ...counts },
      ...{ needed: spaceForBlocks(left), free: freeBytes(dataDir), reason },
    }
  }

  #record(record: ImportRecord): void {
    try {
      writeImportRecord(this.#recordPath, record)
    } catch (error) {
      throw new BlockImportError(describe(error, this.#recordPath), { cause: error })
    }
  }
}

const idle = (named: string): Current => ({
  ...{ folder: undefined, named, state: 'none', reason: '', done: 0 },
  counts: { accepted: 0, known: 0, refused: 0, orphans: 0 },
})

function storedBytes(dataDir: string, subfolder: string): number {
  try {
    return findBlockFolder(dataDir, subfolder).bytes
  } catch (error) {
    if (error instanceof BlockImportError) return 0
    throw error
  }
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(realpathSync(path), { bigint: true }))
  return a!.dev === b!.dev && a!.ino === b!.ino
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && !String(error.code).startsWith('SQLITE_')
}

function describe(error: unknown, path = ''): string {
  return describeFileError(error, path) ?? (error instanceof Error ? error.message : String(error))
}
