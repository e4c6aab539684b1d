import type { PeerNetwork, SyncState } from '../core/index.ts'

export type P2pNotification =
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'bans' }
  | { readonly type: 'sync'; readonly state: SyncState }

/** The peers of a node, as the rest of the node uses them. */
export interface PeerService extends PeerNetwork {
  /** Listens and connects. @throws Error when an option asks to listen and that fails */
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns a function that ends the subscription. */
  onNotification(listener: (notification: P2pNotification) => void): () => void
  /** Announces the wallet's unconfirmed transactions to peers again. */
  announceAgain(): void
}
