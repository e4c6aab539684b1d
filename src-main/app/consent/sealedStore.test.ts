import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '#shared/json.ts'
import { SealedStore, withoutSignatures } from './sealedStore.ts'

function start() {
  let drawn = 0
  return new SealedStore(() => (++drawn).toString(16).padStart(64, '0'))
}

describe('SealedStore', () => {
  it('returns the same handle for the same bytes on one chain, and another on another chain', () => {
    const store = start()
    const handle = store.seal('one', '0400')
    expect(store.seal('one', '0400')).toBe(handle)
    expect(store.seal('two', '0400')).not.toBe(handle)
    expect(store.open('one', handle)).toBe('0400')
    expect(() => store.open('two', handle)).toThrow('made on another chain')
    expect(store.open('one', '0400')).toBeUndefined()
    expect(store.open('one', '')).toBeUndefined()
    expect(store.open('one', 'b'.repeat(64))).toBeUndefined()
  })

  it('opens concatenated handles and rejects text between handles', () => {
    const store = start()
    const [a, b] = [store.seal('one', '0401'), store.seal('one', '0402')]
    expect(store.open('one', `${a}${b}`)).toBe('04010402')
    expect(store.open('one', `${a}${'c'.repeat(64)}`)).toBeUndefined()
    expect(store.open('one', `${a}00`)).toBeUndefined()
  })

  it('limits count and total length and drops the oldest transactions', () => {
    const store = start()
    const handles = Array.from({ length: 600 }, (_, i) => store.seal('one', i.toString(16).padStart(8, '0')))
    expect(store.open('one', handles[0] ?? '')).toBeUndefined()
    expect(store.open('one', handles[88] ?? '')).toBe('00000058')
    const long = Array.from({ length: 40 }, (_, i) => store.seal('one', `${i}`.padStart(1_000_000, '0')))
    expect(long.filter((handle) => store.open('one', handle) !== undefined)).toHaveLength(32)
    expect(store.open('one', handles.at(-1) ?? '')).toBeUndefined()
  })
})

describe('withoutSignatures', () => {
  it('blanks input scripts at any depth of the result', () => {
    const text =
      '{"vin":[{"scriptSig":{"asm":"3044","hex":"3044"},"n":1.50}],"errors":[{"scriptSig":"3044"}],"x":["y"]}'
    expect(stringifyJson(withoutSignatures(parseJson(text)))).toBe(
      '{"vin":[{"scriptSig":{"asm":"","hex":""},"n":1.50}],"errors":[{"scriptSig":""}],"x":["y"]}',
    )
  })
})
