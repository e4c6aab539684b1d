import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'

describe('createPace', () => {
  it('returns true only after some seconds at one block per second', () => {
    const pace = createPace()
    for (let done = 0; done <= 300; done++) expect(pace(done, done * 20)).toBe(false)
    const told = Array.from({ length: 8 }, (_, second) => pace(301 + second, 6000 + (second + 1) * 1000))
    expect(told[0]).toBe(false)
    expect(told.at(-1)).toBe(true)
  })

  it('returns false during the first seconds', () => {
    const pace = createPace()
    expect([pace(0, 0), pace(1, 1000), pace(2, 2000)]).toEqual([false, false, false])
  })
})
