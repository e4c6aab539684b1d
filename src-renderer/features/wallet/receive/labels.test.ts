import { describe, expect, it } from 'vitest'
import { addressToShow, freshAddress, type ReceiveAddress } from './labels.ts'

const address = (name: string, change: Partial<ReceiveAddress>): ReceiveAddress =>
  ({
    address: name,
    label: '',
    created: 0,
    received: 0n,
    mined: 0n,
    balance: 0n,
    transactions: 0,
    change: false,
    ...change,
  }) as ReceiveAddress

describe('freshAddress', () => {
  it('returns the newest address without payments', () => {
    const all = [
      address('old', { created: 1 as ReceiveAddress['created'] }),
      address('newer', { created: 5 as ReceiveAddress['created'] }),
      address('used', { created: 9 as ReceiveAddress['created'], transactions: 1 }),
      address('change', { created: 10 as ReceiveAddress['created'], change: true }),
    ]
    expect(freshAddress(all)?.address).toBe('newer')
    expect(freshAddress(all.slice(2))).toBeUndefined()
    const key = address('token key', { change: true, tokenkey: true, transactions: 3 })
    expect(addressToShow([...all, key])?.address).toBe('newer')
    expect(addressToShow([...all.slice(2), key])?.address).toBe('token key')
  })
})
