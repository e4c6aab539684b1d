import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadTexts, showLanguage } from '../../../i18n/texts.ts'
import { decodeServices, formatPing, getPeerHeight, givesText, groupText, isHeightOld, median } from '../peer.ts'

beforeAll(() => loadTexts('network'))
afterEach(() => showLanguage('en'))

describe('formatPing', () => {
  it('formats pings with two or three digits', () => {
    expect([0.000_27, 0.0042, 0.0481, 0.9994, 1.26].map(formatPing)).toEqual([
      '270 µs',
      '4.2 ms',
      '48 ms',
      '999 ms',
      '1.3 s',
    ])
  })
})

describe('getPeerHeight and isHeightOld', () => {
  it('prefer the current height of a peer to its height at the connection', () => {
    const heights = [
      { height: 10, startingheight: 4 },
      { height: -1, startingheight: 4 },
      { height: -1, startingheight: -1 },
    ]
    expect(heights.map(getPeerHeight)).toEqual([10, 4, -1])
    expect(heights.map(isHeightOld)).toEqual([false, true, false])
  })
})

describe('givesText', () => {
  const peer = { version: 170_013, inflight: [], services: '0000000000000005', height: 12, startingheight: 3 }
  it.each([
    ['Connecting', { version: 0 }],
    ['Sends 2 blocks', { inflight: [11, 12] }],
    ['Transactions only', { services: '0000000000000004' }],
    ['Nothing yet', { height: -1, startingheight: -1 }],
    ['3 newer blocks', { height: 15 }],
    ['All blocks', {}],
    ['Blocks up to 7', { height: 7 }],
  ])('describes a peer as %s', (text, change) => {
    expect(givesText({ ...peer, ...change }, 12)).toBe(text)
  })
})

describe('decodeServices', () => {
  it('names known bits, numbers others and ignores invalid hex', () => {
    expect(decodeServices('0000000030000005').map(({ word }) => word)).toEqual(['full', 'bloom', 'spent', 'address'])
    expect(decodeServices('8000000000000001').map(({ word }) => word)).toEqual(['full', 'bit 63'])
    expect(decodeServices('xyz')).toEqual([])
  })
})

describe('median', () => {
  it('returns the middle value, or the mean of the two middle values', () => {
    expect(median([])).toBeUndefined()
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1])).toBe(2.5)
  })
})

describe('groupText', () => {
  it('translates groups that are not part of an address', async () => {
    const groups = ['this machine', 'unroutable', '203.0', '2001:db8']
    expect(groups.map(groupText)).toEqual(['this computer', 'private networks', '203.0', '2001:db8'])
    await showLanguage('es')
    expect(groups.map(groupText)).toEqual(['este equipo', 'redes privadas', '203.0', '2001:db8'])
  })
})
