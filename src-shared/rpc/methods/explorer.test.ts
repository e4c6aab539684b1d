import { describe, expect, it } from 'vitest'
import type { OwnContract } from '../../protocol/evalCodes.ts'
import { kindForContract } from './explorer.ts'

describe('kindForContract', () => {
  it('returns the kind of the contract, or `contract` if it has none', () => {
    expect(kindForContract('importgateway')).toBe('gateway')
    expect(kindForContract('noKind' as OwnContract)).toBe('contract')
  })
})
