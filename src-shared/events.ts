/**
 * Events from the node, or from the app for `chains` and `chain`, to its windows. Coalesced at the source (at most four
 * of a kind a second); plain JSON values only.
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
  /** the token key changed: the public key, in hex, that contracts act for from now on */
  | { readonly type: 'identity'; readonly pubkey: string }
  | { readonly type: 'peers'; readonly connections: number }
  /** the list of bans changed: see listbans */
  | { readonly type: 'bans' }
  /** the node's place in the network changed: see getsyncstate */
  | { readonly type: 'sync'; readonly state: string; readonly detail: string; readonly since: number }
  | { readonly type: 'mining'; readonly automatic: boolean; readonly miner: MinerProgress }
  | { readonly type: 'faucet'; readonly claim: ClaimProgress }
  | { readonly type: 'status'; readonly phase: NodePhase; readonly detail: string; readonly progress: Progress | null }
  /** progress of a call; sent only to the window that made it, with the number of the call */
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
  /** news for a system notification, which a window in a browser shows itself; texts may come from a stranger */
  | { readonly type: 'alert'; readonly title: string; readonly body: string }
  /** Another chain was selected; null: none. Earlier answers are invalid. */
  | { readonly type: 'chain'; readonly id: string | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly time: number }

/** Events that say that answers of methods have changed; `changesWith` of each method in the contract names its own. */
export type ChangeEvent = Extract<
  NodeEvent['type'],
  /** the best chain: blocks were connected or disconnected, with all that is derived from them */
  | 'tip'
  /** the mempool: a transaction came in or left it */
  | 'mempool'
  /** the wallet: keys, labels, phrase, passphrase, or whatever the mempool may have changed of it */
  | 'wallet'
  /** the token key: the public key that contracts act for */
  | 'identity'
  /** the set of peers: one connected, disconnected, or finished its handshake */
  | 'peers'
  /** the list of bans */
  | 'bans'
  /** how far the node is with the chain of its peers */
  | 'sync'
  /** the node's own miner: on or off, speed, blocks found */
  | 'mining'
  /** the search of a faucet claim */
  | 'faucet'
  /** the app's list of chains */
  | 'chains'
  /** the app's address book */
  | 'contacts'
  /** the app's own settings */
  | 'settings'
  /** what the app was opened with */
  | 'opening'
>

/** State of the node's miner; getminerstatus has the rest. */
export interface MinerProgress {
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** what it waits for, or what made it stop; empty: nothing */
  readonly detail: string
  readonly threads: number
  /** solutions a second */
  readonly rate: number
  /** blocks found since the node started */
  readonly blocks: number
}

/** State of the search for a faucet claim; getfaucetclaim has the rest. */
export interface ClaimProgress {
  readonly state: 'none' | 'searching' | 'found' | 'cancelled' | 'failed'
  /** grows with each search */
  readonly id: number
  readonly attempts: number
  /** attempts a second */
  readonly rate: number
  /** seconds */
  readonly elapsed: number
  /** how likely a search ends within so many attempts, 0 to 1 */
  readonly probability: number
}

export type NodePhase = 'starting' | 'importing' | 'indexing' | 'ready' | 'stopping' | 'stopped' | 'failed'

/** `total` null: the end is not known, so no percentage is claimed. */
export interface Progress {
  readonly done: number
  readonly total: number | null
  readonly unit: string
}
