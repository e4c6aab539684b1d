import { toHex } from '../util/index.ts'
import type { ChainOptions } from './chainOptions.ts'
import { FOUNDERS_PERCENTAGE } from './options.ts'

/** Default values from chain-params.md §2. */
const DEFAULTS = { supply: 10n, eras: 1, blockTime: 60 }

/**
 * Returns the options of a chain as command-line words. Contains only values that differ from their default, each in
 * one spelling and in fixed order, so that equal chains give equal words. Parsing them gives the same chain; lists are
 * cut to the chain's eras. Options that each node chooses (-port, -maxreorg) are omitted.
 */
export function canonicalOptions(options: ChainOptions): string[] {
  return [
    ...(options.network === 'regtest' ? ['-regtest'] : []),
    ...IDENTITY.flatMap(([name, write]) => word(`ac_${name}`, write(options))),
    ...word('earlytxid', options.earlyTxid),
    ...formatUpgradeOptions(options),
  ]
}

/** Returns the option, or no word if the value is `undefined` or ''. */
function word(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [`-${name}=${value}`]
}

type Value = number | bigint

const unless = (value: Value, fallback: Value): string | undefined => (value === fallback ? undefined : `${value}`)
const given = (value: Value): string | undefined => (value === 0 || value === 0n ? undefined : `${value}`)
const flag = (value: boolean): string | undefined => (value ? '1' : undefined)

const IDENTITY: readonly (readonly [string, (options: ChainOptions) => string | undefined])[] = [
  ['name', (o) => o.name],
  ['supply', (o) => unless(o.supply, DEFAULTS.supply)],
  ['eras', (o) => unless(o.eras, DEFAULTS.eras)],
  ['reward', (o) => eraList(o, o.reward)],
  ['end', (o) => eraList(o, o.end)],
  ['halving', (o) => eraList(o, o.halving)],
  ['decay', (o) => eraList(o, o.decay)],
  ['notarypay', (o) => eraList(o, o.notaryPay)],
  ['pubkey', (o) => toHex(o.pubkey)],
  ['script', (o) => toHex(o.script)],
  ['perc', percentage],
  ['founders', (o) => given(o.founders)],
  ['founders_reward', (o) => given(o.foundersReward)],
  ['cc', (o) => given(o.cc)],
  ['ccenable', (o) => o.ccEnable.join(',')],
  ['cclib', (o) => o.ccLib],
  ['ccactivate', (o) => given(o.ccActivate)],
  ['ccactivateht', (o) => activationList(o.ccActivateHeights)],
  ['public', (o) => flag(o.publicOnly)],
  ['private', (o) => flag(o.privateOnly)],
  ['staked', (o) => given(o.staked)],
  ['blocktime', (o) => unless(o.blockTime, DEFAULTS.blockTime)],
  ['txpow', (o) => given(o.txPow)],
  ['timelockgte', (o) => o.timeLock?.atLeast.toString()],
  ['timeunlockfrom', (o) => given(o.timeLock?.from ?? 0n)],
  ['timeunlockto', (o) => given(o.timeLock?.to ?? 0n)],
  ['algo', (o) => (o.algorithm === 'equihash' ? undefined : o.algorithm)],
  ['nk', (o) => (o.equihash === null ? undefined : `${o.equihash.n},${o.equihash.k}`)],
  ['adaptivepow', (o) => given(o.adaptivePow)],
  ['cbmaturity', (o) => given(o.coinbaseMaturity)],
  ['snapshot', (o) => given(o.snapshot)],
  ['earlytxidcontract', (o) => given(o.earlyTxidContract)],
  ['mineropret', (o) => toHex(o.minerOpReturn)],
  ['import', (o) => o.importSource],
  ['beam', (o) => given(o.beam)],
  ['coda', (o) => given(o.coda)],
  ['sapling', (o) => o.sapling?.toString()],
  ['overwinter', (o) => (o.overwinter === o.sapling ? undefined : o.overwinter?.toString())],
]

/** Returns the shortest list that expands to the same eras. Missing entries repeat the last number. */
function eraList({ eras }: ChainOptions, list: readonly bigint[]): string {
  const values = list.slice(0, eras)
  while (values.length > 1 && values.at(-1) === values.at(-2)) values.pop()
  return values.length === 1 && values[0] === 0n ? '' : values.join(',')
}

/** Founders without a share get the default share, which is omitted (chain-params.md §2). */
function percentage({ perc, founders, foundersReward }: ChainOptions): string | undefined {
  const implied = founders !== 0 && foundersReward === 0n && perc === FOUNDERS_PERCENTAGE
  return implied ? undefined : given(perc)
}

/**
 * Returns pairs ordered by code. The list repeats its last number, so a last height that is also a valid code would be
 * read as a code. In that case the last pair is repeated.
 */
function activationList(heights: ReadonlyMap<number, number>): string {
  const pairs = [...heights].sort(([a], [b]) => a - b)
  const last = pairs.at(-1)
  if (last === undefined) return ''
  const open = last[1] <= 255 && heights.get(last[1]) !== last[1]
  return (open ? [...pairs, last] : pairs).flat().join(',')
}

function formatUpgradeOptions({ upgradeHeights: { overwinter, sapling } }: ChainOptions): string[] {
  return [
    ...(overwinter === undefined ? [] : [`-nuparams=5ba81b19:${overwinter}`]),
    ...(sapling === undefined ? [] : [`-nuparams=76b809bb:${sapling}`]),
  ]
}
