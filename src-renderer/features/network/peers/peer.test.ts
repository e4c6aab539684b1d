import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { formatPing, median, servicesOf } from './peer.ts'

beforeAll(() => loadTexts('network'))

describe('formatPing', () => {
  it('keeps two or three digits', () => {
    expect([0.000_27, 0.0042, 0.0481, 0.9994, 1.26].map(formatPing)).toEqual([
      '270 µs',
      '4.2 ms',
      '48 ms',
      '999 ms',
      '1.3 s',
    ])
  })
})

describe('servicesOf', () => {
  it('names known bits, numbers others and survives nonsense', () => {
    expect(servicesOf('0000000030000005').map(({ word }) => word)).toEqual(['full', 'bloom', 'spent', 'address'])
    expect(servicesOf('8000000000000001').map(({ word }) => word)).toEqual(['full', 'bit 63'])
    expect(servicesOf('xyz')).toEqual([])
  })
})

describe('median', () => {
  it('is the middle, or between the two', () => {
    expect(median([])).toBeUndefined()
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1])).toBe(2.5)
  })
})
