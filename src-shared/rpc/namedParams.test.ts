import { describe, expect, it } from 'vitest'
import { RpcError } from '../errors.ts'
import { type JsonObject, parseJson, stringifyJson } from '../json.ts'
import { type MethodName, methods } from './index.ts'
import { toPositions } from './namedParams.ts'

/** Returns the positional values as JSON, `-` for an omitted one, or the error. */
function positioned(name: MethodName, named: string): string {
  try {
    const values = toPositions(methods[name], parseJson(named) as JsonObject)
    return values.map((value) => (value === undefined ? '-' : stringifyJson(value))).join(' ')
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`
    throw error
  }
}

describe('toPositions', () => {
  it('returns the values in the order of the contract, in whatever order they were given', () => {
    expect(positioned('sendtoaddress', '{"amount":0.10,"address":"R"}')).toBe('"R" 0.10')
    expect(positioned('getblockcount', '{}')).toBe('')
  })

  it('leaves a gap for an omitted optional parameter', () => {
    expect(positioned('sendtoaddress', '{"address":"R","amount":1,"comment-to":"x"}')).toBe('"R" 1 - "x"')
  })

  it('accepts each alternative of a name, and the whole name', () => {
    expect(positioned('getblock', '{"hash":"ab"}')).toBe('"ab"')
    expect(positioned('getblock', '{"verbosity":2,"height":"1"}')).toBe('"1" 2')
    expect(positioned('getblock', '{"hash|height":"1"}')).toBe('"1"')
  })

  it('rejects an unknown name', () => {
    expect(positioned('getblockhash', '{"index":1,"depth":1}')).toBe('-8 Unknown named parameter depth')
    expect(positioned('getblockhash', '{"constructor":1}')).toBe('-8 Unknown named parameter constructor')
  })

  it('rejects a parameter that is given twice, by one name or by two', () => {
    expect(positioned('getblockhash', '{"index":1,"index":2}')).toBe('-8 Parameter index specified multiple times')
    expect(positioned('getblock', '{"hash":"ab","height":"1"}')).toBe('-8 Parameter height specified multiple times')
  })

  it('accepts names of Bitcoin Core', () => {
    expect(positioned('getblockhash', '{"height":1}')).toBe(positioned('getblockhash', '{"index":1}'))
  })

  it('names a required parameter that is missing', () => {
    expect(positioned('sendtoaddress', '{"amount":1}')).toBe('-8 Missing named parameter address')
    expect(positioned('getblockhash', '{}')).toBe('-8 Missing named parameter index')
  })

  it('hides an unknown name of a method that takes secrets', () => {
    expect(positioned('setphrase', '{"zoo zoo zoo":1}')).toBe('-8 Unknown named parameter')
  })
})
