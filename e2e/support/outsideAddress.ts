import { networkInterfaces } from 'node:os'

/** An IPv4 address of this machine that is not the machine's own: peers that use it are treated like strangers. */
export function outsideAddress(): string | undefined {
  const found = Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (found === undefined) console.log('This machine has no address but its own: bans by score are not tested here.')
  return found
}
