import { describe, expect, it } from 'vitest'
import { ProcessEndedError, waitFor } from './waitFor.ts'

describe('waitFor', () => {
  it('resolves to the result of the first check that does not fail', async () => {
    let checks = 0
    const check = async () => {
      expect(++checks).toBe(3)
      return checks
    }
    expect(await waitFor(check)).toBe(3)
  })

  it('rejects immediately if a process has ended', async () => {
    let checks = 0
    const check = () => {
      checks++
      throw new ProcessEndedError('it ended')
    }
    await expect(waitFor(check)).rejects.toThrow('it ended')
    expect(checks).toBe(1)
  })
})
