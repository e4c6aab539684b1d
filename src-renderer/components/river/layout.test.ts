import { describe, expect, it } from 'vitest'
import {
  buildOutlines,
  computeCorner,
  feeLevel,
  findNewSquares,
  formatKindCounts,
  fullness,
  MAX_SQUARES,
  MOSAIC,
  mosaicFor,
  squareAt,
  squareBeside,
} from './layout.ts'

describe('squareBeside', () => {
  const grid = { cell: 10, columns: 4, height: MOSAIC.height }
  const press = (index: number, key: string) => squareBeside(grid, 10, index, key)

  it('starts at the first square, continues in the next row, and stays inside the block', () => {
    expect(press(-1, 'ArrowDown')).toBe(0)
    expect([press(3, 'ArrowRight'), press(4, 'ArrowLeft')]).toEqual([4, 3])
    // Rows fill from bottom to top.
    expect([press(1, 'ArrowUp'), press(5, 'ArrowDown')]).toEqual([5, 1])
    expect([press(0, 'ArrowLeft'), press(9, 'ArrowRight'), press(7, 'ArrowUp')]).toEqual([0, 9, 7])
  })

  it('ignores other keys, and arrow keys in an empty block', () => {
    expect(press(0, 'Enter')).toBeUndefined()
    expect(squareBeside(grid, 0, -1, 'ArrowRight')).toBeUndefined()
  })
})

describe('mosaic', () => {
  it('places every transaction in a separate square, and finds the square at a point', () => {
    for (const count of [1, 2, 12, 13, 40, MAX_SQUARES]) {
      const mosaic = mosaicFor(count)
      const seen = new Set<string>()
      for (let index = 0; index < count; index++) {
        const { x, y } = computeCorner(mosaic, index)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + mosaic.cell).toBeLessThanOrEqual(MOSAIC.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + mosaic.cell).toBeLessThanOrEqual(MOSAIC.height)
        expect(squareAt(mosaic, x + 1, y + 1)).toBe(index)
        seen.add(`${x} ${y}`)
      }
      expect(seen.size).toBe(count)
    }
    expect(squareAt(mosaicFor(4), MOSAIC.width - 1, 5)).toBe(-1)
  })

  it('draws one outline per kind, with different shapes', () => {
    const kinds = ['coinbase', 'payment', 'payment', 'token', 'order', 'faucet', 'contract'] as const
    const outlines = buildOutlines(kinds, mosaicFor(kinds.length))
    expect([...outlines.keys()]).toEqual(['coinbase', 'payment', 'token', 'order', 'faucet', 'contract'])
    const commands = [...outlines.values()].map((outline) => outline.split('Z')[0]?.replaceAll(/[^a-z]/g, ''))
    expect(new Set(commands).size).toBeGreaterThanOrEqual(5)
    expect(formatKindCounts(kinds)).toBe(
      '1 block reward, 2 payments, 1 token transaction, 1 order, 1 faucet transaction, 1 contract transaction',
    )
  })

  it('computes the fill level and the fee level of a block', () => {
    expect(fullness(0, 4_000_000)).toBe(0)
    expect(fullness(200, 4_000_000)).toBeGreaterThan(0.04)
    expect(fullness(4_000_000, 4_000_000)).toBe(1)
    expect([feeLevel(0n, 100), feeLevel(100n, 1000), feeLevel(20_000n, 1000), feeLevel(10n ** 8n, 1000)]).toEqual([
      'none',
      'low',
      'medium',
      'high',
    ])
  })
})

describe('freshPlaces', () => {
  it('returns new transactions, which the merged outlines then exclude', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((txid) => ({ txid }))
    const fresh = findNewSquares([a!, b!], [c!, b!, a!])
    expect([...fresh]).toEqual([0])
    expect([...findNewSquares([], [a!, b!])]).toEqual([0, 1])
    expect(findNewSquares([a!, b!], [a!]).size).toBe(0)
    const all = buildOutlines(['payment', 'payment', 'faucet'], mosaicFor(3)).get('payment')
    const rest = buildOutlines(['payment', 'payment', 'faucet'], mosaicFor(3), fresh)
    expect(all?.endsWith(rest.get('payment') ?? '-')).toBe(true)
    expect(rest.get('payment')).not.toBe(all)
    expect(rest.has('faucet')).toBe(true)
  })
})
