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

interface ForkedChain {
  /** name of the project */
  readonly project: string
  /** what differs, completing "… has" */
  readonly rules: string
  /** program that runs the chain; undefined if no current program does */
  readonly program: string | undefined
}

const VERUS: ForkedChain = {
  project: 'Verus',
  rules: 'its own proof of work and stake, identities and chains',
  program: 'verusd',
}
const MARMARA: ForkedChain = {
  project: 'Marmara Credit Loops',
  rules: 'its own contracts and stakes of locked coins',
  program: 'the Marmara daemon',
}
const TOKEL: ForkedChain = { project: 'Tokel', rules: 'other rules of tokens since June 2022', program: 'tokeld' }
const HUSH: ForkedChain = { project: 'Hush', rules: 'its own rewards, spacing and contracts', program: 'hushd' }

/** By the name of the chain. Tickers are included, because users type them as the name. */
const FORKED_CHAINS: ReadonlyMap<string, ForkedChain> = new Map([
  ['VRSC', VERUS],
  ['VRSCTEST', VERUS],
  [
    'LUMBER',
    { project: 'LUMBER', rules: 'the proof of work of Verus, which the reference dropped', program: undefined },
  ],
  ['MCL', MARMARA],
  ['TOKEL', TOKEL],
  ['TKL', TOKEL],
  ['HUSH3', HUSH],
  ['DRAGONX', { project: 'DragonX', rules: 'its own proof of work, RandomX', program: 'dragonxd or hushd' }],
])

/**
 * Returns why this program cannot run a chain of this name, as a text for the user, or undefined for other
 * names. Names of chains are case-sensitive.
 */
export function describeForkedChain(name: string): string | undefined {
  const fork = FORKED_CHAINS.get(name)
  if (fork === undefined) return undefined
  const { project, rules, program } = fork
  const advice =
    program === undefined
      ? 'No current program of the family runs it: keep its folder.'
      : `Keep using ${program}; its folder and wallet stay as they are.`
  return `${name} is ${project === name ? 'a fork that' : `the chain of ${project}, a fork that`} has ${rules}, which this program lacks. ${advice} For a new chain, choose another name`
}
