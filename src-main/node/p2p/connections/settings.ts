import type { NetworkName } from '../../interfaces.ts'
import type { Subnet } from '../bans/index.ts'
import type { Target } from './dial.ts'

/** Whom to connect to, and who may connect (p2p.md §7). */
export interface ConnectionSettings {
  /** of the chain: what a target without a port means */
  readonly port: number
  readonly listen: boolean
  /** a person asked to listen: it is an error if that cannot be done */
  readonly listenRequired: boolean
  readonly bind: readonly string[]
  readonly whiteBind: readonly string[]
  readonly whitelist: readonly Subnet[]
  readonly maxConnections: number
  /** only these; undefined: whoever the address book names too */
  readonly connect: readonly string[] | undefined
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly dnsSeed: 'off' | 'if-needed' | 'always'
  /** networks that are connected to; undefined: all that can be reached */
  readonly onlyNet: readonly NetworkName[] | undefined
  readonly proxy: Target | undefined
  readonly onionProxy: Target | undefined
  readonly proxyRandomize: boolean
  readonly dns: boolean
  /** milliseconds for a connection to be made */
  readonly timeout: number
  /** seconds */
  readonly banTime: number
  readonly externalIp: readonly string[]
  readonly discover: boolean
}

/** Connections that we choose ourselves, at most. */
export const MAX_OUTBOUND = 16
