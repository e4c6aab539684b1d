import { describe, expect, it } from 'vitest'
import { insertRounds } from './blake2bRounds.ts'

describe('insertRounds', () => {
  it('replaces the placeholder lines and leaves the others unchanged', () => {
    const lines = insertRounds('before\n  //#rounds u64 16\nafter').split('\n')
    expect([lines[0], lines.at(-1)]).toEqual(['before', 'after'])
    expect(lines).toHaveLength(2 + 12 * 8)
    expect(lines[1]).toBe(
      'v0 = v0 + v4; v0 = v0 + m0; v12 = rotr<u64>(v12 ^ v0, 32); v8 = v8 + v12; v4 = rotr<u64>(v4 ^ v8, 24); ' +
        'v0 = v0 + v4; v0 = v0 + m1; v12 = rotr<u64>(v12 ^ v0, 16); v8 = v8 + v12; v4 = rotr<u64>(v4 ^ v8, 63);',
    )
  })

  it('leaves out message words that are zero', () => {
    const added = insertRounds('//#rounds v128 2').match(/\bm\d+\b/g)
    expect(added).toHaveLength(2 * 12)
    expect(new Set(added)).toEqual(new Set(['m0', 'm1']))
  })
})
