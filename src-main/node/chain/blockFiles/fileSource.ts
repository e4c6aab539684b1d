import { blockHash, readHeader } from '../../primitives/index.ts'
import type { FilePosition } from '../../storage/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import { IMPORT_FROM_FILE, type ImportPolicy, type ImportSource } from '../importer/blocks.ts'
import type { BlockOutcome } from '../types.ts'
import { firstOf } from './filePositions.ts'
import { type FileBlock, type FileRecord, findRecordStart, UnlinkedBlocks } from './unlinkedBlocks.ts'

/** Blocks whose proofs of work are checked together, on all threads. */
const READ_AHEAD = 32

/** Hands out the blocks of a file in their order, those that wait for a parent as soon as it has come. */
export class FileSource implements ImportSource {
  readonly counts = { accepted: 0, known: 0, refused: 0 }
  readonly #waiting = new UnlinkedBlocks()
  readonly #context: ChainContext
  readonly #scan: Iterator<FileRecord>
  #ready: FileBlock[] = []
  /** their parents have come, and they are not done yet */
  readonly #again = new Set<FileBlock>()
  /** behind everything that is done in the order of the file; undefined if the blocks come from elsewhere */
  #done: FilePosition | undefined
  #ended = false
  #progress = 0
  /** where in the block files something stands that no node writes there */
  #damage: FilePosition | undefined

  constructor(context: ChainContext, scan: Iterator<FileRecord>, from?: FilePosition) {
    this.#context = context
    this.#scan = scan
    this.#done = from
  }

  policy(): ImportPolicy {
    return IMPORT_FROM_FILE
  }

  /** bytes of the file or files that are done */
  get progress(): number {
    return this.#progress
  }

  /** blocks whose parents have not come */
  get orphans(): number {
    return this.#waiting.size
  }

  /** The first place in the block files that is not as it was written; undefined if all is well. */
  get damage(): FilePosition | undefined {
    return firstOf(this.#damage, this.#waiting.first())
  }

  /** Something that is no whole record, or no block that was ever accepted. */
  damaged(at: FilePosition): void {
    this.#damage = firstOf(this.#damage, at)
  }

  /** undefined: there are no more, as long as no parent comes */
  next(): FileBlock | undefined {
    while (this.#ready.length === 0 && !this.#ended) this.#fill()
    return this.#ready.shift()
  }

  /** Everything before this place in the block files is done; undefined if the blocks come from elsewhere. */
  indexed(): FilePosition | undefined {
    return firstOf(this.#waiting.first(), ...[...this.#again].map(findRecordStart), this.#done)
  }

  done(found: FileBlock, { kind }: BlockOutcome): void {
    const { counts } = this
    this.#again.delete(found)
    if (found.progress > this.#progress) {
      this.#progress = found.progress
      if (found.stored !== undefined) this.#done = found.stored.next
    }
    // A block that breaks a rule of its place is kept; one that is wrong in itself never was.
    if (kind === 'refused' || kind === 'malformed') this.#unusable(found)
    if (kind === 'orphan') this.#waiting.add(found)
    else if (kind === 'known') counts.known++
    else if (kind === 'connected' || kind === 'stored') counts.accepted++
    else counts.refused++
    const children = this.#waiting.take(blockHash(found.header))
    for (const child of children) this.#again.add(child)
    if (children.length > 0) this.#ready = [...children, ...this.#ready]
  }

  #fill(): void {
    const found: FileBlock[] = []
    while (found.length < READ_AHEAD && !this.#ended) {
      const { value, done } = this.#scan.next()
      if (done) this.#ended = true
      else found.push(...this.#withHeader(value))
    }
    this.#ready = this.#proven(found)
  }

  #withHeader(found: FileRecord): FileBlock[] {
    try {
      return [{ ...found, header: readHeader(new ByteReader(found.bytes)) }]
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.#refuse(found)
      return []
    }
  }

  /** Leaves out what has no proof of work. */
  #proven(found: FileBlock[]): FileBlock[] {
    const { params, verifier, tree } = this.#context
    if (!params.checksSolution) return found
    const fresh = found.filter(({ header }) => tree.byHash(blockHash(header)) === undefined)
    const good = verifier.checkSolutions(
      fresh.map(({ header }) => header),
      params.equihash,
    )
    const bad = new Set(fresh.filter((_, index) => !good[index]))
    for (const one of bad) this.#refuse(one)
    return found.filter((block) => !bad.has(block))
  }

  #refuse(found: FileRecord): void {
    this.counts.refused++
    this.#unusable(found)
  }

  #unusable(found: FileRecord): void {
    const place = findRecordStart(found)
    if (place !== undefined) this.damaged(place)
  }
}
