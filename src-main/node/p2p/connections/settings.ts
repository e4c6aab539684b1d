import type { NetworkName } from '../../core/index.ts'
import type { Subnet } from '../bans/index.ts'
import type { Target } from './dialler.ts'

/** Settings for making and accepting connections (p2p.md §7). */
export interface ConnectionSettings {
  /** port of the chain: the default port of targets */
  readonly port: number
  readonly listen: boolean
  /** true if an option requires listening, so that a failure is an error */
  readonly listenRequired: boolean
  readonly bind: readonly string[]
  readonly whiteBind: readonly string[]
  readonly whitelist: readonly Subnet[]
  readonly maxConnections: number
  /** connect only to these; undefined includes addrman addresses */
  readonly connect: readonly string[] | undefined
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly dnsSeed: 'off' | 'if-needed' | 'always'
  /** networks to connect to; undefined for all reachable networks */
  readonly onlyNet: readonly NetworkName[] | undefined
  readonly proxy: Target | undefined
  readonly onionProxy: Target | undefined
  readonly proxyRandomize: boolean
  readonly dns: boolean
  /** connect timeout in ms */
  readonly timeout: number
  /** duration of a ban in seconds */
  readonly banTime: number
  readonly externalIp: readonly string[]
  readonly discover: boolean
}

/** Maximum number of connections to addrman addresses. */
export const MAX_OUTBOUND = 16
