/** Bans of the page and the connections that they would end, at the moment of the call. */
import type { MethodResult } from '#shared/rpc/index.ts'
import { ipFromText, ipToText, parseSubnet, splitHostPort, subnetContains } from '../../node/index.ts'
import type { PageCall } from './pageCall.ts'
import type { ConsentContext } from './plan.ts'
import type { Reason } from './policy.ts'

type Peer = MethodResult<'listpeers'>[number]
type IsCovered = (address: string | null) => boolean

/** Address of each of the sandbox's nodes, which are on one machine. */
const LOOPBACK = '127.0.0.1'
/** Addresses of a chain's chosen peers that are remembered. */
const MAX_REMEMBERED = 500

/** Returns the ranges that a call bans, as text, or `undefined` if it bans none. Lifting bans is never asked about. */
function bannedRanges({ name, args }: PageCall): readonly unknown[] | undefined {
  if (name === 'setban') return args['command'] === 'add' ? [args['ip(/netmask)']] : undefined
  if (name !== 'restorebans') return undefined
  return (args['bans'] as readonly unknown[]).map((ban) => (ban instanceof Map ? ban.get('address') : undefined))
}

/** Returns a test for addresses in these ranges; texts that are no range cover nothing, and the node refuses them. */
function coverageTest(ranges: readonly unknown[]): IsCovered {
  const subnets = ranges.flatMap((range) => (typeof range === 'string' ? (parseSubnet(range) ?? []) : []))
  return (address) => {
    const ip = address === null ? undefined : ipFromText(address)
    return ip !== undefined && subnets.some((subnet) => subnetContains(subnet, ip))
  }
}

/** Bans drop no whitelisted peer, and none whose address a proxy hides. */
const isDropped = ({ ip, whitelisted }: Peer, isCovered: IsCovered) => !whitelisted && isCovered(ip)

/** Returns the user of the sandbox whose node is cut off; undefined if a ban cuts neither. */
async function findCutUser(
  { chain, chainManager }: ConsentContext,
  isCovered: IsCovered,
): Promise<'me' | 'friend' | undefined> {
  const other = isCovered(LOOPBACK) && chain ? await chainManager.holdOther(chain.id) : undefined
  return other && (other.kind === 'friend' ? 'friend' : 'me')
}

/** Peers that a ban hits, as a question says it. */
export interface BanEffect {
  /** the sandbox's other user, if that node is cut off */
  readonly cutUser: 'me' | 'friend' | undefined
  readonly dropped: number
  readonly peers: number
  /** host names of the added nodes that are covered; the user agreed to each name */
  readonly addedNames: readonly string[]
}

export async function findBanEffect(call: PageCall, context: ConsentContext): Promise<BanEffect> {
  const isCovered = coverageTest(bannedRanges(call) ?? [])
  const peers = await context.client.call('listpeers')
  const added = await context.client.call('listaddednodes')
  return {
    cutUser: await findCutUser(context, isCovered),
    dropped: peers.filter((peer) => isDropped(peer, isCovered)).length,
    peers: peers.length,
    addedNames: added.flatMap(({ kept, node, addresses }) => {
      const name = hostFrom(node)
      const isHit = kept && addresses.some(({ address }) => isCovered(hostFrom(address)))
      return isHit && ipFromText(name) === undefined ? [name] : []
    }),
  }
}

/**
 * Keeps the bans of one page, together, from cutting this node off unasked: the last peer that it chose or that was added, or
 * the sandbox's other wallet. Inbound peers do not count: an attacker has as many as he likes.
 */
export class BanGuard {
  /** ends when the ban before is done: the next one counts with it */
  #turn: Promise<unknown> = Promise.resolve()
  /** by chain: addresses of chosen peers at any earlier call, since a page may disconnect one before it bans it */
  readonly #chosen = new Map<string, Set<string>>()

  /** Acts, unless the call is a ban that has to be asked about: then resolves to the reason. */
  pass(call: PageCall, context: ConsentContext, act: () => Promise<string>): Promise<string | { because: Reason }> {
    const ranges = bannedRanges(call)
    if (ranges === undefined && call.name !== 'disconnectnode') return act()
    const turn = this.#turn.then(async () => {
      const because = await this.#reasonToAsk(coverageTest(ranges ?? []), context)
      return because === undefined ? act() : { because }
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #reasonToAsk(isCovered: IsCovered, context: ConsentContext): Promise<Reason | undefined> {
    const peers = await context.client.call('listpeers')
    const outbound = peers.filter(({ inbound }) => !inbound)
    const remembered = this.#remember(context.chain?.id ?? '', outbound)
    if (await findCutUser(context, isCovered)) return 'banOther.because'
    const added = (await context.client.call('listaddednodes')).flatMap(({ kept, node, addresses }) =>
      kept ? [node, ...addresses.map(({ address }) => address)].map(hostFrom) : [],
    )
    const isHit =
      outbound.some((peer) => isDropped(peer, isCovered)) || [...remembered, ...added].some((ip) => isCovered(ip))
    return isHit && outbound.every((peer) => isDropped(peer, isCovered)) ? 'banLast.because' : undefined
  }

  #remember(chain: string, outbound: readonly Peer[]): ReadonlySet<string> {
    const known = this.#chosen.get(chain) ?? new Set<string>()
    this.#chosen.set(chain, known)
    for (const { ip } of outbound) if (ip !== null) known.add(ip)
    for (const oldest of known) {
      if (known.size <= MAX_REMEMBERED) break
      known.delete(oldest)
    }
    return known
  }
}

/** The host of `host:port`, an address without brackets. */
function hostFrom(text: string): string {
  const { host } = splitHostPort(text, 1)
  const ip = ipFromText(host)
  return ip === undefined ? host : ipToText(ip)
}
