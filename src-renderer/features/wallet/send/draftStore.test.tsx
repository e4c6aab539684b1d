import { afterEach, describe, expect, it } from 'vitest'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { emptySendDraft } from './draft.ts'
import { keptDrafts, readDrafts, useDrafts } from './draftStore.ts'

const draft = (amount: string) => ({ ...emptySendDraft, recipients: [{ address: 'R1', amount }] })
const getAmount = (drafts: ReturnType<typeof useDrafts.getState>['drafts']) => drafts['one']?.recipients[0]?.amount
const restored = (stored: unknown) => getAmount(readDrafts(stored))

afterEach(() => {
  useDisplayStyle.getState().setUnits('eight')
  useDrafts.getState().forget('one')
})

describe('useDrafts', () => {
  it('keeps drafts over a reload of the window, but not over a restart', () => {
    useDrafts.getState().put('one', draft('1.5'))
    expect(sessionStorage.getItem('chainwright.send')).toContain('1.5')
    expect(localStorage.getItem('chainwright.send')).toBeNull()
  })

  it('converts drafts immediately when the unit of the window changes', () => {
    useDrafts.getState().put('one', draft('1.5'))
    useDisplayStyle.getState().setUnits('coins')
    expect(getAmount(useDrafts.getState().drafts)).toBe('1.5')
    useDisplayStyle.getState().setUnits('sat')
    expect(getAmount(useDrafts.getState().drafts)).toBe('150000000')
    useDisplayStyle.getState().setUnits('eight')
    expect(getAmount(useDrafts.getState().drafts)).toBe('1.5')
  })

  it('restores drafts in the unit of the window from either stored unit', () => {
    useDrafts.getState().put('one', draft('5'))
    const inCoins = keptDrafts(useDrafts.getState())
    expect(restored(inCoins)).toBe('5')
    useDisplayStyle.getState().setUnits('sat')
    expect(restored(inCoins)).toBe('500000000')
    // The storage format of earlier versions.
    expect(restored({ drafts: { one: draft('5') } })).toBe('500000000')
    useDrafts.getState().put('one', draft('5'))
    const inSatoshis = keptDrafts(useDrafts.getState())
    expect(restored(inSatoshis)).toBe('5')
    useDisplayStyle.getState().setUnits('eight')
    expect(restored(inSatoshis)).toBe('0.00000005')
  })
})
