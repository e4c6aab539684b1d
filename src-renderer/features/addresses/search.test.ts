import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddressesSearch, readAddressSearch, readSnapshotSearch } from './search.ts'

describe('readers of the URL search', () => {
  it('keep all valid members', () => {
    const tx = 'ab'.repeat(32)
    const search = { cc: true, tab: 'unspent', kind: 'spent', start: 5, end: 9, sort: '-amount', tx }
    expect(readAddressSearch(search)).toEqual(search)
    expect(readAddressesSearch({ q: 2025, sort: 'label' })).toEqual({ q: '2025', sort: 'label' })
    expect(readSnapshotSearch({ top: 1000, sort: '-amount' })).toEqual({ top: 1000, sort: '-amount' })
  })

  it('drop all invalid members', () => {
    expect(
      readAddressSearch({ cc: 'yes', tab: 'changes', kind: 1, start: -1, end: 1.5, sort: '__proto__', tx: 'x' }),
    ).toEqual({})
    expect(readAddressSearch({ start: 2 ** 31, end: Number.NaN })).toEqual({})
    expect(readSnapshotSearch({ top: 7 })).toEqual({})
    expect(readAddressesSearch({ q: 'x'.repeat(9999) }).q).toHaveLength(4000)
  })

  it('accept any input and are idempotent', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('q', 'sort', 'cc', 'tab', 'start', 'end', 'tx', 'top'), fc.anything()),
        (search) => {
          for (const read of [readAddressesSearch, readAddressSearch, readSnapshotSearch]) {
            const once = read(search)
            expect(read({ ...once })).toEqual(once)
          }
        },
      ),
    )
  })
})
