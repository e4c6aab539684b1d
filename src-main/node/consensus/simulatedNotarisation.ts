import type { ChainParams } from './params.ts'

/** On regtest the family's nodes take every so many blocks for notarised. */
const INTERVAL = 7

/**
 * Height of the last block that nodes on regtest take for notarised, which nobody does there; 0 on other networks
 * (gateways.md §4). The reference forgets it at a restart until the next such block; here it depends on the tip alone.
 */
export function simulatedNotarisation({ network }: Pick<ChainParams, 'network'>, tipHeight: number): number {
  return network === 'regtest' ? tipHeight - (tipHeight % INTERVAL) : 0
}
