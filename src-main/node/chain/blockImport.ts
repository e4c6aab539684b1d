import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type Block, blockHash, parseBlock } from '../primitives/index.ts'
import { blockFileName, type FilePosition, RECORD_HEAD, scanRecords } from '../storage/index.ts'
import { DecodeError } from '../util/index.ts'
import type { IncomingBlock } from './acceptBlock.ts'
import { type GroupSource, processGroup } from './blockGroup.ts'
import type { ChainContext } from './context.ts'
import type { BlockOutcome, ImportOptions, ImportResult } from './types.ts'
import { type FoundBlock, WaitingBlocks } from './waitingBlocks.ts'

/** Time between commits: long enough to make a commit cheap, short enough for progress, cancelling and other work. */
const GROUP_MILLIS = 700
/**
 * Checks and commit come on top; on a busy machine they take longer than the blocks themselves. A stop waits for the whole
 * group, so that one which took longer than this makes the next one shorter.
 */
const GROUP_LIMIT_MILLIS = 1000
const SHORTEST_GROUP_MILLIS = 50
/** Blocks whose proofs of work are checked together, on all threads. */
const READ_AHEAD = 32

interface FileBlock extends IncomingBlock {
  readonly found: FoundBlock
}

/** Hands out the blocks of a file in their order, those that wait for a parent as soon as it has come. */
class FileSource implements GroupSource {
  readonly counts = { accepted: 0, known: 0, refused: 0 }
  readonly waiting = new WaitingBlocks()
  readonly #context: ChainContext
  readonly #scan: Iterator<FoundBlock>
  #ready: FileBlock[] = []
  /** behind everything given so far; undefined if the blocks come from elsewhere */
  #given: FilePosition | undefined
  #ended = false
  #progress = 0
  /** where in the block files something stands that no node writes there */
  #damage: FilePosition | undefined

  constructor(context: ChainContext, scan: Iterator<FoundBlock>, from?: FilePosition) {
    this.#context = context
    this.#scan = scan
    this.#given = from
  }

  /** bytes of the file or files given so far */
  get progress(): number {
    return this.#progress
  }

  /** The first place in the block files that is not as it was written; undefined if all is well. */
  get damage(): FilePosition | undefined {
    return firstOf(this.#damage, this.waiting.first())
  }

  /** Something that is no whole record, or no block that was ever accepted. */
  damaged(at: FilePosition): void {
    this.#damage = firstOf(this.#damage, at)
  }

  get empty(): boolean {
    return this.#ended && this.#ready.length === 0
  }

  next(): FileBlock | undefined {
    while (this.#ready.length === 0 && !this.#ended) this.#fill()
    const next = this.#ready.shift()
    if (next === undefined) return undefined
    const { progress, stored } = next.found
    if (progress > this.#progress) {
      this.#progress = progress
      if (stored !== undefined) this.#given = stored.next
    }
    return next
  }

  orphan(incoming: IncomingBlock): void {
    this.waiting.add(incoming.block.header.prevHash, (incoming as FileBlock).found)
  }

  indexed(): FilePosition | undefined {
    return this.waiting.first() ?? this.#given
  }

  done(incoming: IncomingBlock, { kind }: BlockOutcome): void {
    const { counts } = this
    const { block } = incoming
    // A block that breaks a rule of its place is kept; one that is wrong in itself never was.
    if (kind === 'refused') this.#unusable((incoming as FileBlock).found)
    if (kind === 'known') counts.known++
    else if (kind === 'connected' || kind === 'stored') counts.accepted++
    else if (kind !== 'orphan') counts.refused++
    const children = this.waiting.take(blockHash(block.header))
    if (children.length > 0) this.#ready = [...this.#parsed(children), ...this.#ready]
  }

  #fill(): void {
    const found: FoundBlock[] = []
    while (found.length < READ_AHEAD && !this.#ended) {
      const { value, done } = this.#scan.next()
      if (done) this.#ended = true
      else found.push(value)
    }
    this.#ready = this.#parsed(found)
  }

  /** Leaves out what is no block, or has no proof of work. */
  #parsed(found: FoundBlock[]): FileBlock[] {
    const { params, verifier, tree } = this.#context
    const blocks = found.flatMap((one) => {
      const block = parsed(one)
      if (block === undefined) this.#unusable(one)
      return block ?? []
    })
    this.counts.refused += found.length - blocks.length
    if (!params.checksSolution) return blocks
    const fresh = blocks.filter(({ block }) => tree.byHash(blockHash(block.header)) === undefined)
    const headers = fresh.map(({ block }) => block.header)
    const good = verifier.checkSolutions(headers, params.equihash)
    const bad = new Set(fresh.filter((_, index) => !good[index]))
    this.counts.refused += bad.size
    for (const { found: one } of bad) this.#unusable(one)
    return blocks.filter((block) => !bad.has(block))
  }

