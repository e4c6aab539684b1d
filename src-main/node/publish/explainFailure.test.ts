import { describe, expect, it } from 'vitest'
import { explainFailure } from './explainFailure.ts'

const URL_WITH_PASSWORD = 'postgres://user:pa%2Fss@host:5432/db'

describe('explainFailure', () => {
  it('returns the first of several reasons as one line', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1'), new Error('other')])
    expect(explainFailure(error, URL_WITH_PASSWORD)).toBe('connect ECONNREFUSED 127.0.0.1:1')
    expect(explainFailure(new Error('two\nlines'), URL_WITH_PASSWORD)).toBe('two lines')
  })

  it.each([
    ['the address', `cannot use ${URL_WITH_PASSWORD}`],
    ['the password as written', 'wrong: pa%2Fss'],
    ['the password itself', 'wrong: pa/ss'],
  ])('removes %s from the text', (_what, text) => {
    expect(explainFailure(new Error(text), URL_WITH_PASSWORD)).not.toMatch(/pa(%2F|\/)ss/)
  })

  it('removes a password in the URL parameters', () => {
    const url = 'postgres://host/db?password=hidden'
    expect(explainFailure(new Error('hidden is wrong'), url)).toBe('… is wrong')
  })

  it('removes a NATS token, which is in the user part of the URL', () => {
    expect(explainFailure(new Error('t0ken is wrong'), 'nats://t0ken@host')).toBe('… is wrong')
    expect(explainFailure(new Error('user is wrong'), 'nats://user:secret@host')).toBe('user is wrong')
  })
})
