import type { PeerNetwork, SyncState } from '../core/index.ts'

export type P2pNotification =
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'bans' }
  | { readonly type: 'sync'; readonly state: SyncState }

/** Interface of the p2p network for the rest of the node. */
export interface PeerService extends PeerNetwork {
  /** Listens and connects. @throws Error if an option requires listening and it fails */
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns a function that unsubscribes. */
  onNotification(listener: (notification: P2pNotification) => void): () => void
  /** Announces the wallet's unconfirmed transactions again. */
  announceAgain(): void
}
