import { BlockList, isIP, isIPv4 } from 'node:net'

/** Client addresses that may connect to the RPC server. */
export interface AllowList {
  allows(address: string | undefined): boolean
}

/** Invalid -rpcallowip entry. Startup fails with this text (rpc.md §2). */
export class SubnetError extends Error {
  override readonly name = 'SubnetError'

  constructor(entry: string) {
    super(
      `Invalid -rpcallowip subnet specification: ${entry}. Valid are a single IP (e.g. 1.2.3.4), ` +
        'a network/netmask (e.g. 1.2.3.4/255.255.255.0) or a network/CIDR (e.g. 1.2.3.4/24).',
    )
  }
}

/** @throws SubnetError if an entry is invalid */
export function createAllowList(entries: readonly string[]): AllowList {
  const list = new BlockList()
  for (const entry of ['127.0.0.0/8', '::1', ...entries]) addSubnet(list, entry)
  return {
    allows(address) {
      if (address === undefined) return false
      const bare = address.split('%', 1)[0] ?? ''
      const family = isIP(bare)
      // BlockList treats ::ffff:1.2.3.4 as 1.2.3.4.
      return family !== 0 && list.check(bare, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

function addSubnet(list: BlockList, entry: string): void {
  const [network = '', mask, ...more] = entry.replace(/^\[(.*)\]$/, '$1').split('/')
  const address = network.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0 || more.length > 0) throw new SubnetError(entry)
  const bits = mask === undefined ? (family === 4 ? 32 : 128) : prefixLength(mask, family === 4 ? 32 : 128)
  if (bits === undefined) throw new SubnetError(entry)
  list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
}

/** Parses `24` or `255.255.255.0`. Returns undefined for non-contiguous masks. */
function prefixLength(mask: string, maxBits: number): number | undefined {
  if (/^[0-9]{1,3}$/.test(mask)) return Number(mask) <= maxBits ? Number(mask) : undefined
  if (maxBits !== 32 || !isIPv4(mask)) return undefined
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : undefined
}
