import { describe, expect, it } from 'vitest'
import { byDays } from './days.ts'

const at = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).getTime() / 1000

describe('byDays', () => {
  it('groups rows by calendar day, not by 24 hours', () => {
    const now = at(2026, 3, 2, 1)
    const rows = [at(2026, 3, 2, 0), at(2026, 3, 1, 23), at(2026, 3, 1, 0), at(2026, 2, 28, 23)].map((time) => ({
      time,
    }))
    const days = byDays(rows, now)
    expect(days.map(({ label, rows: of }) => [label, of.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      [expect.stringMatching(/2026/), 1],
    ])
    expect(byDays([], now)).toEqual([])
  })
})
