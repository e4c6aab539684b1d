/** Parameters of the proof of work. Xoring 2^k hashes of `n` bits must give zero. */
export interface EquihashParameters {
  readonly n: number
  readonly k: number
  /** first eight characters of the BLAKE2b personalisation; `NandKPoW` on chains that set `-ac_nk`. Default `ZcashPoW` */
  readonly personal?: 'ZcashPoW' | 'NandKPoW'
}

/** Sizes derived from n and k. */
export interface EquihashSizes {
  /** bits that each round of the search matches */
  readonly collisionBits: number
  /** bits of one index in an encoded solution */
  readonly indexBits: number
  /** number of indices in a solution */
  readonly indexCount: number
  /** bytes of one row (the n bits of one index) */
  readonly rowBytes: number
  /** rows cut from one BLAKE2b output */
  readonly rowsPerHash: number
  readonly solutionBytes: number
}

/**
 * Returns true if the algorithm is defined for these parameters: whole bytes per row, whole bits per round, whole bytes
 * per encoded solution, indices that fit a 32-bit word.
 */
export function isEquihashParameters({ n, k }: EquihashParameters): boolean {
  if (!Number.isInteger(n) || !Number.isInteger(k) || n < 8 || n > 512 || k < 1 || k > 16) return false
  if (n % 8 !== 0 || n % (k + 1) !== 0) return false
  const indexBits = n / (k + 1) + 1
  return indexBits < 32 && k < indexBits && (2 ** k * indexBits) % 8 === 0
}

/** @throws RangeError for parameters that `isEquihashParameters` rejects: they are configuration, not input */
export function equihashSizes(parameters: EquihashParameters): EquihashSizes {
  if (!isEquihashParameters(parameters)) throw new RangeError('unsupported Equihash parameters')
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

/** Returns the bytes of an encoded solution: 1344 for 200,9 and 36 for 48,5. */
export function solutionLength(parameters: EquihashParameters): number {
  return equihashSizes(parameters).solutionBytes
}
