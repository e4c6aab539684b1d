import { expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { ANSWERED, reasonAgainst } from './answered.ts'

it('answers each method of the contract, or has a reason against it', () => {
  const silent = Object.keys(methods).filter((name) => !(ANSWERED as readonly string[]).includes(name))
  expect(silent.filter((name) => reasonAgainst(name) === undefined)).toEqual([])
  expect(reasonAgainst('getrawmempool')).toBe('what is unconfirmed is not published')
  expect(reasonAgainst('nothing')).toBeUndefined()
})
