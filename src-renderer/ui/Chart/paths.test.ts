import { describe, expect, it } from 'vitest'
import { areaPath, linePath, stepPath } from './paths.ts'

describe('linePath', () => {
  it('joins the points to a line in tenths of a pixel', () => {
    const points = [
      [0, 10],
      [5.04, 2.26],
    ] as const
    expect(linePath(points)).toBe('M0.0,10.0L5.0,2.3')
    expect(linePath([])).toBe('')
  })
})

describe('stepPath', () => {
  it('keeps each value until the x of the next, and the last one until the end', () => {
    const steps = [
      [2, 8],
      [4, 3],
    ] as const
    expect(stepPath([0, 10], steps, 6)).toBe('M0.0,10.0H2.0V8.0H4.0V3.0H6.0')
  })

  it('starts with a vertical step if the first value applies from the start', () => {
    expect(stepPath([2, 10], [[2, 8]], 6)).toBe('M2.0,10.0V8.0H6.0')
  })

  it('draws a horizontal line without any steps', () => {
    expect(stepPath([1, 7], [], 9)).toBe('M1.0,7.0H9.0')
  })
})

describe('areaPath', () => {
  it('closes a line that starts above the base', () => {
    expect(areaPath('M0.0,4.0L6.0,2.0', 10, 0)).toBe('M0.0,4.0L6.0,2.0V10.0H0.0Z')
  })

  it('closes a line that starts on the base', () => {
    expect(areaPath('M0.0,10.0V2.0H6.0', 10)).toBe('M0.0,10.0V2.0H6.0V10.0Z')
  })

  it('returns an empty path below an empty line', () => {
    expect(areaPath('', 10, 0)).toBe('')
  })
})
