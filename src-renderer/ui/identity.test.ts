import { describe, expect, it } from 'vitest'
import { deriveIdenticon, IDENTITY_CELLS } from './identity.ts'

const ids = Array.from({ length: 300 }, (_, n) => n.toString(16).padStart(64, '0'))

describe('deriveIdenticon', () => {
  it('returns the same symmetric pattern for the same id', () => {
    for (const id of ids.slice(0, 20)) {
      const { filled, hue } = deriveIdenticon(id)
      expect(deriveIdenticon(id)).toEqual({ filled, hue })
      const has = new Set(filled.map(({ x, y }) => `${x} ${y}`))
      for (const { x, y } of filled) expect(has.has(`${IDENTITY_CELLS - 1 - x} ${y}`)).toBe(true)
    }
  })

  it('returns different patterns and hues for similar ids', () => {
    const looks = new Set(ids.map((id) => JSON.stringify(deriveIdenticon(id).filled)))
    expect(looks.size).toBeGreaterThan(290)
    const hues = ids.map((id) => deriveIdenticon(id).hue)
    expect(Math.max(...hues)).toBeGreaterThan(330)
    expect(Math.min(...hues)).toBeLessThan(30)
    expect(new Set(hues.map((hue) => Math.floor(hue / 30))).size).toBe(12)
  })
})
