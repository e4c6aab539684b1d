import { describe, expect, it } from 'vitest'
import { STEPS } from '#shared/chains/index.ts'
import { placeOfStep, stepToDo } from './steps.ts'

describe('the next first step', () => {
  it('returns the first open step, and undefined after the last', () => {
    expect(stepToDo([])).toBe('mint')
    expect(stepToDo(['mint', 'fund'])).toBe('send')
    expect(stepToDo(STEPS)).toBeUndefined()
  })

  it('links to the created token’s page, as deep as a link can lead', () => {
    const token = 'ab'.repeat(32)
    expect(placeOfStep('send', token)).toEqual({ to: `/tokens/${token}`, search: { act: 'transfer' } })
    expect(placeOfStep('offer', token)).toEqual({ to: `/market/${token}`, search: { side: 'ask' } })
    expect(placeOfStep('buy', token)).toEqual({ to: `/market/${token}`, search: { buy: true } })
    expect(placeOfStep('claim', token)).toEqual({ to: '/faucet', search: { act: 'claim' } })
    expect(placeOfStep('send', undefined)).toEqual({ to: '/wallet', search: { tab: 'send' } })
    expect(placeOfStep('buy', undefined)).toEqual({ to: '/market', search: {} })
  })
})
