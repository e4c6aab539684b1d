/** What replies depend on beside the tables: it is published with them, so that who answers from them needs no options. */
export interface PublishedSettings {
  /** options of the chain, as on a command line */
  readonly args: readonly string[]
  /** whether calls may ask where outputs were spent (`-spentindex`) */
  readonly spentIndex: boolean
  /** whether calls may ask about addresses (`-addressindex`) */
  readonly addressIndex: boolean
  /** whether calls may ask for blocks by time (`-timestampindex`) */
  readonly timestampIndex: boolean
  readonly rpcPort: number
  /** whether confirmations end at the last notarised block (`-dpowconfs`) */
  readonly dpowConfirmations: boolean
}
