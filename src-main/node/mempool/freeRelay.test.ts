import { describe, expect, it } from 'vitest'
import { FreeRelay } from './freeRelay.ts'

describe('FreeRelay', () => {
  it('lets ten minutes of the rate through at once, then holds back', () => {
    const relay = new FreeRelay(15)
    for (let n = 0; n < 150; n++) expect(relay.pass(1_000, 0)).toBe(true)
    expect(relay.pass(1, 0)).toBe(false)
  })

  it('recovers with time', () => {
    const relay = new FreeRelay(15)
    expect(relay.pass(200_000, 0)).toBe(true)
    expect(relay.pass(1_000, 60)).toBe(false)
    expect(relay.pass(1_000, 200)).toBe(true)
  })

  it('does not recover when the clock is set back', () => {
    const relay = new FreeRelay(15)
    expect(relay.pass(200_000, 1_000)).toBe(true)
    expect(relay.pass(1_000, 0)).toBe(false)
  })
})
