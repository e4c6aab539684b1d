import type { Failures } from './activate.ts'
import type { AcceptedBlock, ImportSource } from './blocks.ts'
import type { BatchStart } from './commit.ts'

/** The blocks of an open database transaction, in order, and how far their outcomes are known and reported. */
export class BlockBatch {
  readonly start: BatchStart
  /** undefined for a single change, whose scripts are verified within the batch */
  readonly source: ImportSource | undefined
  /** clock time in milliseconds */
  readonly #begun: number
  #blocks: AcceptedBlock[] = []
  /** number of blocks whose outcome is final except for their scripts */
  #concluded = 0
  /** number of blocks whose outcome was reported */
  #reported = 0
  #bytes = 0
  #written = 0

  constructor(start: BatchStart, source: ImportSource | undefined, begun: number) {
    this.start = start
    this.source = source
    this.#begun = begun
  }

  /** bytes of blocks whose rows are still buffered */
  get unwrittenBytes(): number {
    return this.#bytes - this.#written
  }

  /** Returns true if the source's policy requires a commit. @param now clock time in milliseconds */
  isDue(now: number, maxBytes: number): boolean {
    return this.#bytes >= maxBytes || now - this.#begun >= (this.source?.policy().commitAfterMs ?? 0)
  }

  add(block: AcceptedBlock): void {
    this.#blocks.push(block)
    this.#bytes += block.submitted.bytes.length
  }

  rowsWritten(): void {
    this.#written = this.#bytes
  }

  /**
   * Makes the outcomes of all blocks final except for their scripts.
   * @param failures blocks that failed to connect afterwards
   */
  conclude(failures: Failures): void {
    for (const [entry, verdict] of failures)
      for (const block of this.#blocks.slice(this.#concluded)) {
        const { outcome } = block
        if (outcome === undefined || !('entry' in outcome) || outcome.entry.key !== entry.key) continue
        block.outcome = { kind: 'invalid', entry, verdict }
        block.connected = undefined
      }
    this.#concluded = this.#blocks.length
  }

  /** Returns the next block to report, if it is concluded and its tag is below `answered`, and marks it as reported. */
  takeReportable(answered: number): AcceptedBlock | undefined {
    const block = this.#reported < this.#concluded ? this.#blocks[this.#reported] : undefined
    if (block === undefined || block.tag >= answered) return undefined
    this.#reported++
    return block
  }

  /** Empties the batch after a rollback. Returns its blocks and the number already reported. */
  empty(): { readonly blocks: readonly AcceptedBlock[]; readonly reported: number } {
    const rolledBack = { blocks: this.#blocks, reported: this.#reported }
    this.#blocks = []
    this.#concluded = 0
    this.#reported = 0
    return rolledBack
  }
}
