import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'

/** Satoshis that creating a token takes before it is built; a move of coins to the token key comes on top. */
export const createCosts = (units: bigint) => ({ locked: units, listing: CONTRACT_FEE, fee: CONTRACT_FEE })
