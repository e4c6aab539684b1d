import { blockHash, readHeader } from '../../primitives/index.ts'
import type { FilePosition } from '../../storage/index.ts'
import { ByteReader, DecodeError, equal } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import { IMPORT_FROM_FILE, type ImportPolicy, type ImportSource } from '../importer/blocks.ts'
import type { BlockOutcome } from '../types.ts'
import { earliestPosition } from './filePositions.ts'
import {
  type FileBlock,
  type FileRecord,
  findRecordStart,
  type RecordScan,
  UnlinkedBlocks,
  type WaitingBlock,
} from './unlinkedBlocks.ts'

/** Maximum number of blocks whose proofs of work are checked together, on all threads. */
const READ_AHEAD = 32
/** Blocks are read ahead until they have this many bytes. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024
/**
 * Maximum number of blocks of other programs' files that wait for their parents, about 300 bytes each. A node that
 * downloads from its peers stores about a thousand blocks out of order.
 */
const MAX_WAITING_BLOCKS = 100_000

/** Supplies the blocks of a file in file order. Supplies an orphan again after its parent. */
export class FileSource implements ImportSource {
  readonly counts = { accepted: 0, known: 0, refused: 0 }
  /** number of orphans that were dropped because too many waited */
  dropped = 0
  readonly #orphans = new UnlinkedBlocks()
  readonly #context: ChainContext
  /** the scan of the files, and scans within records of it that are no blocks */
  readonly #scans: RecordScan[]
  #ready: (FileBlock | WaitingBlock)[] = []
  /** former orphans by `progress`: their parents are imported, but they are not done yet */
  readonly #adopted = new Map<number, WaitingBlock>()
  /** end of the last block done in file order; undefined if the blocks are not from the block files */
  #done: FilePosition | undefined
  #progress = 0
  /** first position in the block files with bytes that the node never writes */
  #damage: FilePosition | undefined

  constructor(context: ChainContext, scan: RecordScan, from?: FilePosition) {
    this.#context = context
    this.#scans = [scan]
    this.#done = from
  }

  policy(): ImportPolicy {
    return IMPORT_FROM_FILE
  }

  /** number of imported bytes of the file or files */
  get progress(): number {
    return this.#progress
  }

  /** number of blocks whose parents are missing */
  get orphans(): number {
    return this.#orphans.size + this.dropped
  }

  /** true if the files are read to their end and every block was supplied */
  get ended(): boolean {
    return this.#scans.length === 0 && this.#ready.length === 0
  }

