import type { TimedAddress } from '../wire/index.ts'

/** Address with its connection history. Times are unix seconds; 0 means never. */
export interface KnownAddress extends TimedAddress {
  readonly lastTry: number
  readonly lastSuccess: number
  /** number of attempts since the last success */
  readonly attempts: number
  readonly tried: boolean
}
