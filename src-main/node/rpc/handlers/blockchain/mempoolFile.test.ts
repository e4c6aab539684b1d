import { describe, expect, it } from 'vitest'
import { createMempoolFileHandlers } from './mempoolFile.ts'

const NO_CONTEXT = { transport: 'http', signal: new AbortController().signal } as const

describe('savemempool', () => {
  it('saves the mempool and returns the path of the file', async () => {
    const handlers = createMempoolFileHandlers({ mempoolFile: { loaded: true, save: async () => '/x/mempool.dat' } })
    expect(await handlers.savemempool({}, NO_CONTEXT)).toEqual({ filename: '/x/mempool.dat' })
  })

  it('fails while the previous file is still being loaded', async () => {
    const handlers = createMempoolFileHandlers({ mempoolFile: { loaded: false, save: async () => 'x' } })
    await expect(handlers.savemempool({}, NO_CONTEXT)).rejects.toMatchObject({
      ...{ code: -1, message: 'The mempool was not loaded yet' },
    })
  })

  it('fails if the file cannot be written', async () => {
    const save = () => Promise.reject(new Error('disk full'))
    const handlers = createMempoolFileHandlers({ mempoolFile: { loaded: true, save } })
    await expect(handlers.savemempool({}, NO_CONTEXT)).rejects.toMatchObject({
      ...{ code: -1, message: 'Unable to dump mempool to disk' },
    })
  })
})
