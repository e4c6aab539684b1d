/** Determines which connections the page's bans would end at the time of the call. */
import type { MethodResult } from '#shared/rpc/index.ts'
import { ipFromText, ipToText, parseSubnet, splitHostPort, subnetContains } from '../../node/index.ts'
import type { PageCall } from './pageCall.ts'
import type { ConsentContext } from './plan.ts'
import type { Reason } from './policy.ts'

type Peer = MethodResult<'listpeers'>[number]
type IsCovered = (address: string | null) => boolean

/** Address of both sandbox nodes, which run on the same machine. */
const LOOPBACK = '127.0.0.1'
/** Maximum number of outbound peer addresses to remember per chain. */
const MAX_REMEMBERED = 500

/** Returns the ranges that a call bans, as text, or `undefined` if it bans none. Removing bans needs no approval. */
function bannedRanges({ name, args }: PageCall): readonly unknown[] | undefined {
  if (name === 'setban') return args['command'] === 'add' ? [args['ip(/netmask)']] : undefined
  if (name !== 'restorebans') return undefined
  return (args['bans'] as readonly unknown[]).map((ban) => (ban instanceof Map ? ban.get('address') : undefined))
}

/**
 * Returns a test for addresses in the given ranges. Texts that are not ranges match nothing, and the node rejects them.
 */
function coverageTest(ranges: readonly unknown[]): IsCovered {
  const subnets = ranges.flatMap((range) => (typeof range === 'string' ? (parseSubnet(range) ?? []) : []))
  return (address) => {
    const ip = address === null ? undefined : ipFromText(address)
    return ip !== undefined && subnets.some((subnet) => subnetContains(subnet, ip))
  }
}

/** Bans do not drop whitelisted peers, or peers whose address a proxy hides. */
const isDropped = ({ ip, whitelisted }: Peer, isCovered: IsCovered) => !whitelisted && isCovered(ip)

/** Returns the sandbox user whose node would be cut off; undefined if the ban covers neither node. */
async function findCutUser(
  { chain, chainManager }: ConsentContext,
  isCovered: IsCovered,
): Promise<'me' | 'friend' | undefined> {
  const other = isCovered(LOOPBACK) && chain ? await chainManager.leaseOther(chain.id) : undefined
  return other && (other.kind === 'friend' ? 'friend' : 'me')
}

/** Effect of a ban on peers, as shown in the consent prompt. */
export interface BanEffect {
  /** the sandbox's other user, if the ban cuts off that node */
  readonly cutUser: 'me' | 'friend' | undefined
  readonly dropped: number
  readonly peers: number
  /** host names of the added nodes that the ban covers; the user approved each name */
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
 * Prevents the bans of one page, even several together, from isolating this node without approval. Protected are the
 * last outbound peer or added node, and the sandbox's other wallet. Inbound peers do not count: an attacker can open
 * any number of connections.
 */
export class BanGuard {
  /** resolves when the previous ban is done, so that the next one takes it into account */
  #turn: Promise<unknown> = Promise.resolve()
  /**
   * addresses of outbound peers at any earlier call, by chain id, because a page may disconnect a peer before banning
   * it
   */
  readonly #chosen = new Map<string, Set<string>>()

  /** Runs `act`, unless the call is a ban that needs approval; then resolves to the reason. */
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

/** Returns the host of `host:port`; an IP address without brackets. */
function hostFrom(text: string): string {
  const { host } = splitHostPort(text, 1)
  const ip = ipFromText(host)
  return ip === undefined ? host : ipToText(ip)
}
