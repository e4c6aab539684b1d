import { create } from 'zustand'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'

export type Audit = MethodResult<'auditaddressindex'>

/** The check of the whole index. It goes on while the person looks at other screens; its outcome stays until the next. */
interface AuditRun {
  /** unix seconds of its start, while one is under way */
  readonly since: number | undefined
  readonly outcome: Audit | undefined
  readonly error: unknown
  cancel(): void
  start(client: RpcClient): Promise<void>
}

export const useAuditRun = create<AuditRun>()((set, get) => ({
  since: undefined,
  outcome: undefined,
  error: undefined,
  cancel: () => {},
  async start(client) {
    if (get().since !== undefined) return
    const abort = new AbortController()
    set({ since: Math.floor(Date.now() / 1000), error: undefined, cancel: () => abort.abort() })
    try {
      set({ outcome: await client.call('auditaddressindex', {}, { signal: abort.signal }) })
    } catch (error) {
      if (!abort.signal.aborted) set({ error })
    } finally {
      set({ since: undefined, cancel: () => {} })
    }
  },
}))
