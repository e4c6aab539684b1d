/** The proof of work's sizes. `n` bits of hash are brought to zero by xoring 2^k of them. */
export interface EquihashParameters {
  readonly n: number
  readonly k: number
  /** first eight characters of the BLAKE2b personalisation; `NandKPoW` on chains that set `-ac_nk`. Default `ZcashPoW` */
  readonly personal?: 'ZcashPoW' | 'NandKPoW'
}

/** What follows from n and k. */
export interface EquihashSizes {
  /** bits that each round of the search matches */
  readonly collisionBits: number
  /** bits of one index in an encoded solution */
  readonly indexBits: number
  /** indices of a solution */
  readonly indexCount: number
  /** bytes of one row (the n bits of one index) */
  readonly rowBytes: number
  /** rows cut from one BLAKE2b output */
  readonly rowsPerHash: number
  readonly solutionBytes: number
}

/**
 * Whether the algorithm is defined for these sizes: whole bytes in a row, whole bits in a round, whole bytes in an encoded
 * solution, indices that fit a 32-bit word.
 */
export function isEquihashParameters({ n, k }: EquihashParameters): boolean {
  if (!Number.isInteger(n) || !Number.isInteger(k) || n < 8 || n > 512 || k < 1 || k > 16) return false
  if (n % 8 !== 0 || n % (k + 1) !== 0) return false
  const indexBits = n / (k + 1) + 1
  return indexBits < 32 && k < indexBits && (2 ** k * indexBits) % 8 === 0
}

/** @throws RangeError for sizes that `isEquihashParameters` refuses: they are our configuration, not input. */
export function equihashSizes(parameters: EquihashParameters): EquihashSizes {
  if (!isEquihashParameters(parameters)) throw new RangeError('no such Equihash parameters')
  const { n, k } = parameters
  const collisionBits = n / (k + 1)
  const indexBits = collisionBits + 1
  const indexCount = 2 ** k
  return {
    collisionBits,
    indexBits,
    indexCount,
    rowBytes: n / 8,
    rowsPerHash: Math.floor(512 / n),
    solutionBytes: (indexCount * indexBits) / 8,
  }
}

/** Bytes of an encoded solution: 1344 for 200,9 and 36 for 48,5. */
export function solutionLength(parameters: EquihashParameters): number {
  return equihashSizes(parameters).solutionBytes
}
