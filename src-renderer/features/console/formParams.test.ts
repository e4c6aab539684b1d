import { describe, expect, it } from 'vitest'
import type { Method } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { formParams } from './formParams.ts'

const form = (name: keyof typeof methods, fields: Record<string, string>) => formParams(methods[name] as Method, fields)

describe('formParams', () => {
  it('sends strings as strings and other values as JSON', () => {
    expect(form('getblock', { 'hash|height': '12', verbosity: '2' })).toEqual({ ok: true, paramsText: '["12",2]' })
    expect(form('sendtoaddress', { address: 'R', amount: '0.10' })).toEqual({ ok: true, paramsText: '["R",0.10]' })
  })

  it('accepts an address as text or as an object', () => {
    expect(form('getaddressbalance', { addresses: 'R' })).toEqual({ ok: true, paramsText: '["R"]' })
    expect(form('getaddressbalance', { addresses: '{"addresses":["R"]}' })).toEqual({
      ...{ ok: true, paramsText: '[{"addresses":["R"]}]' },
    })
    expect(form('getaddressbalance', { addresses: '{"addr' })).toMatchObject({ ok: false })
  })

  it('omits empty fields at the end and fills gaps with defaults', () => {
    expect(form('getblock', { 'hash|height': '12' })).toEqual({ ok: true, paramsText: '["12"]' })
    expect(form('getbalance', {})).toEqual({ ok: true, paramsText: '[]' })
    expect(form('listtransactions', { count: '5' })).toEqual({ ok: true, paramsText: '["*",5]' })
  })

  it('reports the field that is missing or not JSON', () => {
    expect(form('getblock', {})).toMatchObject({ ok: false, errors: { 'hash|height': expect.any(String) } })
    expect(form('generate', { numblocks: 'x' })).toMatchObject({ ok: false, errors: { numblocks: expect.any(String) } })
  })
})
