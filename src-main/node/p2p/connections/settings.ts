import type { NetworkName } from '../../core/index.ts'
import type { Subnet } from '../bans/index.ts'
import type { Target } from './dialler.ts'

/** Which connections to make and to accept (p2p.md §7). */
export interface ConnectionSettings {
  /** of the chain: the default port of targets */
  readonly port: number
  readonly listen: boolean
  /** an option asks to listen: failing to is an error */
  readonly listenRequired: boolean
  readonly bind: readonly string[]
  readonly whiteBind: readonly string[]
  readonly whitelist: readonly Subnet[]
  readonly maxConnections: number
  /** only these; undefined: addresses of addrman, too */
  readonly connect: readonly string[] | undefined
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly dnsSeed: 'off' | 'if-needed' | 'always'
  /** networks to connect to; undefined: all reachable ones */
  readonly onlyNet: readonly NetworkName[] | undefined
  readonly proxy: Target | undefined
  readonly onionProxy: Target | undefined
  readonly proxyRandomize: boolean
  readonly dns: boolean
  /** connect timeout, milliseconds */
  readonly timeout: number
  /** seconds */
  readonly banTime: number
  readonly externalIp: readonly string[]
  readonly discover: boolean
}

/** Most connections to addresses of addrman. */
export const MAX_OUTBOUND = 16
