import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStored } from './draftStore.ts'
import { emptyDraft, emptyEra, readDraft } from './form/draft.ts'

describe('readStored', () => {
  it('gives back what was kept', () => {
    const draft = {
      ...emptyDraft,
      name: 'GARDEN',
      cc: false,
      eras: [emptyEra, { ...emptyEra, reward: '5' }],
      txpow: '3' as const,
    }
    expect(readStored({ draft })).toEqual(draft)
  })

  it('forgets what does not fit', () => {
    const draft = { name: 7, cc: 'yes', eras: [{ reward: 1, end: '9' }, 'x'], txpow: '9', extra: 'x' }
    expect(readStored({ draft })).toEqual({ ...emptyDraft, eras: [{ ...emptyEra, end: '9' }] })
    expect(readStored({ draft: { eras: [] } })).toEqual(emptyDraft)
  })

  it('gives a form that can be read, whatever was kept', () => {
    fc.assert(
      fc.property(fc.anything(), fc.record({ draft: fc.anything() }), (anything, holder) => {
        expect(readDraft(readStored(anything)).options).toBeInstanceOf(Array)
        expect(readDraft(readStored(holder)).options).toBeInstanceOf(Array)
      }),
    )
  })
})
