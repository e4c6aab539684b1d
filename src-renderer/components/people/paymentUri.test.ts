import { describe, expect, it } from 'vitest'
import { type PaymentRequest, readPaymentUri, writePaymentUri } from './paymentUri.ts'

const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const KEY = `02${'ab'.repeat(32)}`

describe('readPaymentUri', () => {
  it('returns the address, and the amount, label, message and key if valid', () => {
    expect(readPaymentUri(` sandbox:${ADDRESS}?amount=1.5&label=Bob%20%26%20Ann&message=rent `)).toEqual({
      ...{ address: ADDRESS, amount: '1.5', label: 'Bob & Ann', message: 'rent', key: undefined },
    })
    const bare = { address: ADDRESS, amount: '', label: '', message: '', key: undefined }
    expect(readPaymentUri(`komodo:${ADDRESS}`)).toEqual(bare)
    expect(readPaymentUri(`komodo:${ADDRESS}?key=${KEY.toUpperCase()}`)).toEqual({ ...bare, key: KEY })
    expect(readPaymentUri(`komodo:${ADDRESS}?key=${KEY.slice(1)}`)).toEqual(bare)
  })

  it('drops an invalid amount, and returns undefined for other texts', () => {
    expect(readPaymentUri(`x:${ADDRESS}?amount=-1`)?.amount).toBe('')
    for (const text of ['', ADDRESS, 'https://example.org', `x:${ADDRESS.slice(1)}0`, `javascript:${ADDRESS}\n`]) {
      expect(readPaymentUri(text)?.address ?? 'none').toBe(text.startsWith('javascript') ? ADDRESS : 'none')
    }
  })
})

describe('writePaymentUri', () => {
  const address = ADDRESS
  const request = { coin: 'GARDEN', address, amount: 0n, label: '', message: '', key: '' }

  it.each<[Partial<PaymentRequest>, string]>([
    [{}, `garden:${address}`],
    [{ amount: 150_000_000n }, `garden:${address}?amount=1.5`],
    [{ amount: 123_456_700_000_000n, label: ' Ann & Bob ' }, `garden:${address}?amount=1234567&label=Ann%20%26%20Bob`],
    [{ key: KEY }, `garden:${address}?key=${KEY}`],
    [{ coin: '1_NUMBER' }, `coin:${address}`],
    [{ coin: 'MY.COIN-2' }, `my.coin-2:${address}`],
  ])('formats the request %o', (changes, uri) => {
    expect(writePaymentUri({ ...request, ...changes })).toBe(uri)
  })

  it('writes links that readPaymentUri parses to the same values', () => {
    const asked = {
      ...request,
      amount: 1n,
      label: 'Zoë, 50% + 1?',
      message: '#7: ünder "construction" =&',
      key: KEY,
    }
    expect(readPaymentUri(writePaymentUri(asked))).toEqual({
      ...{ address, amount: '0.00000001', label: asked.label, message: asked.message, key: KEY },
    })
  })
})
