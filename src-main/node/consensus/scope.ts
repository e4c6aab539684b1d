import type { ChainOptions } from './chainOptions.ts'

/**
 * The first reason why this node cannot run the chain in full, as a text for people, or undefined. Rules that are not
 * implemented are never skipped: a chain that needs them is refused by the name of the option.
 */
export function outOfScope(options: ChainOptions): string | undefined {
  for (const [applies, reason] of RULES) if (applies(options)) return reason
  return undefined
}

const RULES: readonly (readonly [(options: ChainOptions) => boolean, string])[] = [
  [
    (o) => o.name === '' && o.network === 'main',
    '-ac_name: the base chain is not supported (it needs notary elections and interest); name a Smart Chain or use -regtest',
  ],
  [(o) => o.name === 'KMD', '-ac_name: KMD is the base chain and cannot be the name of a Smart Chain'],
  [(o) => o.staked !== 0, '-ac_staked: proof of stake is not supported'],
  [(o) => o.adaptivePow !== 0, '-ac_adaptivepow: the adaptive difficulty rules are not supported'],
  [(o) => o.privateOnly, '-ac_private: shielded transactions are not supported'],
  [(o) => o.importSource !== '', '-ac_import: coin imports are not supported'],
  [(o) => o.notaryPay[0] !== 0n, '-ac_notarypay: payments to notaries are not supported'],
  [(o) => o.beam !== 0n, '-ac_beam: not supported'],
  [(o) => o.coda !== 0n, '-ac_coda: not supported'],
  [(o) => o.algorithm !== 'equihash', '-ac_algo: only equihash is supported'],
  [(o) => o.ccLib !== '', '-ac_cclib: libraries of user-defined contracts are not supported'],
  [
    (o) => o.earlyTxidContract !== 0 || !/^0*$/.test(o.earlyTxid),
    '-ac_earlytxidcontract, -earlytxid: contracts bound to an early transaction are not supported',
  ],
  [
    (o) => o.equihash !== null && !EQUIHASH_PARAMETERS.has(`${o.equihash.n},${o.equihash.k}`),
    '-ac_nk: only 200,9 144,5 96,5 and 48,5 are supported',
  ],
]

/** N,K pairs that both the network's nodes and our verifier know (210,9 and 150,5 do not fill whole bytes). */
const EQUIHASH_PARAMETERS: ReadonlySet<string> = new Set(['200,9', '144,5', '96,5', '48,5'])
