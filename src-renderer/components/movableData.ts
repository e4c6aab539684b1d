import { isMovableToken } from '#shared/protocol/contractRules.ts'

/** Whether a token can be sent and sold, by its data in hex; none: it is fungible. A chain may leave the contract out. */
export const isMovableData = (data: string | undefined): boolean =>
  data === undefined || data === '' || isMovableToken(Number.parseInt(data.slice(0, 2), 16))
