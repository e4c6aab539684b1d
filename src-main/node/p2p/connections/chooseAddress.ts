import type { AddrMan, KnownAddress } from '../addrman/index.ts'
import { classifyNetwork, isLocal, type NetAddress, netGroupText } from '../wire/index.ts'
import type { ConnectionSettings } from './settings.ts'

/** Maximum number of candidates checked per selection. */
const TRIES = 50
/** An address that was tried less than ten minutes ago is skipped, unless the first 30 candidates were unsuitable. */
export const RECENT_SECONDS = 600
const RECENT_TRIES = 30

export interface ChooseDeps {
  readonly settings: Pick<ConnectionSettings, 'onlyNet' | 'onionProxy'>
  readonly addrMan: Pick<AddrMan, 'select'>
  readonly isBanned: (ip: Uint8Array) => boolean
  /** returns true for our own addresses, to which the node does not connect */
  readonly isOwn: (address: NetAddress) => boolean
  /** current time in unix seconds */
  readonly now: number
}

/**
 * Selects an address whose group has no connection yet (p2p.md §7). Returns `undefined` if none was found.
 * @param connected addresses of outbound connections, including connections being made
 */
export function chooseAddress(deps: ChooseDeps, connected: Iterable<NetAddress>): KnownAddress | undefined {
  const groups = new Set([...connected].map(({ ip }) => netGroupText(ip)))
  for (let tries = 0; tries < TRIES; tries++) {
    const found = deps.addrMan.select()
    if (found === undefined) return undefined
    const recent = found.lastTry > deps.now - RECENT_SECONDS && tries < RECENT_TRIES
    if (!recent && !groups.has(netGroupText(found.ip)) && isWanted(deps, found)) return found
  }
  return undefined
}

function isWanted({ settings, isBanned, isOwn }: ChooseDeps, address: NetAddress): boolean {
  const { ip } = address
  if (isLocal(ip) || isOwn(address) || isBanned(ip)) return false
  const network = classifyNetwork(ip)
  if (network === 'unroutable' || (settings.onlyNet && !settings.onlyNet.includes(network))) return false
  return network !== 'onion' || settings.onionProxy !== undefined
}
