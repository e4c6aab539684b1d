import {
  contextualCheckHeader,
  type HeaderAt,
  type HeaderTimes,
  headerWindow,
  VALID,
  type Verdict,
} from '../consensus/index.ts'
import { type BlockHeader, blockHash, computeWork } from '../primitives/index.ts'
import { equal } from '../util/index.ts'
import { checkHeaderAlone } from './acceptHeader.ts'
import type { ChainContext } from './context.ts'

/**
 * Measures the work of a chain with a different block 1, to which this node never reorganises. Headers are validated in
 * their context like headers of the own chain, but not stored. Only the times and targets that the next header's rules
 * read are kept.
 */
export class HeaderProof {
  readonly #context: ChainContext
  /** the last headers, newest last, as many as the rules read */
  readonly #recent: HeaderTimes[]
  #first: Uint8Array | undefined
  #height = 0
  #hash: Uint8Array
  #work: bigint

  constructor(context: ChainContext) {
    const genesis = context.tree.byHeight(0)
    if (genesis === undefined) throw new Error('the chain has no genesis block')
    this.#context = context
    this.#recent = [genesis]
    this.#hash = genesis.hash
    this.#work = genesis.chainWork
  }

  /** Hash of block 1 in internal byte order, or undefined before it was added. */
  get first(): Uint8Array | undefined {
    return this.#first
  }

  /** Height of the last added header. */
  get height(): number {
    return this.#height
  }

  /** Hash of the last added header in internal byte order. */
  get hash(): Uint8Array {
    return this.#hash
  }

  /** Work of genesis and all added headers; comparable with an entry's `chainWork`. */
  get work(): bigint {
    return this.#work
  }

  /**
   * Adds headers, each the parent of the next, up to the first that breaks a rule.
   * @param headers whose Equihash solutions were checked
   * @returns the verdict on the header at which it stopped, or VALID
   */
  extend(headers: readonly BlockHeader[]): Verdict {
    for (const header of headers) {
      const verdict = this.#check(header)
      if (!verdict.ok) return verdict
      this.#take(header)
    }
    return VALID
  }

  /** Returns true if the header builds on the last added one. */
  isNext({ prevHash }: Pick<BlockHeader, 'prevHash'>): boolean {
    return equal(prevHash, this.#hash)
  }

  #check(header: BlockHeader): Verdict {
    const { params, clock, checkpoints } = this.#context
    const alone = checkHeaderAlone(this.#context, header, true)
    if (!alone.ok) return alone
    const height = this.#height + 1
    const fits = contextualCheckHeader(params, header, { height, at: this.#at, now: clock.now() })
    return fits.ok ? checkpoints.check(blockHash(header), height) : fits
  }

  #take(header: BlockHeader): void {
    const { time, bits } = header
    this.#hash = blockHash(header)
    this.#height++
    this.#work += computeWork(bits)
    this.#first ??= this.#hash
    this.#recent.push({ time, bits })
    if (this.#recent.length > headerWindow(this.#context.params)) this.#recent.shift()
  }

  readonly #at: HeaderAt = (height) => {
    const header = this.#recent.at(height - this.#height - 1)
    if (header === undefined || height > this.#height)
      throw new RangeError(`height ${height} is outside of the window below ${this.#height + 1}`)
    return header
  }
}
