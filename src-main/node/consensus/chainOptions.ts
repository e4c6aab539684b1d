/**
 * Everything on the command line that decides which chain this is, after the reference's own corrections (a commission
 * without a payee becomes 0, and so on). Lists have MAX_ERAS entries. Numbers that enter the magic are kept even where
 * the feature behind them is refused.
 */
export interface ChainOptions {
  readonly network: 'main' | 'regtest'
  /** '' on a plain regtest */
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
  /** 33 bytes or empty */
  readonly pubkey: Uint8Array
  readonly script: Uint8Array
  /** as typed; ccActivate and ccActivateHeights do not change it, because the magic is made from it */
  readonly cc: number
  /** numbers as typed; empty: nothing is disabled */
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
  /** 0: not given */
  readonly coinbaseMaturity: number
  readonly snapshot: number
  readonly earlyTxidContract: number
  readonly earlyTxid: string
  readonly minerOpReturn: Uint8Array
  readonly importSource: string
  readonly beam: bigint
  readonly coda: bigint
  /** null: not given */
  readonly sapling: number | null
  readonly overwinter: number | null
  /** -nuparams */
  readonly upgradeHeights: { readonly overwinter?: number; readonly sapling?: number }
  /** null: derived from the magic */
  readonly port: number | null
  readonly maxReorg: number
}

export type ParsedChainOptions =
  | { readonly ok: true; readonly options: ChainOptions }
  /** a text for people, naming the option */
  | { readonly ok: false; readonly error: string }
