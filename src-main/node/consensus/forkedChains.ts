/**
 * Chains that began with the reference's options and follow rules of a program of their own today. With our rules their
 * blocks would be rejected, or accepted wrongly.
 *
 * Sources, all public (retrieved November 2026), by project:
 * - Verus: readme of VerusCoin (proof of work and stake of its own, public chains as a service, program `verusd`);
 *   change log of komodo-daemon 0.7.2, which removed VerusHash and its stakes. LUMBER is named there too.
 * - Marmara: readme of marmarachain/marmara (built from its own branch, `-ac_marmara`, stakes of activated coins).
 * - Tokel: *Launch the chain* of TokelPlatform/documentation (program `tokeld`, consensus changes from 24 June 2022).
 * - Hush and DragonX: start scripts of hush3 (program `hushd`, library `hush3`, `-ac_algo=randomx`).
 */

import { englishText } from '#shared/sentences/english.ts'
import { type SentenceKey, say } from '#shared/sentences/sentence.ts'

/** By the name of the chain. Tickers are included, because users type them as the name. */
const FORKED_CHAINS: ReadonlyMap<string, SentenceKey> = new Map([
  ['VRSC', 'chain.forkVerus'],
  ['VRSCTEST', 'chain.forkVerus'],
  ['LUMBER', 'chain.forkLumber'],
  ['MCL', 'chain.forkMarmara'],
  ['TOKEL', 'chain.forkTokel'],
  ['TKL', 'chain.forkTokel'],
  ['HUSH3', 'chain.forkHush'],
  ['DRAGONX', 'chain.forkDragonX'],
])

/**
 * Returns why this program cannot run a chain of this name, in English for the user, or undefined for other names.
 * Names of chains are case-sensitive.
 */
export function describeForkedChain(name: string): string | undefined {
  const key = FORKED_CHAINS.get(name)
  return key && englishText(say(key, { name }))
}
