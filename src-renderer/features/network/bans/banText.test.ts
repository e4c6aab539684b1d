import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bansAsText, readBans } from './banText.ts'

const NOW = 1_700_000_000

const ban = (address: string, until: number, note: string) => ({
  ...{ address, banned_until: until, note, created: NOW, covers: '1' },
  reason: 'manual' as const,
})

describe('bansAsText and readBans', () => {
  it('restore an exported list unchanged', () => {
    const notes = fc.string({ maxLength: 60 }).map((text) => text.replace(/[\s,;]+/g, ' ').trim())
    fc.assert(
      fc.property(fc.ipV4(), notes, fc.integer({ min: NOW + 1, max: NOW + 1e9 }), (address, note, until) => {
        const text = bansAsText([ban(`${address}/255.255.255.0`, until, note) as never])
        expect(readBans(text, NOW)).toEqual({
          bans: [{ subnet: `${address}/24`, until, note }],
          problems: [],
          expired: 0,
        })
      }),
    )
  })

  it('read plain lists, report unreadable lines, and omit expired bans', () => {
    const text = '# mine\n203.0.113.9\n\nnonsense\n2a01:4f8::/32, 1800000000, sends garbage\n10.0.0.1 2001-01-01 old\n'
    expect(readBans(text, NOW)).toEqual({
      bans: [
        { subnet: '203.0.113.9', until: undefined, note: '' },
        { subnet: '2a01:4f8::/32', until: 1_800_000_000, note: 'sends garbage' },
      ],
      problems: [4],
      expired: 1,
    })
  })

  it('read the JSON output of listbans', () => {
    const json = JSON.stringify([{ address: '10.0.0.0/255.0.0.0', banned_until: 1_800_000_000 }, { address: 7 }])
    expect(readBans(json, NOW)).toEqual({
      bans: [{ subnet: '10.0.0.0/255.0.0.0', until: 1_800_000_000, note: '' }],
      problems: [2],
      expired: 0,
    })
  })
})
