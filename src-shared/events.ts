/**
 * Events from the node (`chains` and `chain`: from the app) to its windows. Coalesced at the source to at most four per
 * kind and second. Plain JSON values only.
 */
export type NodeEvent =
  | {
      readonly type: 'tip'
      readonly height: number
      readonly hash: string
      readonly time: number
      readonly txCount: number
    }
  | { readonly type: 'mempool'; readonly size: number; readonly bytes: number }
  | { readonly type: 'wallet' }
  /** the token key changed; `pubkey` (hex) is the public key for contracts from now on */
  | { readonly type: 'identity'; readonly pubkey: string }
  | { readonly type: 'peers'; readonly connections: number }
  /** the ban list changed: see listbans */
  | { readonly type: 'bans' }
  /** the node's sync state changed: see getsyncstate */
  | { readonly type: 'sync'; readonly state: string; readonly detail: string; readonly since: number }
  | { readonly type: 'mining'; readonly automatic: boolean; readonly miner: MinerProgress }
  | { readonly type: 'faucet'; readonly claim: ClaimProgress }
  | { readonly type: 'status'; readonly phase: NodePhase; readonly detail: string; readonly progress: Progress | null }
  /** progress of a call, sent only to the window that made it. `call` is the number of the call */
  | { readonly type: 'progress'; readonly call: number; readonly progress: Progress }
  /** A question window of the app was opened or answered. */
  | { readonly type: 'question'; readonly open: boolean }
  /** the list of chains changed: see listchains */
  | { readonly type: 'chains' }
  /** the address book changed: see listcontacts */
  | { readonly type: 'contacts' }
  /** the app's own settings changed: see getappsettings */
  | { readonly type: 'settings' }
  /** the app was opened with a link or a file: see getopening */
  | { readonly type: 'opening' }
  /** text of a system notification, which a window in a browser shows itself. It may come from an untrusted source */
  | { readonly type: 'alert'; readonly title: string; readonly body: string }
  /** Another chain was selected, or none if `id` is null. Earlier replies are no longer valid. */
  | { readonly type: 'chain'; readonly id: string | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly time: number }

/** Events after which results of methods have changed. `changesWith` in a method's contract names its events. */
export type ChangeEvent = Extract<
  NodeEvent['type'],
  /** best chain: blocks were connected or disconnected, which also changes all data derived from them */
  | 'tip'
  /** mempool: a transaction was added or removed */
  | 'mempool'
  /** wallet: keys, labels, phrase or passphrase changed, or a mempool change affected it */
  | 'wallet'
  /** token key: the public key for contracts */
  | 'identity'
  /** peers: a peer connected, disconnected, or finished its handshake */
  | 'peers'
  /** ban list */
  | 'bans'
  /** sync state relative to the peers' chain */
  | 'sync'
  /** the node's own miner: on or off, speed, blocks found */
  | 'mining'
  /** search for a faucet claim */
  | 'faucet'
  /** the app's chain list */
  | 'chains'
  /** the app's address book */
  | 'contacts'
  /** the app's own settings */
  | 'settings'
  /** link or file that the app was opened with */
  | 'opening'
>

/** State of the node's miner. getminerstatus has the complete state. */
export interface MinerProgress {
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** what the miner waits for, or why it stopped; empty if neither applies */
  readonly detail: string
  readonly threads: number
  /** solutions per second */
  readonly rate: number
  /** blocks found since the node started */
  readonly blocks: number
}

/** State of the search for a faucet claim. getfaucetclaim has the complete state. */
export interface ClaimProgress {
  readonly state: 'none' | 'searching' | 'found' | 'cancelled' | 'failed'
  /** increases with each search */
  readonly id: number
  readonly attempts: number
  /** attempts per second */
  readonly rate: number
  /** elapsed time in seconds */
  readonly elapsed: number
  /** probability that a search ends within `attempts` attempts, 0 to 1 */
  readonly probability: number
}

export type NodePhase = 'starting' | 'importing' | 'indexing' | 'ready' | 'stopping' | 'stopped' | 'failed'

/** `total` is null if the end is not known, so that no percentage is shown. */
export interface Progress {
  readonly done: number
  readonly total: number | null
  readonly unit: string
}
