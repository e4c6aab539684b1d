/** What `-ac_ccenable` lists of the contracts that this program has: eval codes of token orders, the faucet and tokens. */
export const KNOWN_CONTRACTS = '227,228,242'
