import { describe, expect, it } from 'vitest'
import { type OwnAddress, ownRows } from './ownRows.ts'

const own = (address: string, changes: Partial<OwnAddress>) =>
  ({ address, label: '', created: 1, balance: 0n, change: false, tokenkey: false, ...changes }) as unknown as OwnAddress

describe('ownRows', () => {
  it('lists the main address, then the largest balance, then the newest', () => {
    const rows = ownRows([
      own('old', { created: 1 }),
      own('new', { created: 2 }),
      own('small', { balance: 1n }),
      own('large', { balance: 10_000_000_000_000_001n }),
      own('main', { tokenkey: true }),
    ])
    expect(rows.map(({ address }) => address)).toEqual(['main', 'large', 'small', 'new', 'old'])
  })

  it('lists a change address while it has coins', () => {
    const rows = ownRows([own('empty', { change: true }), own('full', { change: true, balance: 1n })])
    expect(rows.map(({ address }) => address)).toEqual(['full'])
  })
})
