import { describe, expect, it } from 'vitest'
import { readPaymentUri } from './paymentUri.ts'

const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

describe('readPaymentUri', () => {
  it('takes the address, and what else it names', () => {
    expect(readPaymentUri(` sandbox:${ADDRESS}?amount=1.5&label=Bob%20%26%20Ann&message=rent `)).toEqual({
      ...{ address: ADDRESS, amount: '1.5', label: 'Bob & Ann', message: 'rent' },
    })
    expect(readPaymentUri(`komodo:${ADDRESS}`)).toEqual({ address: ADDRESS, amount: '', label: '', message: '' })
  })

  it('leaves out an amount that is none, and is nothing for other texts', () => {
    expect(readPaymentUri(`x:${ADDRESS}?amount=-1`)?.amount).toBe('')
    for (const text of ['', ADDRESS, 'https://example.org', `x:${ADDRESS.slice(1)}0`, `javascript:${ADDRESS}\n`]) {
      expect(readPaymentUri(text)?.address ?? 'none').toBe(text.startsWith('javascript') ? ADDRESS : 'none')
    }
  })
})
