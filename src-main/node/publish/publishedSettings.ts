/**
 * Settings that replies depend on besides the tables. They are published too, so that a process that answers from the
 * tables needs no options.
 */
export interface PublishedSettings {
  /** Options of the chain, as on a command line. */
  readonly args: readonly string[]
  /** Whether calls may query where outputs were spent (`-spentindex`). */
  readonly spentIndex: boolean
  /** Whether calls may query addresses (`-addressindex`). */
  readonly addressIndex: boolean
  /** Whether calls may query blocks by time (`-timestampindex`). */
  readonly timestampIndex: boolean
  readonly rpcPort: number
  /** Whether confirmations are limited by the last notarised block (`-dpowconfs`). */
  readonly dpowConfirmations: boolean
}
