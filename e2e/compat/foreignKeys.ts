import type { Difference } from './difference.ts'
import { type Exact, getExactMember, printExact } from './exactJson.ts'
import type { Line } from './recordings.ts'

/**
 * Addresses and keys that the recorded wallets generated at random, so that ours cannot have them. Grouped by node,
 * with the line that created them.
 */
const ADDRESSES: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  R1: [
    [1111, 'RDvvDufURMrCCvsjvAcakH97MPU1Vx3nTG'],
    [1325, 'RVquUg6e3puTZRnbgahPsFAhRnXnY7SRmz'],
    [1325, 'RKYedAzhwf4L8BqPwxqZhaKLrZvApEAFcm'],
    [1325, '033968cd4fd8742579c23bad381540cdb81dc53e03748136c934b30e4450542437'],
    [1325, 'bajzLnu81ABStVm2NNYszpjJkXjPv9mcCm'],
    [2381, 'RWk4tDFcpck4thCqVxgByL2B6KMDwv1kmB'],
    [2659, 'RVQ3JhiUerWur8dqQ5wwgPPo81Gio8QrQw'],
  ],
  R2: [
    [548, 'RVTegxBoYwCi41RcAAshVZiLuDqxRYbgPx'],
    [1110, 'RExxmbSqtRAyq59GdunZGXgwmWVxfEVwVQ'],
    [1201, 'RRpzZjbR5M55CCFvpnp7Qyhmyvv7NYM28s'],
    [1216, 'RYSKuHGa8ebQFsBLjhtVYrRUAksjdNQRhe'],
    [2274, 'RExoruGmNejguRW1X87LqQhauax84EuGAB'],
    [1325, 'RXJspP7e49GBUznU9XukdBotkEw2YvTzVT'],
  ],
}

const isForeign = (line: Line, text: string) =>
  (ADDRESSES[line.node] ?? []).some(([seq, address]) => seq < line.seq && text.includes(address))
const hasForeign = (line: Line) => (ADDRESSES[line.node] ?? []).some(([seq]) => seq < line.seq)

const withResult = (reply: Exact, result: Exact): Exact => ({ ...(reply as Record<string, Exact>), result })

const formatItemKey = (item: Exact) =>
  ['txid', 'vout', 'category'].map((name) => printExact(getExactMember(item, name) ?? null)).join(' ')

/** Returns the entries that the other list also contains, in an order that does not depend on arrival. */
function common(list: readonly Exact[], other: readonly Exact[]): Exact[] {
  const keys = new Set(other.map(formatItemKey))
  return list
    .filter((item) => keys.has(formatItemKey(item)))
    .sort((a, b) => (formatItemKey(a) < formatItemKey(b) ? -1 : 1))
}

/**
 * Removes coins and received payments of foreign keys from the recorded list, and shortens our list to the same length.
 */
