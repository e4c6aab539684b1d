import { describe, expect, it } from 'vitest'
import { type JsonValue, parseJson, stringifyJson } from '../json.ts'
import { parseParams } from '../rpc/args.ts'
import { createTableClient } from '../rpc/client.ts'
import type { Method } from '../rpc/define.ts'
import { isMethodName } from '../rpc/index.ts'
import { chainMethods, isChainMethod, windowMethods } from './index.ts'

const all: [string, Method][] = Object.entries(chainMethods)

describe('app methods about chains', () => {
  it.each(all)('include %s with complete documentation and without a node method of that name', (name, method) => {
    expect(method.name).toBe(name)
    expect(isMethodName(name)).toBe(false)
    expect(isChainMethod(name)).toBe(true)
    expect(method.summary).toMatch(/^[A-Z].*[.]$/)
    for (const param of method.params) expect(param.doc, param.name).not.toBe('')
  })

  it.each(all)('document %s with examples that its own parameters accept', (_name, method) => {
    expect(method.examples.length).toBeGreaterThan(0)
    for (const { params } of method.examples) {
      const values = parseJson(stringifyJson(params)) as JsonValue[]
      expect(() => parseParams(method, values, { maxMoney: 0n })).not.toThrow()
    }
  })
})

describe('the window client', () => {
  it('calls methods of the node and of the app alike', async () => {
    const sent: string[] = []
    const client = createTableClient(windowMethods, async (method, params) => {
      sent.push(`${method} ${params}`)
      return method === 'getblockcount' ? '7' : '{"id":"TEST-5071c306","state":"running","detail":""}'
    })
    expect(await client.call('getblockcount')).toBe(7)
    expect(await client.call('startchain', { id: 'TEST-5071c306', ports: { rpcport: 12_500 } })).toMatchObject({
      state: 'running',
    })
    await client.call('startchain', { id: 'TEST-5071c306' })
    expect(sent).toEqual([
      'getblockcount []',
      'startchain ["TEST-5071c306",{"rpcport":12500}]',
      'startchain ["TEST-5071c306"]',
    ])
  })
})
