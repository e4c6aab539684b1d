import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'

/** Returns the satoshis that creating a token takes, before it is built. Moving coins to the token key costs extra. */
export const createCosts = (units: bigint) => ({ locked: units, listing: CONTRACT_FEE, fee: CONTRACT_FEE })
