import { englishText } from '#shared/sentences/english.ts'
import { say } from '#shared/sentences/sentence.ts'
import type { ChainOptions } from './chainOptions.ts'

/**
 * Returns the first reason why this node cannot run the chain completely, as a text for the user that begins with the
 * option. Unimplemented rules are never skipped: a chain that needs one is rejected.
 * @returns undefined if the chain is supported
 */
export function outOfScope(options: ChainOptions): string | undefined {
  for (const [applies, option, reason] of RULES) {
    if (!applies(options)) continue
    return `${option}: ${typeof reason === 'string' ? reason : reason(options)}`
  }
  return undefined
}

type Rule = readonly [
  applies: (options: ChainOptions) => boolean,
  option: string,
  reason: string | ((options: ChainOptions) => string),
]

const BEYOND = 'which this program does not support, so it does not run this chain'
const UNCHECKED = 'which this program cannot validate, so it does not run this chain'

const LINEAR = 100_000_000n
/** Maximum halving interval in blocks. Heights are int32, and komodod does not support longer intervals. */
const MAX_HALVING = 0x7fff_ffffn

/** Names of chains that may be private (chain-params.md §2). */
const PRIVATE_CHAINS: ReadonlySet<string> = new Set(['PIRATE', 'ZOMBIE'])
/** Names of test chains with other notaries. */
const OTHER_NOTARIES = /^(TEST|CFEK)/
/** Maximum spacing in seconds. Longer ones overflow the int32 products of komodod (adaptive-pow.md §3). */
const MAX_SPACING_SECONDS = 1_655

const RULES: readonly Rule[] = [
  [
    (o) => o.name === '' && o.network === 'main',
    '-ac_name',
    'the base chain KMD has elected notaries and interest, which this program does not support. Keep using komodod for it; its folder and wallet stay as they are. Name a Smart Chain, or use -regtest',
  ],
  [(o) => o.name === 'KMD', '-ac_name', englishText(say('chain.baseChain'))],
  [
    (o) => /^LABS|^THIS_CHAIN_IS_BANNED$/.test(o.name),
    '-ac_name',
    'other nodes have special rules for chains of this name, which this program lacks; choose another name',
  ],
  [
    (o) => o.adaptivePow > 0 && o.blockTime > MAX_SPACING_SECONDS,
    '-ac_adaptivepow',
    `with an -ac_blocktime above ${MAX_SPACING_SECONDS} other nodes cannot compute the difficulty; choose a shorter one`,
  ],
  [
    (o) => o.privateOnly && !PRIVATE_CHAINS.has(o.name),
    '-ac_private',
    `other nodes run no private chains except ${[...PRIVATE_CHAINS].join(' and ')}`,
  ],
  [(o) => o.importSource !== '', '-ac_import', `coins are imported from other chains, ${UNCHECKED}`],
  [
    (o) => o.notaryPay[0] !== 0n && OTHER_NOTARIES.test(o.name),
    '-ac_notarypay',
    'other nodes have special notaries for chains of this name, which this program lacks; choose another name',
  ],
  [
    (o) => o.notaryPay[0] !== 0n && (o.pubkey.length > 0 || o.script.length > 0),
    '-ac_notarypay',
    'notaries and a payee of the chain’s own (-ac_pubkey, -ac_script) cannot both be paid; other nodes do not start either',
  ],
  [(o) => o.beam !== 0n, '-ac_beam', `coins are imported from a chain of another kind, ${UNCHECKED}`],
  [(o) => o.coda !== 0n, '-ac_coda', `coins are imported from a chain of another kind, ${UNCHECKED}`],
  [
    (o) => o.algorithm !== 'equihash',
    '-ac_algo',
    (o) => `"${o.algorithm}" is not supported; this program mines and validates "equihash" only`,
  ],
  [
    (o) => o.equihash !== null,
    '-ac_nk',
    ({ equihash }) =>
      `Equihash ${equihash?.n},${equihash?.k} with custom parameters is a different proof of work, ${BEYOND}; omit the option for the usual one`,
  ],
  [(o) => o.ccLib !== '', '-ac_cclib', (o) => `"${o.ccLib}" is a contract library of this chain only, ${BEYOND}`],
  [
    (o) => o.snapshot !== 0,
    '-ac_snapshot',
    `payments use a snapshot of balances that depends on the memory of each node, ${UNCHECKED}`,
  ],
  [
    (o) => o.earlyTxidContract !== 0,
    '-ac_earlytxidcontract',
    `a contract depends on one of the first transactions, ${UNCHECKED}`,
  ],
  [(o) => !/^0*$/.test(o.earlyTxid), '-earlytxid', `a contract depends on one of the first transactions, ${UNCHECKED}`],
  [
    (o) => o.halving.slice(0, o.eras).some((interval) => interval > MAX_HALVING),
    '-ac_halving',
    `no chain reaches ${MAX_HALVING + 1n} blocks; omit the option for rewards that are never halved`,
  ],
  [
    (o) => overflowingLine(o) !== undefined,
    '-ac_decay',
    (o) =>
      `era ${overflowingLine(o)} is too long for such a large change of its reward: other nodes cannot compute the reward; shorten the era or reduce the change`,
  ],
]

/** Returns the number of the first era whose linear decay overflows komodod's signed 64-bit numbers. */
function overflowingLine({ eras, reward, end, halving, decay }: ChainOptions): number | undefined {
  for (let era = 0; era < eras; era++) {
    if (decay[era] !== LINEAR || halving[era] === 0n) continue
    const change = reward[era]! - (era === eras - 1 ? 0n : reward[era + 1]!)
    const length = end[era]! - (era === 0 ? 0n : end[era - 1]!)
    if (length > 0n && (change < 0n ? -change : change) * length >= 1n << 63n) return era + 1
  }
  return undefined
}
