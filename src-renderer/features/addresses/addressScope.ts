import type { MethodResult } from '#shared/rpc/index.ts'

/** An address, and which of its outputs are meant: those of a key or script, or its crypto-condition outputs. */
export interface AddressScope {
  readonly address: string
  readonly ccvout: boolean
}

export type AddressOverview = MethodResult<'getaddresssummary'>

/** Whether the index has data about it. */
export function isUsed(summary: AddressOverview | undefined): boolean {
  return summary !== undefined && (summary.deltas > 0 || summary.pending !== 0n)
}