  /** Position of the first damage in the block files, or undefined if they are intact. */
  get damage(): FilePosition | undefined {
    return earliestPosition(this.#damage, this.#orphans.first())
  }

  /** Records the position of an incomplete record, or of a block that was never accepted. */
  reportDamage(at: FilePosition): void {
    this.#damage = earliestPosition(this.#damage, at)
  }

  /**
   * Returns the next block. Returns undefined at the end, and if none was found in time.
   * @param until clock time in milliseconds
   * @throws Error of the system if the file cannot be read
   */
  next(until: number): FileBlock | undefined {
    const { clock } = this.#context
    while (true) {
      const found = this.#ready.shift()
      const block = found === undefined || 'bytes' in found ? found : this.#readAgain(found)
      if (block !== undefined) return block
      if (found !== undefined) continue
      if (this.ended || clock.millis() >= until) return undefined
      this.#fill()
    }
  }

  /** Ends the scans, which closes their files. */
  close(): void {
    for (const scan of this.#scans.splice(0)) scan.return()
  }

  /**
   * Position in the block files up to which all blocks are done; undefined if the blocks are not from the block files.
   */
  indexed(): FilePosition | undefined {
    return earliestPosition(this.#orphans.first(), ...[...this.#adopted.values()].map(findRecordStart), this.#done)
  }

  done(found: FileBlock, { kind }: BlockOutcome): void {
    const { counts } = this
    this.#adopted.delete(found.progress)
    this.#advance(found)
    if (kind === 'orphan') this.#keep(found)
    else if (kind === 'known') counts.known++
    else if (kind === 'connected' || kind === 'stored') counts.accepted++
    // The node stores blocks that fail contextual rules, but never blocks that fail context-free rules. Such a block
    // means damage.
    else if (kind === 'refused' || kind === 'malformed') this.#reject(found)
    else counts.refused++
    this.#adopt(found.hash)
  }

  #advance({ progress, stored }: FileRecord): void {
    if (progress <= this.#progress) return
    this.#progress = progress
    if (stored !== undefined) this.#done = stored.next
  }

  #keep(found: FileBlock): void {
    if (found.stored === undefined && this.#orphans.size >= MAX_WAITING_BLOCKS) this.dropped++
    else this.#orphans.add(found)
  }

  #adopt(parent: Uint8Array): void {
    const children = this.#orphans.take(parent)
    for (const child of children) this.#adopted.set(child.progress, child)
    if (children.length > 0) this.#ready = [...children, ...this.#ready]
  }

  #fill(): void {
    const found: FileBlock[] = []
    let bytes = 0
    for (let count = 0; count < READ_AHEAD && bytes < READ_AHEAD_BYTES; count++) {
      const record = this.#nextRecord()
      if (record === undefined) break
      bytes += record.bytes.length
      const block = this.#withHeader(record)
      if (block !== undefined) found.push(block)
    }
    this.#ready.push(...this.#withProofOfWork(found))
  }

  #nextRecord(): FileRecord | undefined {
    const result = this.#scans.at(-1)?.next()
    if (result?.done) this.#scans.pop()
    return result?.value ?? undefined
  }

  /** Returns undefined if the record is rejected, or skipped because its block is stored already. */
  #withHeader(found: FileRecord): FileBlock | undefined {
    try {
      const header = readHeader(new ByteReader(found.bytes))
      const block = { ...found, header, hash: blockHash(header) }
      if (!this.#isStored(block)) return block
      this.#advance(block)
      this.counts.known++
      this.#adopt(block.hash)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.#reject(found)
    }
    return undefined
  }

  /** Returns true if a block of another file need not be parsed: its data is stored and its length credible. */
  #isStored({ hash, stored, followed, bytes }: FileBlock): boolean {
    if (stored !== undefined || !followed) return false
    const known = this.#context.tree.byHash(hash)
    return known?.hasData === true && known.size === bytes.length
  }

  /** Rejects blocks with an invalid proof of work and returns the others. */
  #withProofOfWork(found: FileBlock[]): FileBlock[] {
    const { params, verifier, tree } = this.#context
    if (!params.checksSolution) return found
    const fresh = found.filter(({ hash }) => tree.byHash(hash) === undefined)
    const good = verifier.checkSolutions(
      fresh.map(({ header }) => header),
      params.equihash,
    )
    const bad = new Set(fresh.filter((_, index) => !good[index]))
    for (const one of bad) this.#reject(one)
    return found.filter((block) => !bad.has(block))
  }

  /**
   * Reads a former orphan. Rejects it if the file has changed, because the proof of work of the other block is not
   * checked.
   */
  #readAgain(waiting: WaitingBlock): FileBlock | undefined {
    const bytes = waiting.reread()
    try {
      const header = readHeader(new ByteReader(bytes))
      if (equal(blockHash(header), waiting.hash)) return { ...waiting, bytes, header }
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
    }
    this.#adopted.delete(waiting.progress)
    this.#reject({ ...waiting, bytes, inside: undefined })
    return undefined
  }

  #reject(found: FileRecord): void {
    this.counts.refused++
    const position = findRecordStart(found)
    if (position !== undefined) this.reportDamage(position)
    // A wrong length, or a magic by accident, may hide other blocks.
    if (found.inside !== undefined) this.#scans.push(found.inside())
  }
}
