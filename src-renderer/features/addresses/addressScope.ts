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

export const addressTypeWords: Record<AddressOverview['type'], { readonly short: string; readonly long: string }> = {
  pubkeyhash: { short: 'Key', long: 'coins that one key may spend' },
  scripthash: { short: 'Script', long: 'coins that a script may spend, such as several keys together' },
  cryptocondition: {
    short: 'Crypto-condition',
    long: 'coins held by rules of the chain, such as tokens and the faucet',
  },
}
