import type { MethodResult } from '#shared/rpc/index.ts'
import { shortSubnet } from './shortSubnet.ts'

/**
 * How bans exclude every peer: `range` covers all addresses, `cutOff` separates the two sandbox nodes, and `alone`
 * means that no peer is left.
 */
export type BansOfAll = { readonly range: string } | { readonly cutOff: string } | 'alone' | undefined

type NetworkStatus = Pick<MethodResult<'getsyncstate'>, 'enabled' | 'state'> & {
  readonly evidence: { readonly peers: number }
}

/**
 * Returns true if a range contains 127.0.0.1, the address of both sandbox nodes.
 * @param subnet IPv4 or IPv6, as the node lists it
 */
export function coversLoopback(subnet: string): boolean {
  const [address = '', given = '255.255.255.255'] = subnet.split('/')
  if (address.includes(':')) return false
  const bytes = (text: string) => text.split('.').map(Number)
  const host = bytes(address)
  const mask = bytes(given)
  return bytes('127.0.0.1').every(
    (byte, index) => (byte & (mask[index] ?? 0)) === ((host[index] ?? 0) & (mask[index] ?? 0)),
  )
}

/**
 * Returns how bans exclude every peer, or undefined if they do not.
 * @param standing network state of the node; undefined if unknown
 * @param sandbox set for the private chain of *Me* and *Friend*, which gives no warning for missing peers; `paired` if
 *   both nodes run, so that a ban of this machine separates them
 */
export function bansOfAll(
  bans: readonly { readonly address: string }[],
  standing: NetworkStatus | undefined,
  sandbox: 'paired' | 'alone' | undefined,
): BansOfAll {
  const cutOff = sandbox === 'paired' ? bans.find(({ address }) => coversLoopback(address)) : undefined
  if (cutOff !== undefined) return { cutOff: shortSubnet(cutOff.address) }
  const range = everybodyIn(bans)
  if (range !== undefined) return { range }
  if (sandbox !== undefined || standing === undefined || bans.length === 0) return undefined
  const { enabled, state, evidence } = standing
  // A node that expects no peers, such as the sandbox's, is not missing any.
  return enabled && state !== 'solo' && evidence.peers === 0 ? 'alone' : undefined
}

/**
 * Returns the banned range that covers every IPv4 or every IPv6 address, in its usual notation, or undefined if there
 * is no such ban.
 */
function everybodyIn(bans: readonly { readonly address: string }[]): string | undefined {
  for (const { address } of bans) {
    if (/\/0(?:\.0\.0\.0)?$/.test(address)) return address.includes(':') ? '::/0' : '0.0.0.0/0'
    if (/^::\/(?:0|::)?$/.test(address)) return '::/0'
  }
  return undefined
}
