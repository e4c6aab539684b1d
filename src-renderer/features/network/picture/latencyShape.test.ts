import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { ListedPeer } from '../peer.ts'
import { latencyPosition, latencyShape } from './latencyShape.ts'

beforeAll(() => loadTexts('network'))

const peer = (id: number, network: ListedPeer['network'], group: string, pingtime: number) =>
  ({ id, network, group, pingtime, pings: pingtime > 0 ? [pingtime] : [] }) as unknown as ListedPeer

describe('latencyPosition', () => {
  it('grows with the latency, stays on the scale and separates unanswered pings', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (a, f) => {
          expect(latencyPosition(a)).toBeLessThanOrEqual(latencyPosition(a * f))
          expect(latencyPosition(a)).toBeGreaterThanOrEqual(0)
          expect(latencyPosition(a)).toBeLessThan(latencyPosition(null))
        },
      ),
    )
  })
})

describe('latencyShape', () => {
  it('returns a lane per network and a line per group, and links peers of one group', () => {
    const peers = [
      peer(1, 'ipv4', '203.0.0.0/16', 0.01),
      peer(2, 'ipv4', '203.0.0.0/16', 0.1),
      peer(3, 'ipv4', '198.51.0.0/16', 0.1),
      peer(4, 'onion', 'x', 0),
    ]
    const picture = latencyShape(peers, { width: 300, height: 100 })
    expect(picture.lanes.map(({ label, peers, groups }) => [label, peers, groups])).toEqual([
      ['IPv4', 3, 2],
      ['Onion', 1, 1],
    ])
    expect(picture.links.map(({ group }) => group)).toEqual(['203.0.0.0/16'])
    const at = (id: number) => picture.points.find((point) => point.peer.id === id)
    expect(at(1)?.y).toBe(at(2)?.y)
    expect(at(2)?.x).toBe(at(3)?.x)
    expect(at(4)?.x).toBe(300)
    expect(latencyShape([], { width: 1, height: 1 }).points).toEqual([])
  })
})
