import { BuildError } from '../../transactions/index.ts'

/**
 * Parses a signed whole number of a call. Text that does not start like a number counts as 0, as in the reference.
 * @throws BuildError for text that is a number only in part
 */
export function readSignedWhole(text: string, name: string): bigint {
  const trimmed = text.trim()
  if (!/^[+-]?\d/.test(trimmed)) return 0n
  return /^[+-]?\d{1,18}$/.test(trimmed) ? BigInt(trimmed) : fail(name)
}

function fail(name: string): never {
  throw new BuildError('request', `${name} must be a whole number`)
}
