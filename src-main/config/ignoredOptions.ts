/** Options of the reference or of bitcoind that have no effect here or are refused, with the reason that users see. */

interface InertGroup {
  readonly names: readonly string[]
  /** text after "has no effect yet:" or, with `forGood`, "has no effect:" */
  readonly reason: string
  /** true if these options are not planned */
  readonly forGood?: true
  /** Values that ask for the current behaviour give no warning: all options off, or all on. */
  readonly harmless?: 'off' | 'on'
}

export const IGNORED_OPTIONS: readonly InertGroup[] = [
  {
    names: ['upnp'],
    reason: 'this version does not request ports from routers; -externalip sets the address announced to peers',
    harmless: 'off',
  },
  { names: ['limitfreerelay'], reason: 'free transactions are always limited as by default' },
  { names: ['txindex'], reason: 'every transaction can always be found by its id', forGood: true, harmless: 'on' },
  { names: ['mintxfee', 'txconfirmtarget'], reason: 'payments pay -paytxfee, or the minimum fee if it is not set' },
  {
    names: ['salvagewallet', 'zapwallettxes'],
    reason: 'this version does not repair wallets; -rescan searches the chain for payments again',
    harmless: 'off',
  },
  { names: ['wallet'], reason: 'the wallet is always wallet.db in the data directory' },
  { names: ['whitelistaddress'], reason: 'the wallet shows payments of every address' },
  { names: ['txexpirydelta'], reason: 'new transactions always expire after 200 blocks' },
  {
    names: ['checkblockindex', 'checkblocks', 'checklevel', 'checkmempool'],
    reason: 'every block is checked when it is received, and all blocks are checked again with -reindex',
    forGood: true,
  },
  {
    names: ['blockminsize', 'blockprioritysize', 'relaypriority'],
    reason: 'blocks are filled by fee, and no transaction is preferred',
    forGood: true,
  },
  {
    names: ['disabledeprecation'],
    reason: 'this program never stops because its version is old',
    forGood: true,
    harmless: 'on',
  },
  {
    names: ['shrinkdebugfile'],
    reason: 'debug.log is renamed when it has reached -logsize',
    forGood: true,
    harmless: 'on',
  },
  { names: ['logtimemicros', 'logtimestamps'], reason: 'every log line has a time', forGood: true },
]

/**
 * Options with which the node does not start, with the reason: it cannot do what they ask for, and an operator who
 * relies on them would notice too late. Turned off (`-prune=0`) they are accepted.
 */
export const REFUSED_OPTIONS: Readonly<Record<string, string>> = {
  prune:
    'this program keeps every block, because contracts validate against old transactions. Remove the option; ' +
    'operate.md says how much space a chain needs per year',
}

export interface UsedOption {
  readonly name: string
  /** as written: `-listen`, `-nolisten`, or without the dash in a conf file */
  readonly spelling: string
  /** its value as the reference reads it */
  readonly on: boolean
}

export function isInert(name: string): boolean {
  return IGNORED_OPTIONS.some(({ names }) => names.includes(name))
}

/** Returns one line per reason, in the order of the groups. */
export function inertWarnings(used: readonly UsedOption[]): string[] {
  return IGNORED_OPTIONS.flatMap(({ names, reason, harmless, forGood }) => {
    const spellings = used
      .filter(({ name, on }) => names.includes(name) && harmless !== (on ? 'on' : 'off'))
      .map(({ spelling }) => spelling)
    if (spellings.length === 0) return []
    const verb = spellings.length === 1 ? 'has' : 'have'
    return [`${enumerate(spellings)} ${verb} no effect${forGood ? '' : ' yet'}: ${reason}`]
  })
}

function enumerate(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
