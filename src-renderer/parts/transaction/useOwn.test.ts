import { describe, expect, it } from 'vitest'
import type { DescribedTransaction } from './describe.ts'
import { walletAddresses } from './useOwn.ts'

const output = (n: number, type: 'pubkeyhash' | 'cryptocondition' | 'nulldata', ...addresses: string[]) => ({
  n,
  value: 1n,
  scriptPubKey: { asm: '', hex: '', type, ...(addresses.length > 0 ? { addresses } : {}) },
})

describe('walletAddresses', () => {
  it('names each address once that a wallet key may stand behind, conditions left out', () => {
    const transaction: DescribedTransaction = {
      vin: [],
      vout: [
        output(0, 'pubkeyhash', 'RA'),
        output(1, 'pubkeyhash', 'RB'),
        output(2, 'pubkeyhash', 'RA'),
        output(3, 'cryptocondition', 'RC'),
        output(4, 'nulldata'),
      ],
    }
    expect(walletAddresses(transaction)).toEqual(['RA', 'RB'])
    expect(walletAddresses(undefined)).toEqual([])
  })

  it('asks about no more than can be looked at', () => {
    const vout = Array.from({ length: 5000 }, (_, n) => output(n, 'pubkeyhash', `R${n}`))
    expect(walletAddresses({ vin: [], vout })).toHaveLength(200)
  })
})
