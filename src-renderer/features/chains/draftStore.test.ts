import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CreateDraft,
  emptyCreateDraft,
  emptyJoinDraft,
  type JoinDraft,
  readCreateDraft,
  readJoinDraft,
  storableJoinDraft,
} from './draftStore.ts'
import { emptyEra, plainDraft, readDraft } from './form/draft.ts'

describe('readCreateDraft', () => {
  it('restores a stored draft unchanged', () => {
    const draft: CreateDraft = {
      ...{ ...emptyCreateDraft, name: 'GARDEN', cc: false, txpow: '3', alone: false },
      eras: [emptyEra, { ...emptyEra, reward: '5' }],
    }
    expect(readCreateDraft({ draft })).toEqual(draft)
  })

  it('ignores stored values of the wrong type', () => {
    const draft = { name: 7, cc: 'yes', eras: [{ reward: 1, end: '9' }, 'x'], txpow: '9', extra: 'x', alone: 'x' }
    expect(readCreateDraft({ draft })).toEqual({ ...emptyCreateDraft, eras: [{ ...emptyEra, end: '9' }] })
    expect(readCreateDraft({ draft: { eras: [] } })).toEqual(emptyCreateDraft)
  })

  it('returns a draft that readDraft accepts for any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.record({ draft: fc.anything() }), (anything, holder) => {
        expect(readDraft(readCreateDraft(anything)).options).toBeInstanceOf(Array)
        expect(readDraft(readCreateDraft(holder)).options).toBeInstanceOf(Array)
        expect(readDraft(readJoinDraft(holder).chain).options).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('readJoinDraft', () => {
  it('restores a stored draft unchanged', () => {
    const chain = { ...plainDraft, name: 'GARDEN', supply: '10' }
    const draft: JoinDraft = { mode: 'fill', text: '-ac_name=A', label: 'Ours', peers: '::1\n', chain }
    expect(readJoinDraft({ draft })).toEqual(draft)
    expect(readJoinDraft({ draft: { ...draft, peers: null } }).peers).toBeNull()
  })

  it('ignores stored values of the wrong type', () => {
    expect(readJoinDraft({ draft: { mode: 'x', text: 1, peers: 7, chain: { cc: 'yes' } } })).toEqual(emptyJoinDraft)
    expect(readJoinDraft(undefined)).toEqual(emptyJoinDraft)
  })
})

describe('keptJoinDraft', () => {
  it('removes a password from a pasted command line in any field', () => {
    const line = '-ac_name=GARDEN -rpcpassword=hunter2'
    const kept = storableJoinDraft({ ...emptyJoinDraft, text: line, chain: { ...plainDraft, other: line } })
    expect(kept).toMatchObject({ text: '-ac_name=GARDEN', chain: { other: '-ac_name=GARDEN' } })
  })
})
