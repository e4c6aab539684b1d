import type { Chain } from '../../chain/index.ts'
import type { BlockHeader } from '../../primitives/index.ts'

/** Checks the Equihash solutions of a message's headers, a limited number per step. */
export class SolutionCheck {
  readonly #chain: Pick<Chain, 'provenHeaders'>
  readonly #perStep: number
  #usable: readonly BlockHeader[]
  #proven = 0
  #isDone: boolean

  /** @param isNeeded false if the headers are checked later, which is enough for a single header */
  constructor(
    chain: Pick<Chain, 'provenHeaders'>,
    headers: readonly BlockHeader[],
    { perStep, isNeeded }: { readonly perStep: number; readonly isNeeded: boolean },
  ) {
    this.#chain = chain
    this.#usable = headers
    this.#perStep = perStep
    this.#isDone = !isNeeded
  }

  /** The headers up to the first invalid one. */
  get usable(): readonly BlockHeader[] {
    return this.#usable
  }

  /** Number of leading headers with valid solutions. */
  get proven(): number {
    return this.#proven
  }

  /** Returns true when all headers are checked, or one was found to be invalid. */
  step(): boolean {
    if (this.#isDone) return true
    const part = this.#usable.slice(this.#proven, this.#proven + this.#perStep)
    const good = this.#chain.provenHeaders(part)
    this.#proven += good
    if (good < part.length) this.#usable = this.#usable.slice(0, this.#proven + 1)
    this.#isDone = good < part.length || this.#proven === this.#usable.length
    return this.#isDone
  }
}
