import { describe, expect, it } from 'vitest'
import { labelProblem } from './label.ts'

describe('labelProblem', () => {
  it('counts characters, not UTF-16 code units', () => {
    expect(labelProblem('🍏'.repeat(100))).toBeUndefined()
    expect(labelProblem('x'.repeat(101))).toMatch('At most')
    expect(labelProblem('a\u0007b')).toMatch('invisible')
  })
})
