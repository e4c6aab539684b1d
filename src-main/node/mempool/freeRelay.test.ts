import { describe, expect, it } from 'vitest'
import { FreeRelay } from './freeRelay.ts'

describe('FreeRelay', () => {
  it('passes ten minutes of the rate at once, then rejects more', () => {
    const relay = new FreeRelay(15)
    for (let n = 0; n < 150; n++) expect(relay.pass(1_000, 0)).toBe(true)
    expect(relay.pass(1, 0)).toBe(false)
  })

  it('passes free transactions again after some time', () => {
    const relay = new FreeRelay(15)
    expect(relay.pass(200_000, 0)).toBe(true)
    expect(relay.pass(1_000, 60)).toBe(false)
    expect(relay.pass(1_000, 200)).toBe(true)
  })

  it('ignores a clock that is set back', () => {
    const relay = new FreeRelay(15)
    expect(relay.pass(200_000, 1_000)).toBe(true)
    expect(relay.pass(1_000, 0)).toBe(false)
  })
})
