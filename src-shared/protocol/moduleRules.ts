/** Constants of the contracts that the node judges by and the window checks forms against. */

/** Satoshis: the fee of a module's transaction, and what each marker output holds (crypto-conditions.md §5). */
export const MODULE_FEE = 10_000n

/** Limits of tokencreate in bytes (tokens.md §5). */
export const MAX_TOKEN_NAME = 32
export const MAX_TOKEN_DESCRIPTION = 4096
export const MAX_NFT_DATA = 10_001

/** Satoshis: a faucet output of at most this is too small for claims (faucet.md §1). */
export const LARGEST_FAUCET_DUST = 1_000_000n

/** Public key without a private key, in hex: tokens sent to it are burned (crypto-conditions.md §3.1). */
export const BURN_KEY = `02${'dead'.repeat(16)}`
