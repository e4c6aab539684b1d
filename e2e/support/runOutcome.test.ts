import { describe, expect, it } from 'vitest'
import { computeRunOutcome, isCi } from './runOutcome.ts'

describe('computeRunOutcome', () => {
  it.each([false, true])('passes a run without failed files, CI %s', (ci) => {
    expect(computeRunOutcome([], [], ci)).toEqual({ flaky: [], exitCode: 0 })
  })

  it('fails a run on a CI machine if a file passed only the second time', () => {
    expect(computeRunOutcome(['a', 'b'], [], true)).toEqual({ flaky: ['a', 'b'], exitCode: 1 })
  })

  it("names a file that passed only the second time, and passes a developer's run", () => {
    expect(computeRunOutcome(['a'], [], false)).toEqual({ flaky: ['a'], exitCode: 0 })
  })

  it.each([false, true])('fails a run with a file that failed twice, CI %s', (ci) => {
    expect(computeRunOutcome(['a', 'b'], ['b'], ci)).toEqual({ flaky: ['a'], exitCode: 1 })
  })
})

describe('isCi', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['true', true],
    ['1', true],
  ])('reads CI=%s as %s', (value, expected) => {
    expect(isCi({ CI: value })).toBe(expected)
  })
})
