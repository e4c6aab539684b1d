import { compressIndices } from '../../primitives/index.ts'

/** A solver of Equihash 200,9 with 210 MiB of memory of its own. */
export interface EquihashSolver {
  /**
   * Nearly all solutions of a header, encoded (1344 bytes each). Blocks its thread for about half a second.
   * @param header140 the header before its solution
   * @returns undefined when it was cancelled
   */
  solve(header140: Uint8Array): Uint8Array[] | undefined
}

export interface SolverOptions {
  /** first eight characters of the personalisation; default `ZcashPoW` */
  readonly personal?: 'ZcashPoW' | 'NandKPoW' | undefined
  /** called by the search every few milliseconds; true cancels it */
  readonly isCancelled: () => boolean
}

/** What assembly/solver.as exports. */
interface SolverExports {
  readonly memory: WebAssembly.Memory
  readonly input: WebAssembly.Global
  readonly solutions: WebAssembly.Global
  prepare(): number
  solve(personal: bigint): number
}

const HEADER_BYTES = 140
const INDICES = 512
const INDEX_BITS = 21

/** @throws Error when there is no memory for it */
export function createSolver(module: WebAssembly.Module, { personal, isCancelled }: SolverOptions): EquihashSolver {
  const imports = { host: { isCancelled: () => (isCancelled() ? 1 : 0) } }
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as SolverExports
  if (!exports.prepare()) throw new Error('there is not enough memory for another mining thread')
  const buffer = exports.memory.buffer
  const input = new Uint8Array(buffer, exports.input.value as number, HEADER_BYTES)
  const solutions = exports.solutions.value as number
  const word = Buffer.from(personal ?? 'ZcashPoW', 'latin1').readBigUInt64LE()
  return {
    solve(header140) {
      if (header140.length !== HEADER_BYTES) throw new RangeError('the input of Equihash has 140 bytes')
      input.set(header140)
      const count = exports.solve(word)
      if (count < 0) return undefined
      const found = Array.from({ length: count }, (_, at) =>
        compressIndices(new Uint32Array(buffer, solutions + 4 * INDICES * at, INDICES), INDEX_BITS),
      )
      // Rows that are equal can lead to the same indices twice.
      return found.filter((one, at) => found.findIndex((other) => Buffer.compare(one, other) === 0) === at)
    },
  }
}
