import type { ChainParams } from './params.ts'

/** On regtest, komodod treats every block at a multiple of this height as notarised. */
const INTERVAL = 7

/**
 * Returns the height of the last block that komodod treats as notarised on regtest, which has no notaries; 0 on other
 * networks (gateways.md §4). komodod forgets it at a restart until the next such block; here it depends on the tip
 * alone.
 */
export function simulatedNotarisation({ network }: Pick<ChainParams, 'network'>, tipHeight: number): number {
  return network === 'regtest' ? tipHeight - (tipHeight % INTERVAL) : 0
}
