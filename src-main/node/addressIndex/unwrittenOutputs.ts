import type { Cell } from '../storage/index.ts'

/** Value of an output that is written or spent. Values are not negative, and numbers keep the array compact. */
const NONE = -1

/**
 * Values of new outputs that are neither written nor spent, by output id. Ids are consecutive and only grow until all
 * outputs are written, so an array takes a fraction of a map's time and memory.
 */
export class UnwrittenOutputs {
  #values: Cell[] = []
  /** id of the first value */
  #first = 0
  #size = 0

  /** Adds an output, whose id must be greater than all present ones. */
  add(id: number, value: Cell): void {
    if (this.#size === 0) {
      this.#values.length = 0
      this.#first = id
    }
    // Outputs that are not indexed leave gaps.
    while (this.#values.length < id - this.#first) this.#values.push(NONE)
    this.#values.push(value)
    this.#size++
  }

  get(id: number): Cell | undefined {
    const value = this.#values[id - this.#first]
    return value === NONE ? undefined : value
  }

  /** Returns true if the output was present. */
  delete(id: number): boolean {
    if (this.get(id) === undefined) return false
    this.#values[id - this.#first] = NONE
    this.#size--
    return true
  }

  clear(): void {
    this.#values = []
    this.#size = 0
  }
}
