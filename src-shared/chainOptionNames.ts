/**
 * Names of the options that define a chain. The node reads their values (`src-main/node/consensus`). The client accepts
 * the command line of its node, and uses only the name of the chain.
 */
export const CHAIN_OPTION_NAMES: ReadonlySet<string> = new Set(
  (
    'name supply reward end halving decay eras notarypay perc pubkey script founders founders_reward cc ccenable ' +
    'cclib ccactivate ccactivateht public private staked blocktime txpow timelockgte timeunlockfrom timeunlockto algo ' +
    'nk adaptivepow cbmaturity snapshot earlytxidcontract mineropret import beam coda sapling overwinter'
  )
    .split(' ')
    .map((word) => `ac_${word}`),
)
