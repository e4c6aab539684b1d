import { beforeEach, describe, expect, it } from 'vitest'
import { createRpcClient, type RpcClient, type Send } from '#shared/rpc/client.ts'
import { useAuditRun } from './auditRun.ts'

/** Returns a client whose call does not resolve until it is cancelled, and access to the call's options. */
function longCall(): { readonly client: RpcClient; readonly options: () => Parameters<Send>[2] } {
  let given: Parameters<Send>[2]
  const client = createRpcClient((_method, _params, options) => {
    given = options
    return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('cancelled'))))
  })
  return { client, options: () => given }
}

describe('useAuditRun', () => {
  beforeEach(() => useAuditRun.setState(useAuditRun.getInitialState()))

  it('shows the progress that the node reports, and drops it at the end', async () => {
    const { client, options } = longCall()
    const run = useAuditRun.getState().start(client)
    expect(useAuditRun.getState()).toMatchObject({ running: true, progress: undefined })
    options()?.onProgress?.({ done: 40, total: 80, unit: 'rows' })
    expect(useAuditRun.getState().progress).toEqual({ done: 40, total: 80, unit: 'rows' })
    useAuditRun.getState().cancel()
    await run
    expect(useAuditRun.getState()).toMatchObject({ running: false, progress: undefined, error: undefined })
  })

  it('runs one check at a time', async () => {
    const first = longCall()
    const second = longCall()
    const run = useAuditRun.getState().start(first.client)
    await useAuditRun.getState().start(second.client)
    expect(second.options()).toBeUndefined()
    useAuditRun.getState().cancel()
    await run
  })

  it('drops its outcome, and a late one, if another chain is shown', async () => {
    const { client } = longCall()
    const run = useAuditRun.getState().start(client)
    useAuditRun.getState().forget()
    await run
    expect(useAuditRun.getState()).toMatchObject({ running: false, outcome: undefined, error: undefined })
    let answer: (text: string) => void = () => {}
    const late = useAuditRun.getState().start(
      createRpcClient(
        () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      ),
    )
    useAuditRun.getState().forget()
    answer('{}')
    await late
    expect(useAuditRun.getState().outcome).toBeUndefined()
  })
})
