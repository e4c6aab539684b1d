import { isIPv4, isIPv6 } from 'node:net'

/**
 * Rejects foreign Host headers: a page that pointed its own name to this machine (DNS rebinding) sends that name.
 * Browsers always send the header, so requests without it are accepted.
 */
export interface HostCheck {
  /** `localAddress` is the address that the client connected to. */
  allows(header: string | undefined, localAddress: string | undefined): boolean
}

export function createHostCheck(allowed: readonly string[]): HostCheck {
  const names = new Set(['localhost', ...allowed.map((name) => name.toLowerCase())])
  /** The latest header accepted at every local address: most requests have it again. */
  let accepted: string | undefined
  return {
    allows(header, localAddress) {
      if (header === accepted || header === undefined) return true
      const name = parseHostName(header)
      if (names.has(name) || isLoopback(name)) {
        accepted = header
        return true
      }
      return localAddress !== undefined && plain(localAddress) === name
    },
  }
}

/** Returns the host name in lower case, without port and brackets. */
function parseHostName(header: string): string {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::[0-9]*)?$/.exec(header.trim())
  return (match?.[1] ?? match?.[2] ?? '').toLowerCase()
}

const plain = (address: string) => address.replace(/^::ffff:(?=[0-9.]+$)/, '')

function isLoopback(name: string): boolean {
  return (isIPv4(name) && name.startsWith('127.')) || (isIPv6(name) && name === '::1')
}
