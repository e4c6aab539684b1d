import type { MethodResult } from '#shared/rpc/index.ts'

/** An address and the outputs meant: those of its key or script, or its crypto-condition outputs. */
export interface AddressScope {
  readonly address: string
  readonly ccvout: boolean
}

export type AddressOverview = MethodResult<'getaddresssummary'>

/** Returns true if the index has data about the address. */
export function isUsed(summary: AddressOverview | undefined): boolean {
  return summary !== undefined && (summary.deltas > 0 || summary.pending !== 0n)
}
