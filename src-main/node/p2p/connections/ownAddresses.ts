import type { NetworkInterfaceInfo } from 'node:os'
import type { LocalAddress } from '../../core/index.ts'
import { addressKey, ipFromText, ipToText, isRoutable, type NetAddress, parseNetAddress } from '../wire/index.ts'

/** Score of one of our addresses by its origin: an interface, or the user. */
const SCORE = { interface: 1, manual: 4 } as const

export interface OwnAddressSettings {
  readonly externalIp: readonly string[]
  readonly discover: boolean
  readonly port: number
}

interface ScoredAddress {
  readonly address: NetAddress
  readonly score: number
}

/** Our own addresses (p2p.md §7: -externalip, -discover). */
export class OwnAddresses {
  readonly #known = new Map<string, ScoredAddress>()

  constructor(settings: OwnAddressSettings, interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>) {
    const { externalIp, discover, port } = settings
    if (discover) {
      for (const infos of Object.values(interfaces())) {
        for (const { address: text } of infos ?? []) {
          const ip = ipFromText(text)
          this.#add(ip && { ip, port }, SCORE.interface)
        }
      }
    }
    for (const text of externalIp) this.#add(parseNetAddress(text, port), SCORE.manual)
  }

  isOwn(address: NetAddress): boolean {
    return this.#known.has(addressKey(address))
  }

  /** Returns the address with the highest score; `undefined` if none is known. */
  best(): NetAddress | undefined {
    let best: ScoredAddress | undefined
    for (const one of this.#known.values()) if (best === undefined || one.score > best.score) best = one
    return best?.address
  }

  list(): LocalAddress[] {
    return [...this.#known.values()].map(({ address, score }) => ({
      address: ipToText(address.ip),
      port: address.port,
      score,
    }))
  }

  #add(address: NetAddress | undefined, score: number): void {
    if (address !== undefined && isRoutable(address.ip)) this.#known.set(addressKey(address), { address, score })
  }
}
