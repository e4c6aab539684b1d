/** What the node tells its windows. Coalesced at the source (at most four of a kind a second); plain JSON values only. */
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
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'mining'; readonly automatic: boolean }
  | { readonly type: 'status'; readonly phase: NodePhase; readonly detail: string; readonly progress: Progress | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly time: number }

export type NodePhase = 'starting' | 'importing' | 'indexing' | 'ready' | 'stopping' | 'stopped' | 'failed'

/** `total` null: the end is not known, so no percentage is claimed. */
export interface Progress {
  readonly done: number
  readonly total: number | null
  readonly unit: string
}
