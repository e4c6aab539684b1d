import { describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { createNodeInfoHandlers } from './nodeInfo.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

function createHandlers(given: Partial<Parameters<typeof createNodeInfoHandlers>[0]> = {}) {
  return createNodeInfoHandlers({
    params: { ccEnabled: true },
    chain: { tip: () => ({ height: 7 }) as never },
    spentIndex: true,
    addressIndex: { health: () => ({ problem: undefined, rebuildAtNextStart: false }) },
    timestampIndex: {} as never,
    contractIndexes: { tokens: {}, assets: {} } as never,
    zmq: [],
    ...given,
  })
}

describe('getindexinfo', () => {
  const names = (handlers: ReturnType<typeof createHandlers>, name?: string) =>
    [...(handlers.getindexinfo({ index_name: name }, context) as ReadonlyMap<string, unknown>)].map(([key]) => key)

  it('lists the indexes that the options select', () => {
    expect(names(createHandlers())).toEqual([
      ...['txindex', 'spentindex', 'addressindex', 'timestampindex', 'tokensindex', 'assetsindex'],
    ])
    const least = { spentIndex: false, addressIndex: undefined, timestampIndex: undefined }
    expect(names(createHandlers({ ...least, params: { ccEnabled: false } }))).toEqual(['txindex'])
  })

  it('shows one index, or none for an unknown name', () => {
    expect(names(createHandlers(), 'txindex')).toEqual(['txindex'])
    expect(names(createHandlers(), 'coinstatsindex')).toEqual([])
  })

  it('shows an address index with an error as not synced', () => {
    const addressIndex = { health: () => ({ problem: 'wrong sum', rebuildAtNextStart: true }) }
    const rows = createHandlers({ addressIndex }).getindexinfo({ index_name: undefined }, context)
    expect((rows as ReadonlyMap<string, unknown>).get('addressindex')).toEqual({ synced: false, best_block_height: 7 })
    expect((rows as ReadonlyMap<string, unknown>).get('txindex')).toEqual({ synced: true, best_block_height: 7 })
  })
})

describe('getzmqnotifications', () => {
  it('lists topics and addresses', () => {
    const address = 'tcp://127.0.0.1:28332'
    const zmq = [
      { topic: 'hashblock', address },
      { topic: 'rawtx', address },
    ]
    expect(createHandlers({ zmq }).getzmqnotifications({}, context)).toEqual([
      { type: 'pubhashblock', address, hwm: 0 },
      { type: 'pubrawtx', address, hwm: 0 },
    ])
  })
})
