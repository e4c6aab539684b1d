import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readExpected, useJoined } from './joinedStore.ts'

describe('chains that were just joined', () => {
  beforeEach(() => {
    // There is no storage outside of a browser, which is said at each change.
    vi.spyOn(console, 'warn').mockReturnValue()
    useJoined.setState({ expected: [] })
  })
  afterEach(() => vi.restoreAllMocks())

  it('are expected once, until they were greeted', () => {
    const { expect: wait, greeted } = useJoined.getState()
    wait('GARDEN')
    wait('POND')
    wait('GARDEN')
    expect(useJoined.getState().expected).toEqual(['POND', 'GARDEN'])
    greeted('GARDEN')
    expect(useJoined.getState().expected).toEqual(['POND'])
  })

  it('are forgotten beyond fifty, oldest first', () => {
    for (let n = 0; n < 51; n++) useJoined.getState().expect(`CHAIN${n}`)
    expect(useJoined.getState().expected).toHaveLength(50)
    expect(useJoined.getState().expected[0]).toBe('CHAIN1')
  })

  it('are read from storage as far as it makes sense', () => {
    expect(readExpected({ expected: ['GARDEN', 7, null, 'POND'] })).toEqual(['GARDEN', 'POND'])
    for (const nonsense of [null, 'x', {}, { expected: 'GARDEN' }]) expect(readExpected(nonsense)).toEqual([])
  })
})
