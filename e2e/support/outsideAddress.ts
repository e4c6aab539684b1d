import { networkInterfaces } from 'node:os'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'

/** An IPv4 address of this machine that is not the machine's own: peers that use it are treated like strangers. */
export function outsideAddress(): string | undefined {
  const found = Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  leaveOut('bans by score', found === undefined ? 'this machine has no address but its own' : undefined)
  return found
}
