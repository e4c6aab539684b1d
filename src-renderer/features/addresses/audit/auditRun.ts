import { create } from 'zustand'
import type { Progress } from '#shared/events.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'

export type Audit = MethodResult<'auditaddressindex'>

/**
 * The check of the whole index. It continues while the user visits other screens. Its outcome stays until the next
 * check.
 */
export interface AuditRun {
  readonly running: boolean
  /** progress of the running check, once the node has reported it */
  readonly progress: Progress | undefined
  readonly outcome: Audit | undefined
  readonly error: unknown
  cancel(): void
  /** cancels the check and drops its outcome, because the node is no longer in use */
  forget(): void
  start(client: RpcClient): Promise<void>
}

export const useAuditRun = create<AuditRun>()((set, get) => ({
  running: false,
  progress: undefined,
  outcome: undefined,
  error: undefined,
  cancel: () => {},
  forget() {
    get().cancel()
    set({ progress: undefined, outcome: undefined, error: undefined })
  },
  async start(client) {
    if (get().running) return
    const abort = new AbortController()
    set({ running: true, progress: undefined, error: undefined, cancel: () => abort.abort() })
    try {
      const onProgress = (progress: Progress) => set({ progress })
      const outcome = await client.call('auditaddressindex', {}, { signal: abort.signal, onProgress })
      if (!abort.signal.aborted) set({ outcome })
    } catch (error) {
      if (!abort.signal.aborted) set({ error })
    } finally {
      set({ running: false, progress: undefined, cancel: () => {} })
    }
  },
}))
