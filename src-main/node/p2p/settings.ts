import type { ConnectionSettings } from './connections/index.ts'
import type { PeerSettings } from './peer/index.ts'
import type { RelaySettings } from './relay/index.ts'
import type { SyncSettings } from './sync/index.ts'

export interface P2pSettings {
  readonly connections: ConnectionSettings
  readonly peer: PeerSettings
  readonly relay: RelaySettings
  readonly sync: SyncSettings
  readonly services: bigint
  /** comments of `-uacomment` */
  readonly comments: readonly string[]
}