function withoutForeign(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined {
  if (!hasForeign(line)) return undefined
  const [recorded, ours] = [getExactMember(expected, 'result'), getExactMember(got, 'result')]
  if (!Array.isArray(recorded) || !Array.isArray(ours)) return undefined
  const kept = (recorded as readonly Exact[]).filter((item) => {
    const received = line.method === 'listunspent' || printExact(getExactMember(item, 'category') ?? null) !== '"send"'
    return !(received && isForeign(line, printExact(item)))
  })
  if (line.method === 'listunspent') {
    return kept.length === recorded.length ? undefined : [withResult(expected, kept), withResult(got, ours)]
  }
  const same = ours.slice(ours.length - kept.length)
  const inStep =
    kept.length === same.length &&
    kept.every((item, index) => formatItemKey(item) === formatItemKey(same[index] ?? null))
  if (inStep && kept.length === recorded.length) return undefined
  if (inStep) return [withResult(expected, kept), withResult(got, same)]
  return [withResult(expected, common(recorded, ours)), withResult(got, common(ours, recorded))]
}

/** Applies `withoutForeign` to the list within listsinceblock. */
function sinceWithoutForeign(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined {
  const [recorded, ours] = [expected, got].map((reply) => getExactMember(reply, 'result'))
  const inner = [recorded, ours].map((result) => ({ result: getExactMember(result, 'transactions') ?? null }))
  const pair = withoutForeign(line, inner[0] ?? null, inner[1] ?? null)
  if (!pair) return undefined
  const [less = null, fewer = null] = pair.map((reply) => getExactMember(reply, 'result'))
  return [
    withResult(expected, { ...(recorded as Record<string, Exact>), transactions: less }),
    withResult(got, { ...(ours as Record<string, Exact>), transactions: fewer }),
  ]
}

/** Removes recorded addresses of random keys from their groups, and groups that contain only such addresses. */
function groupsWithoutForeign(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined {
  const recorded = getExactMember(expected, 'result')
  if (!hasForeign(line) || !Array.isArray(recorded)) return undefined
  const groups = (recorded as readonly (readonly Exact[])[])
    .map((group) => group.filter((member) => !isForeign(line, printExact(member))))
    .filter((group) => group.length > 0)
  return [withResult(expected, groups), got]
}

/** Removes addresses that received nothing: on both sides they belong to random keys. */
function receiptsWithoutForeign(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined {
  const [recorded, ours] = [getExactMember(expected, 'result'), getExactMember(got, 'result')]
  if (!hasForeign(line) || !Array.isArray(recorded) || !Array.isArray(ours)) return undefined
  const used = (list: readonly Exact[]) =>
    list.filter((item) => printExact(getExactMember(item, 'txids') ?? null) !== '[]')
  const kept = used(recorded as readonly Exact[]).filter((item) => !isForeign(line, printExact(item)))
  return [withResult(expected, kept), withResult(got, used(ours as readonly Exact[]))]
}

const ADJUSTMENTS: Readonly<Record<string, Difference['adjust']>> = {
  listaddressgroupings: groupsWithoutForeign,
  listreceivedbyaddress: receiptsWithoutForeign,
  listsinceblock: sinceWithoutForeign,
  listtransactions: withoutForeign,
  listunspent: withoutForeign,
}

const BALANCE_PLACE: Readonly<Record<string, string>> = {
  getbalance: 'result',
  getinfo: 'result.balance',
  getwalletinfo: 'result.balance',
}
/** Satoshis held by the random keys at the end, from the recorded listunspent. */
const HELD_AT_END: Readonly<Record<string, bigint>> = { R1: 1_400_000_000n, R2: 1_850_000_000n }
const END = 3250

/**
 * Returns true if two balances differ by an amount that random keys may hold; at the end, by exactly the amount they
 * hold.
 */
function isForeignShare(line: Line, expected: string | undefined, got: string | undefined): boolean {
  if (!hasForeign(line) || expected === undefined || got === undefined) return false
  return line.seq < END || satoshis(expected) - satoshis(got) === HELD_AT_END[line.node]
}

const satoshis = (coins: string) => BigInt(coins.replace('.', ''))

/** Lines with multisig scripts of addmultisigaddress, a bare multisig output, and a spend from R1's own new address. */
const SIGNED_WITH_RANDOM_KEYS: readonly number[] = [1354, 1357, 1358, 1359, 1413, 1505]

/** A send of R2 that spends coins of its new address, and whose recipient therefore differs. */
const SPENDS_RANDOM_COIN = 2415
/** A bid of R2 that is paid with a coin of a random key. */
const BIDS_RANDOM_COIN = 2232
/** createmultisig of two new addresses of R1. */
const NAMES_RANDOM_KEYS = 1312
/** R2 paid for these with coins of both kinds of key, so our remaining fee differs. */
const LISTS_SPENT_RANDOM_COINS = 2352

/** A script of two keys of R1. Our wallet lacks the random one and cannot spend alone. */
const SHARES_RANDOM_KEY = 1332
/** Sums over labels that include coins of random keys. */
const ACCOUNT_TOTALS: Readonly<Record<string, string>> = {
  listaccounts: 'result.',
  listreceivedbyaccount: 'result[].amount',
}
/** Methods that take or return labels of random addresses. */
const ACCOUNT_METHODS: readonly string[] = ['getaccount', 'getaddressesbyaccount', 'setaccount']
const callText = (line: Line) => `${line.paramsText} ${line.response ?? ''}`

export const FOREIGN_KEYS: readonly Difference[] = [
  {
    name: 'random addresses',
    reason: 'Each new address belongs to a new random key.',
    covers: ({ method, response }, { place }) =>
      ['getaccountaddress', 'getnewaddress', 'getrawchangeaddress'].includes(method ?? '') &&
      place === 'result' &&
      response?.includes('"error":null') === true,
  },
  {
    name: 'lists without keys of the recorded wallet',
    reason:
      'Coins and payments of its random keys are left out. Where they move the window of a list, entries on both sides are compared.',
    covers: () => false,
    adjust: (line, expected, got) => ADJUSTMENTS[line.method ?? '']?.(line, expected, got),
  },
  {
    name: 'amounts and signatures with keys of the recorded wallet',
    reason: 'Balances and totals count coins of its random keys.',
    covers: (line, { place, expected, got }) =>
      (place === BALANCE_PLACE[line.method ?? ''] && isForeignShare(line, expected, got)) ||
      (hasForeign(line) && line.method === 'getwalletinfo' && place === 'result.txcount') ||
      (line.method === 'signrawtransaction' && SIGNED_WITH_RANDOM_KEYS.includes(line.seq) && /^result/.test(place)) ||
      (line.seq === LISTS_SPENT_RANDOM_COINS && place === 'result[].fee') ||
      (line.method === 'listsinceblock' && line.seq > END && place === 'result.transactions[].fee') ||
      (line.method === 'tokenbid' && line.seq === BIDS_RANDOM_COIN && place === 'result.hex') ||
      (line.method === 'createmultisig' && line.seq === NAMES_RANDOM_KEYS) ||
      (line.method === 'validateaddress' && line.seq === SHARES_RANDOM_KEY && place === 'result.ismine') ||
      (ACCOUNT_TOTALS[line.method ?? ''] === place && hasForeign(line)) ||
      (ACCOUNT_METHODS.includes(line.method ?? '') && isForeign(line, callText(line))) ||
      (line.method === 'getreceivedbyaddress' && place === 'result' && isForeign(line, line.paramsText)) ||
      (line.method === 'gettransaction' &&
        isForeign(line, line.response ?? '') &&
        /^(result\.(amount|fee|details)|result|error|status)$/.test(place)) ||
      (line.method === 'gettransaction' && line.node === 'R2' && line.seq === SPENDS_RANDOM_COIN),
  },
]
