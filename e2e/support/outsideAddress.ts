import { networkInterfaces } from 'node:os'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'

/**
 * Returns a non-loopback IPv4 address of this machine, or undefined if there are only loopback addresses. Peers that
 * use it are treated like remote peers.
 */
export function outsideAddress(): string | undefined {
  const found = Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  leaveOut('bans by score', found === undefined ? 'this machine has no address but its own' : undefined)
  return found
}
