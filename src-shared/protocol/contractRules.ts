/** Constants of the contracts that the node judges by and the window checks forms against. */
import { EVAL_CODES } from './evalCodes.ts'

/** Satoshis: the fee of a contract's transaction, and the value of each marker output (crypto-conditions.md §5). */
export const CONTRACT_FEE = 10_000n
/** Satoshis: a contract's transaction pays less than this, because there is change from here on (crypto-conditions.md §7). */
export const CONTRACT_FEE_BOUND = 2n * CONTRACT_FEE

/** Limits of tokencreate in bytes (tokens.md §5). */
export const MAX_TOKEN_NAME = 32
export const MAX_TOKEN_DESCRIPTION = 4096
export const MAX_NFT_DATA = 10_001

/**
 * First bytes of the data of NFTs that can be moved, burned and sold: their contracts agree to every transfer (gateways.md §6).
 * With any other first byte the contract of that code refuses them all.
 */
export const MOVABLE_NFT_CODES: readonly number[] = [0xf1, 0xf3]

/** @param code first byte of an NFT's data; undefined: the token is fungible */
export const isMovableToken = (code: number | undefined): boolean =>
  code === undefined || MOVABLE_NFT_CODES.includes(code)

/** Whether the token rules take an NFT's units for nothing: its first byte is their own code, or none. */
export const isMisreadToken = (code: number): boolean => code === EVAL_CODES.tokens || code === 0

/** Satoshis that a claim pays (faucet.md §1). */
export const FAUCET_SIZE = 10_000_000n

/** Satoshis: a faucet output of at most this is too small for claims (faucet.md §1). */
export const LARGEST_FAUCET_DUST = 1_000_000n

/** Public key without a private key, in hex: tokens sent to it are burned (crypto-conditions.md §3.1). */
export const BURN_KEY = `02${'dead'.repeat(16)}`
