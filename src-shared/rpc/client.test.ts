import { describe, expect, it } from 'vitest'
import { createRpcClient } from './client.ts'
import { ResultError } from './result.ts'

describe('createRpcClient', () => {
  const sent: string[] = []
  const replies = new Map([
    ['getbalance', '1.50000000'],
    ['getblockcount', '7'],
    ['tokeninfo', '{"result":"error","error":"cant find tokenid"}'],
    ['getblockhash', '5'],
  ])
  const client = createRpcClient(async (method, paramsText) => {
    sent.push(`${method} ${paramsText}`)
    return replies.get(method) ?? 'null'
  })

  it('sends positional parameters and decodes results', async () => {
    expect(await client.call('getbalance', { minconf: 3 })).toBe(150_000_000n)
    expect(await client.call('getblockcount')).toBe(7)
    expect(await client.call('tokeninfo', { tokenid: 'ab' })).toEqual({ result: 'error', error: 'cant find tokenid' })
    expect(sent).toEqual(['getbalance [null,3]', 'getblockcount []', 'tokeninfo ["ab"]'])
  })

  it('throws ResultError if a reply does not match the contract', async () => {
    await expect(client.call('getblockhash', { index: 1 })).rejects.toThrow(ResultError)
  })

  it('returns unparsed JSON text for consoles', async () => {
    expect(await client.callText('getbalance', '[]')).toBe('1.50000000')
  })
})
