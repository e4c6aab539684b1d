import { describe, expect, it } from 'vitest'
import { throttle } from './throttle.ts'

describe('throttle', () => {
  it('passes the first value immediately, then at most four per second', () => {
    let time = 5_000
    const passed: number[] = []
    const take = throttle(
      () => time,
      (value: number) => passed.push(value),
    )
    for (let value = 0; value < 1_000; value += 1) {
      take(value)
      time += 1
    }
    expect(passed).toEqual([0, 250, 500, 750])
  })

  it('always passes the last value without delay', () => {
    const passed: number[] = []
    const take = throttle(
      () => 5_000,
      (value: number) => passed.push(value),
      (value) => value === 9,
    )
    for (let value = 0; value < 10; value += 1) take(value)
    expect(passed).toEqual([0, 9])
  })
})
