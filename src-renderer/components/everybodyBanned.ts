import type { MethodResult } from '#shared/rpc/index.ts'

/** What keeps every peer away: a range that covers everybody, or bans beside which no peer is left. */
export type BansOfAll = { readonly range: string } | 'alone' | undefined

type Standing = Pick<MethodResult<'getsyncstate'>, 'enabled' | 'state'> & {
  readonly evidence: { readonly peers: number }
}

/**
 * @param standing of the node in the network; undefined: not known
 * @param sandbox the private chain of *Me* and *Friend*, where being without peers is nothing to be warned of
 */
export function bansOfAll(
  bans: readonly { readonly address: string }[],
  standing: Standing | undefined,
  sandbox: boolean,
): BansOfAll {
  const range = everybodyIn(bans)
  if (range !== undefined) return { range }
  if (sandbox || standing === undefined || bans.length === 0) return undefined
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
