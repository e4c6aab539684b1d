import { compressIndices } from '../../primitives/index.ts'

/** Equihash 200,9 solver with its own 210 MiB of memory. */
export interface EquihashSolver {
  /**
   * Finds nearly all solutions of a header (1344 bytes each, encoded). Blocks its thread for about half a second.
   * @param header140 the header before its solution
   * @returns undefined when cancelled
   */
  solve(header140: Uint8Array): Uint8Array[] | undefined
}

export interface SolverOptions {
  /** first eight characters of the personalisation; default `ZcashPoW` */
  readonly personal?: 'ZcashPoW' | 'NandKPoW' | undefined
  /** called every few milliseconds during the search; true cancels it */
  readonly isCancelled: () => boolean
}

/** Exports of assembly/solver.as. */
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

/** @throws Error if the memory cannot be allocated */
export function createSolver(module: WebAssembly.Module, { personal, isCancelled }: SolverOptions): EquihashSolver {
  const imports = { host: { isCancelled: () => (isCancelled() ? 1 : 0) } }
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as SolverExports
  if (!exports.prepare()) throw new Error('not enough memory for another mining thread')
  const buffer = exports.memory.buffer
  const input = new Uint8Array(buffer, exports.input.value as number, HEADER_BYTES)
  const solutions = exports.solutions.value as number
  const word = Buffer.from(personal ?? 'ZcashPoW', 'latin1').readBigUInt64LE()
  return {
    solve(header140) {
      if (header140.length !== HEADER_BYTES) throw new RangeError('the input of Equihash must have 140 bytes')
      input.set(header140)
      const count = exports.solve(word)
      if (count < 0) return undefined
      const found = Array.from({ length: count }, (_, at) =>
        compressIndices(new Uint32Array(buffer, solutions + 4 * INDICES * at, INDICES), INDEX_BITS),
      )
      // Equal rows can lead to the same indices twice.
      return found.filter((one, at) => found.findIndex((other) => Buffer.compare(one, other) === 0) === at)
    },
  }
}
