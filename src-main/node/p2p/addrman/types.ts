import type { TimedAddress } from '../wire/index.ts'

/** An address, and how connections to it went. Times are unix seconds, 0: never. */
export interface KnownAddress extends TimedAddress {
  readonly lastTry: number
  readonly lastSuccess: number
  /** attempts since the last success */
  readonly attempts: number
  readonly tried: boolean
}