  #unusable({ stored }: FoundBlock): void {
    if (stored) this.damaged({ file: stored.place.file, offset: stored.place.pos - RECORD_HEAD })
  }
}

function firstOf(a: FilePosition | undefined, b: FilePosition | undefined): FilePosition | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return bytesBefore(a) <= bytesBefore(b) ? a : b
}

function parsed(found: FoundBlock): FileBlock | undefined {
  const { bytes, stored } = found
  let block: Block
  try {
    block = parseBlock(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
  return { block, bytes, place: stored?.place, solutionChecked: true, found }
}

/** Processes every block of a source in groups, giving the event loop a turn between them. */
async function importBlocks(
  context: ChainContext,
  source: FileSource,
  total: number,
  { signal, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const { storage, tree, clock } = context
  // The first group shows how quick the machine is.
  let budget = GROUP_MILLIS / 2
  storage.setBulk(true)
  try {
    while (!source.empty && !signal?.aborted && !context.halted()) {
      const begun = clock.millis()
      processGroup(context, source, budget)
      budget = nextBudget(budget, clock.millis() - begun)
      onProgress?.({ done: source.progress, total, height: tree.tip.height })
      await setImmediate()
    }
  } finally {
    storage.setBulk(false)
  }
  return { ...source.counts, orphans: source.waiting.size, aborted: signal?.aborted ?? false }
}

function nextBudget(budget: number, took: number): number {
  const fitting = (budget * GROUP_LIMIT_MILLIS) / Math.max(1, took)
  return Math.min(GROUP_MILLIS, Math.max(SHORTEST_GROUP_MILLIS, fitting))
}

/** `-loadblock`. */
export async function importFile(context: ChainContext, path: string, options: ImportOptions): Promise<ImportResult> {
  const fd = openSync(path, 'r')
  try {
    const found = function* (): Generator<FoundBlock> {
      for (const { pos, bytes, end } of scanRecords(fd, 0, context.params.magicBytes)) {
        const { length } = bytes
        yield { bytes, reread: () => readAt(fd, pos, length), progress: end }
      }
    }
    const source = new FileSource(context, found())
    return await importBlocks(context, source, fstatSync(fd).size, options)
  } finally {
    closeSync(fd)
  }
}

function readAt(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  readSync(fd, bytes, 0, length, position)
  return bytes
}

/**
 * Reads in what the block files hold beyond the database, and cuts off a torn record at their end. Says where the files
 * are damaged, if they are: the chain may then be shorter than it was.
 */
export async function indexBlockFiles(
  context: ChainContext,
  from: FilePosition,
  options: ImportOptions,
): Promise<void> {
  const { storage, unit, logger } = context
  const { files } = storage
  let behind = from
  const found = function* (): Generator<FoundBlock> {
    for (const { file, pos, bytes, next } of files.scan(from)) {
      const expected = file === behind.file ? behind.offset : 0
      if (pos - RECORD_HEAD > expected) source.damaged({ file, offset: expected })
      behind = next
      const place = { file, pos }
      const { length } = bytes
      const progress = bytesBefore(next)
      yield { bytes, reread: () => files.read(place, 0, length), progress, stored: { place, next } }
    }
  }
  const source: FileSource = new FileSource(context, found(), from)
  const result = await importBlocks(context, source, bytesBefore(files.end()), options)
  if (result.aborted || context.halted()) return
  const end = files.end()
  if (bytesBefore(behind) < bytesBefore(end)) {
    logger.warn('cutting off an unfinished record at the end of the block files', { from: behind, end })
    files.cut(behind)
  }
  unit.run(() => unit.setIndexed(undefined))
  const { accepted, refused, orphans } = result
  logger.info('block files read in', { accepted, refused, orphans })
  if (source.damage) options.onDamage?.(damageText(source.damage, context.tree.tip.height))
}

function damageText({ file, offset }: FilePosition, height: number): string {
  return (
    `The block file ${blockFileName(file)} is damaged at byte ${offset}: blocks from there on may be missing, and the ` +
    `readable chain ends at height ${height}. Replace the file by an undamaged copy and start once with -reindex, or let peers or ` +
    'a bootstrap file (-loadblock) bring the missing blocks.'
  )
}

/** Longer than any block file gets (see blockFiles.ts, whose files may overshoot by one record). */
const FILE_BYTES = 128 * 1024 * 1024 + 8 * 1024 * 1024

/** Block files as one: keeps the order of places, and serves as a measure of progress. */
export function bytesBefore({ file, offset }: FilePosition): number {
  return file * FILE_BYTES + offset
}
