import type { MethodResult } from '#shared/rpc/index.ts'
import { shortSubnet } from './shortSubnet.ts'

/** Reason why every peer is kept away: a range of all addresses, or bans beside which no peer is left; or the other wallet. */
export type BansOfAll = { readonly range: string } | { readonly cutOff: string } | 'alone' | undefined

type Standing = Pick<MethodResult<'getsyncstate'>, 'enabled' | 'state'> & {
  readonly evidence: { readonly peers: number }
}

/** Whether a range contains 127.0.0.1, where both nodes of the sandbox are. @param subnet IPv4 or IPv6, as the node lists it */
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
 * @param standing of the node in the network; undefined: not known
 * @param sandbox the private chain of *Me* and *Friend*, where being without peers is nothing to be warned of; `paired`: both
 * nodes run, and a ban of this machine parts them
 */
export function bansOfAll(
  bans: readonly { readonly address: string }[],
  standing: Standing | undefined,
  sandbox: 'paired' | 'alone' | undefined,
): BansOfAll {
  const cutOff = sandbox === 'paired' ? bans.find(({ address }) => coversLoopback(address)) : undefined
  if (cutOff !== undefined) return { cutOff: shortSubnet(cutOff.address) }
  const range = everybodyIn(bans)
  if (range !== undefined) return { range }
  if (sandbox !== undefined || standing === undefined || bans.length === 0) return undefined
  const { enabled, state, evidence } = standing
  // A node that expects nobody, such as the sandbox, misses nobody.
  return enabled && state !== 'solo' && evidence.peers === 0 ? 'alone' : undefined
}

/** The entry of a list of bans that covers every IPv4 or every IPv6 address, as people write it; undefined: none does. */
function everybodyIn(bans: readonly { readonly address: string }[]): string | undefined {
  for (const { address } of bans) {
    if (/\/0(?:\.0\.0\.0)?$/.test(address)) return address.includes(':') ? '::/0' : '0.0.0.0/0'
    if (/^::\/(?:0|::)?$/.test(address)) return '::/0'
  }
  return undefined
}
