import type { NetworkInterfaceInfo } from 'node:os'
import type { LocalAddress } from '../../core/index.ts'
import { addressKey, ipFromText, ipToText, isRoutable, type NetAddress, parseNetAddress } from '../wire/index.ts'

/** Score of an own address: found on an interface, or given by a person. */
const SCORE = { interface: 1, manual: 4 } as const

/** Our own addresses (p2p.md §7: -externalip, -discover). */
export function createOwnAddresses(
  settings: { readonly externalIp: readonly string[]; readonly discover: boolean; readonly port: number },
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>,
) {
  const known = new Map<string, { readonly address: NetAddress; readonly score: number }>()
  const add = (address: NetAddress | undefined, score: number) => {
    if (address !== undefined && isRoutable(address.ip)) known.set(addressKey(address), { address, score })
  }
  if (settings.discover) {
    for (const infos of Object.values(interfaces())) {
      for (const { address: text } of infos ?? []) {
        const ip = ipFromText(text)
        add(ip && { ip, port: settings.port }, SCORE.interface)
      }
    }
  }
  for (const text of settings.externalIp) add(parseNetAddress(text, settings.port), SCORE.manual)

  return {
    isOwn: (address: NetAddress): boolean => known.has(addressKey(address)),
    best(): NetAddress | undefined {
      let best: { readonly address: NetAddress; readonly score: number } | undefined
      for (const one of known.values()) if (best === undefined || one.score > best.score) best = one
      return best?.address
    },
    list: (): LocalAddress[] =>
      [...known.values()].map(({ address, score }) => ({ address: ipToText(address.ip), port: address.port, score })),
  }
}

export type OwnAddresses = ReturnType<typeof createOwnAddresses>
