/**
 * All command-line options that define a chain, after komodod's own corrections (a commission without a payee becomes
 * 0, and so on). Lists have MAX_ERAS entries. Numbers that are part of the magic are kept even if the feature is not
 * supported.
 */
export interface ChainOptions {
  readonly network: 'main' | 'regtest'
  /** '' on a plain regtest chain */
  readonly name: string
  /** whole coins */
  readonly supply: bigint
  readonly eras: number
  readonly end: readonly bigint[]
  readonly reward: readonly bigint[]
  readonly halving: readonly bigint[]
  readonly decay: readonly bigint[]
  readonly notaryPay: readonly bigint[]
  readonly perc: bigint
  readonly founders: number
  readonly foundersReward: bigint
  /** 33 bytes, or empty */
  readonly pubkey: Uint8Array
  readonly script: Uint8Array
  /** As typed. ccActivate and ccActivateHeights do not change it, because it is part of the magic. */
  readonly cc: number
  /** numbers as typed; if empty, no code is disabled */
  readonly ccEnable: readonly bigint[]
  readonly ccLib: string
  readonly ccActivate: number
  /** eval code → first height at which a disabled code is valid again */
  readonly ccActivateHeights: ReadonlyMap<number, number>
  readonly publicOnly: boolean
  readonly privateOnly: boolean
  readonly staked: number
  readonly blockTime: number
  /** bit 0: non-coinbase transactions, bit 1: coinbases */
  readonly txPow: number
  readonly timeLock: { readonly atLeast: bigint; readonly from: bigint; readonly to: bigint } | null
  readonly algorithm: string
  readonly equihash: { readonly n: number; readonly k: number } | null
  readonly adaptivePow: number
  /** 0 if not given */
  readonly coinbaseMaturity: number
  readonly snapshot: number
  readonly earlyTxidContract: number
  readonly earlyTxid: string
  readonly minerOpReturn: Uint8Array
  readonly importSource: string
  readonly beam: bigint
  readonly coda: bigint
  /** null if not given */
  readonly sapling: number | null
  readonly overwinter: number | null
  /** -nuparams */
  readonly upgradeHeights: { readonly overwinter?: number; readonly sapling?: number }
  /** null if derived from the magic */
  readonly port: number | null
  readonly maxReorg: number
}

export type ParsedChainOptions =
  | { readonly ok: true; readonly options: ChainOptions }
  /** a text for the user that names the option */
  | { readonly ok: false; readonly error: string }
