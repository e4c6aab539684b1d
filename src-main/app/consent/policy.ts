/**
 * Determines from the contract and the parameters whether a call of the page is forwarded, notified, asked about or
 * rejected.
 */
import type { WindowMethodName, WindowMethods } from '#shared/chains/index.ts'
import type { Method } from '#shared/rpc/define.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import { formatSubnet, ipFromText, parseSubnet } from '../../node/index.ts'
import type { AppTextKey } from '../texts/index.ts'
import type { BrokerOptions, Stake } from './options.ts'
import type { PageCall } from './pageCall.ts'
import { tooLong } from './text.ts'

/** Text key of the reason shown when parameters raised the level of a call. */
export type Reason = Extract<AppTextKey, `${string}.because`>

export type Level =
  | { readonly consent: 'none' | 'tell' | 'never' }
  | {
      readonly consent: 'ask'
      readonly stake: Stake
      readonly because?: Reason
    }

type Raise = (call: PageCall) => { readonly stake: Stake; readonly because: Reason } | undefined

/** Shortest prefix of one subscriber's network (IPv4 mapped): a wider range also bans other subscribers. */
const IPV4_PREFIX = 96 + 24
const IPV6_PREFIX = 64
const MANY_BANS = 50
const MANY_KEYS = 1_000
const MANY_BLOCKS = 100
const MANY_OUTPUTS = 500

/** Dotted IPv4 address with an optional port. */
const NUMERIC_PEER = /^((?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/

/**
 * Returns true if no DNS lookup will follow. The node looks up every text that is not an address, including 256.1.1.1.
 */
function isNumericPeer(text: string): boolean {
  const host = NUMERIC_PEER.exec(text)?.[1]
  return host !== undefined && ipFromText(host) !== undefined
}

/** Returns the prefix length, or -1 if the mask is not contiguous. */
function computePrefixLength(mask: Uint8Array): number {
  const bits = [...mask].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return /^1*0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : -1
}

/** Returns true if a range is wider than one subscriber's network, or invalid. */
function isWide(text: string): boolean {
  const subnet = parseSubnet(text)
  if (subnet === undefined) return true
  // Also true for mapped IPv4 addresses.
  const ipv4 = formatSubnet(subnet).includes('.')
  return computePrefixLength(subnet.mask) < (ipv4 ? IPV4_PREFIX : IPV6_PREFIX)
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Notified methods, whose level is the only one that parameters can raise. */
type NotifiedMethod = {
  readonly [N in WindowMethodName]: WindowMethods[N]['consent'] extends 'tell' ? N : never
}[WindowMethodName]

/**
 * Rules by method. An entry for a method of another level does not compile, because `resolveLevel` would never apply
 * it.
 */
export type RaiseTable = { readonly [N in NotifiedMethod]?: Raise }

const RAISES: RaiseTable = {
  setban: ({ args }) =>
    args['command'] === 'add' && isWide(toText(args['ip(/netmask)']))
      ? { stake: 'peers', because: 'ban.because' }
      : undefined,
  restorebans({ args }) {
    const bans = args['bans'] as readonly unknown[]
    if (bans.length > MAX_RESTORED) throw tooLong(`a list of ${bans.length} bans`)
    const wide = bans.some((ban) => !(ban instanceof Map) || isWide(toText(ban.get('address'))))
    if (!wide && bans.length <= MANY_BANS) return undefined
    return { stake: 'peers', because: 'bans.because' }
  },
  addnode: ({ args }) =>
    args['command'] === 'remove' || isNumericPeer(toText(args['node']))
      ? undefined
      : { stake: 'reach', because: 'addnode.because' },
  startchain: ({ args }) => (args['ports'] === undefined ? undefined : { stake: 'reach', because: 'ports.because' }),
  keypoolrefill: ({ args }) =>
    Number(args['newsize']) > MANY_KEYS ? { stake: 'keys', because: 'refill.because' } : undefined,
  generate: ({ args }) =>
    Number(args['numblocks']) > MANY_BLOCKS ? { stake: 'data', because: 'generate.because' } : undefined,
  lockunspent: ({ args }) =>
    Array.isArray(args['transactions']) && args['transactions'].length > MANY_OUTPUTS
      ? { stake: 'money', because: 'lock.because' }
      : undefined,
}

/** Returns true if a call connects this node to others, which ends the privacy of a sandbox. */
export const letsPeersIn = ({ name, args }: Pick<PageCall, 'name' | 'args'>): boolean =>
  name === 'addnode' && args['command'] !== 'remove'

/** Default level for a method without one in its contract; no method of this program lacks it. */
const UNMARKED: Level = { consent: 'ask', stake: 'data' }

function declared(method: Method): Level {
  switch (method.consent) {
    case 'none':
    case 'tell':
    case 'never':
      return { consent: method.consent }
    case 'ask':
      return { consent: 'ask', stake: method.stake }
    default:
      return UNMARKED
  }
}

/** In browser mode the page handles secrets, so it reports saved backups itself. */
const KEPT_BY_PAGE: ReadonlySet<string> = new Set(['notebackup'])

type PolicyOptions = Pick<BrokerOptions, 'sealed' | 'secrets' | 'stakes'>

/**
 * Returns true for a signature that does not commit to all inputs and outputs. It is valid for other transactions too,
 * so that anyone who sees it could change the approved transaction.
 */
const signsLoosely = ({ name, args }: PageCall) => name === 'signrawtransaction' && args['sighashtype'] !== 'ALL'

/** Returns the level before parameters are parsed; they may raise a notified call to `ask`. */
export function declaredLevel(method: Method, { secrets, stakes }: PolicyOptions): Level {
  if (secrets === 'page' && KEPT_BY_PAGE.has(method.name)) return { consent: 'none' }
  const level = declared(method)
  return level.consent === 'ask' && !stakes.has(level.stake) ? { consent: 'none' } : level
}

/** Returns the level of a call, considering its parameters. */
export function resolveLevel(call: PageCall, options: PolicyOptions): Level {
  const level = declaredLevel(call.method, options)
  if (options.sealed && signsLoosely(call)) return { consent: 'never' }
  if (level.consent !== 'tell') return level
  const raised = (RAISES as Readonly<Record<string, Raise | undefined>>)[call.name]?.(call)
  return raised !== undefined && options.stakes.has(raised.stake) ? { consent: 'ask', ...raised } : level
}
