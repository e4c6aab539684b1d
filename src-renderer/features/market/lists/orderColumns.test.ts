import { describe, expect, it } from 'vitest'
import { type OrderColumnsOptions, orderColumns } from './orderColumns.tsx'

/** Returns the minimum width in pixels of the columns shown at this width, with the gaps and the edges of a table. */
function least(options: OrderColumnsOptions, width: number): number {
  const shown = orderColumns(options).filter(({ hideBelow }) => !hideBelow || width >= hideBelow)
  const widths = shown.map((column) => Number(/\d+/.exec(column.width)?.[0]))
  return widths.reduce((sum, own) => sum + own, 0) + 20 * (shown.length - 1) + 32
}

const onCancel = () => undefined
describe.each([
  ['of a token', { coin: 'COIN', named: false }, 480],
  ['of a token, to be cancelled', { coin: 'COIN', named: false, onCancel }, 590],
  ['of all tokens', { coin: 'COIN', named: true }, 630],
  ['of all tokens, to be cancelled', { coin: 'COIN', named: true, onCancel }, 730],
] as const)('orderColumns %s', (_, options, narrowest) => {
  it('fit into any width without cutting off a button', () => {
    for (let width = narrowest; width <= 1300; width += 1) expect(least(options, width)).toBeLessThanOrEqual(width)
    const all = orderColumns(options)
    expect(all.filter(({ hideBelow = 0 }) => hideBelow > 1010)).toEqual([])
    expect(all.find(({ id }) => id === 'cancel')?.hideBelow).toBeUndefined()
  })
})
