import { isMovableToken } from '#shared/protocol/contractRules.ts'

/**
 * Returns true if a token can be sent and sold, given its data in hex. A token without data is fungible. A chain may
 * not support the contract of other tokens.
 */
export const isMovableData = (data: string | undefined): boolean =>
  data === undefined || data === '' || isMovableToken(Number.parseInt(data.slice(0, 2), 16))
