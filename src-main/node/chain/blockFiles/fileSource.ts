import { blockHash, readHeader } from '../../primitives/index.ts'
import type { FilePosition } from '../../storage/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import { IMPORT_FROM_FILE, type ImportPolicy, type ImportSource } from '../importer/blocks.ts'
import type { BlockOutcome } from '../types.ts'
import { earliestPosition } from './filePositions.ts'
import { type FileBlock, type FileRecord, findRecordStart, UnlinkedBlocks } from './unlinkedBlocks.ts'

/** Number of blocks whose proofs of work are checked together, on all threads. */
const READ_AHEAD = 32

/** Supplies the blocks of a file in file order. Supplies an orphan again after its parent. */
export class FileSource implements ImportSource {
  readonly counts = { accepted: 0, known: 0, refused: 0 }
  readonly #orphans = new UnlinkedBlocks()
  readonly #context: ChainContext
  readonly #scan: Iterator<FileRecord>
  #ready: FileBlock[] = []
  /** former orphans: their parents are imported, but they are not done yet */
  readonly #adopted = new Set<FileBlock>()
  /** end of the last block done in file order; undefined if the blocks are not from the block files */
  #done: FilePosition | undefined
  #ended = false
  #progress = 0
  /** first position in the block files with bytes that the node never writes */
  #damage: FilePosition | undefined

  constructor(context: ChainContext, scan: Iterator<FileRecord>, from?: FilePosition) {
    this.#context = context
    this.#scan = scan
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
    return this.#orphans.size
  }

  /** Position of the first damage in the block files, or undefined if they are intact. */
  get damage(): FilePosition | undefined {
    return earliestPosition(this.#damage, this.#orphans.first())
  }

  /** Records the position of an incomplete record, or of a block that was never accepted. */
  reportDamage(at: FilePosition): void {
    this.#damage = earliestPosition(this.#damage, at)
  }

  /** Returns the next block, or undefined if there are no more until a missing parent is imported. */
  next(): FileBlock | undefined {
    while (this.#ready.length === 0 && !this.#ended) this.#fill()
    return this.#ready.shift()
  }

  /**
   * Position in the block files up to which all blocks are done; undefined if the blocks are not from the block files.
   */
  indexed(): FilePosition | undefined {
    return earliestPosition(this.#orphans.first(), ...[...this.#adopted].map(findRecordStart), this.#done)
  }

  done(found: FileBlock, { kind }: BlockOutcome): void {
    const { counts } = this
    this.#adopted.delete(found)
    if (found.progress > this.#progress) {
      this.#progress = found.progress
      if (found.stored !== undefined) this.#done = found.stored.next
    }
    // The node stores blocks that fail contextual rules, but never blocks that fail context-free rules. Such a block
    // means damage.
    if (kind === 'refused' || kind === 'malformed') this.#reportUnusable(found)
    if (kind === 'orphan') this.#orphans.add(found)
    else if (kind === 'known') counts.known++
    else if (kind === 'connected' || kind === 'stored') counts.accepted++
    else counts.refused++
    const children = this.#orphans.take(blockHash(found.header))
    for (const child of children) this.#adopted.add(child)
    if (children.length > 0) this.#ready = [...children, ...this.#ready]
  }

  #fill(): void {
    const found: FileBlock[] = []
    while (found.length < READ_AHEAD && !this.#ended) {
      const { value, done } = this.#scan.next()
      if (done) this.#ended = true
      else found.push(...this.#withHeader(value))
    }
    this.#ready = this.#withProofOfWork(found)
  }

  #withHeader(found: FileRecord): FileBlock[] {
    try {
      return [{ ...found, header: readHeader(new ByteReader(found.bytes)) }]
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.#reject(found)
      return []
    }
  }

  /** Rejects blocks with an invalid proof of work and returns the others. */
  #withProofOfWork(found: FileBlock[]): FileBlock[] {
    const { params, verifier, tree } = this.#context
    if (!params.checksSolution) return found
    const fresh = found.filter(({ header }) => tree.byHash(blockHash(header)) === undefined)
    const good = verifier.checkSolutions(
      fresh.map(({ header }) => header),
      params.equihash,
    )
    const bad = new Set(fresh.filter((_, index) => !good[index]))
    for (const one of bad) this.#reject(one)
    return found.filter((block) => !bad.has(block))
  }

  #reject(found: FileRecord): void {
    this.counts.refused++
    this.#reportUnusable(found)
  }

  #reportUnusable(found: FileRecord): void {
    const position = findRecordStart(found)
    if (position !== undefined) this.reportDamage(position)
  }
}
