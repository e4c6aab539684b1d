/** Contract constants that the node uses for validation and the window for checking forms. */
import { EVAL_CODES } from './evalCodes.ts'

/** Fee of a contract's transaction, and value of each marker output, in satoshis (crypto-conditions.md §5). */
export const CONTRACT_FEE = 10_000n
/**
 * Exclusive upper bound of a contract transaction's fee in satoshis, because from here on it has change
 * (crypto-conditions.md §7).
 */
export const CONTRACT_FEE_BOUND = 2n * CONTRACT_FEE

/** Limits of tokencreate in bytes (tokens.md §5). */
export const MAX_TOKEN_NAME = 32
export const MAX_TOKEN_DESCRIPTION = 4096
export const MAX_NFT_DATA = 10_001

/**
 * First bytes of the data of NFTs that can be transferred, burned and sold: their contracts accept every transfer
 * (gateways.md §6). With any other first byte, the contract of that code rejects every transfer.
 */
export const MOVABLE_NFT_CODES: readonly number[] = [0xf1, 0xf3]

/** @param code first byte of an NFT's data, or undefined if the token is fungible */
export const isMovableToken = (code: number | undefined): boolean =>
  code === undefined || MOVABLE_NFT_CODES.includes(code)

/**
 * Returns true if the token rules count an NFT's units as 0: its first byte is the code of the token contract, or 0.
 */
export const isMisreadToken = (code: number): boolean => code === EVAL_CODES.tokens || code === 0

/** Amount of a claim in satoshis (faucet.md §1). */
export const FAUCET_SIZE = 10_000_000n

/** Maximum value in satoshis of a faucet output that is too small for claims (faucet.md §1). */
export const MAX_FAUCET_DUST = 1_000_000n

/** Public key (hex) without a private key. Tokens sent to it are burned (crypto-conditions.md §3.1). */
export const BURN_KEY = `02${'dead'.repeat(16)}`
