import { describe, expect, it } from 'vitest'
import { selectConnectionsToEvict } from './inboundMemory.ts'

const MB = 1_000_000
const NOW = 100_000

function peer(megabytes: number, idleSeconds: number, changes: { inbound?: boolean; whitelisted?: boolean } = {}) {
  const held = { bytes: megabytes * MB, movedAt: NOW - idleSeconds * 1000 }
  return { inbound: true, whitelisted: false, closed: false, held, ...changes }
}

describe('selectConnectionsToEvict', () => {
  it('evicts no connection while the total is within the limit', () => {
    expect(selectConnectionsToEvict([peer(4, 50), peer(6, 900)], NOW, 10 * MB)).toEqual([])
  })

  it('evicts as few connections as needed, first those that hold most for longest', () => {
    const [stuck, moving, small, halfway] = [peer(4, 600), peer(9, 0), peer(0.01, 1_000), peer(4, 20)]
    expect(selectConnectionsToEvict([moving, small, halfway, stuck], NOW, 15 * MB)).toEqual([stuck])
    expect(selectConnectionsToEvict([moving, small, halfway, stuck], NOW, 10 * MB)).toEqual([stuck, halfway])
  })

  it('ignores outbound and whitelisted connections', () => {
    const [chosen, trusted] = [peer(100, 600, { inbound: false }), peer(100, 600, { whitelisted: true })]
    const other = peer(3, 0)
    expect(selectConnectionsToEvict([chosen, trusted, other], NOW, 10 * MB)).toEqual([])
    expect(selectConnectionsToEvict([chosen, trusted, other], NOW, 2 * MB)).toEqual([other])
  })
})
