import { describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { createChainTipHandlers } from './chainTips.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

/**
 * Creates the parts of a chain that getchaintips reads: one active block per height. Tests add branches with `entry`.
 */
function createTestChain(heights: number) {
  let walked = 0
  const entry = (height: number, prev: BlockEntry | null, name: string) =>
    ({
      height,
      hashHex: name.padStart(64, '0'),
      get prev() {
        walked++
        return prev
      },
    }) as unknown as BlockEntry
  const active: BlockEntry[] = []
  for (let height = 0; height < heights; height++) active.push(entry(height, active.at(-1) ?? null, `a${height}`))
  let tip = active.at(-1) as BlockEntry
  const tips: BlockEntry[] = [tip]
  const chain = {
    tip: () => tip,
    tips: () => tips,
    isActive: (asked: BlockEntry) => active[asked.height] === asked,
    tipStatus: (asked: BlockEntry) => (active[asked.height] === asked ? 'active' : 'headers-only'),
  } as unknown as Chain
  return {
    ...{ active, tips, entry, walked: () => walked },
    handlers: createChainTipHandlers({ chain }),
    setTip(next: BlockEntry) {
      tip = next
    },
  }
}

describe('getchaintips', () => {
  it('walks the common part of 24,000 branches once and yields to the event loop', async () => {
    const { active, tips, entry, walked, handlers } = createTestChain(10)
    let shared = active[3] as BlockEntry
    for (let height = 4; height < 2000; height++) shared = entry(height, shared, `b${height}`)
    for (let leaf = 0; leaf < 24_000; leaf++) tips.push(entry(2000, shared, `c${leaf}`))
    let turns = 0
    let working = true
    const turn = () => {
      turns++
      if (working) setImmediate(turn)
    }
    setImmediate(turn)
    const rows = await handlers.getchaintips({}, context)
    working = false
    expect(turns).toBeGreaterThan(40)
    expect(walked()).toBeLessThan(24_000 + 2000 + 10)
    expect(rows).toHaveLength(24_001)
    expect(rows[0]).toMatchObject({ height: 2000, branchlen: 1997, status: 'headers-only' })
    expect(rows.at(-1)).toMatchObject({ height: 9, branchlen: 0, status: 'active' })
    const hashes = rows.slice(0, -1).map(({ hash }) => hash)
    expect(hashes).toEqual(hashes.toSorted().reverse())
  })

  it('restarts if the tip changes during the walk', async () => {
    const { active, tips, entry, handlers, setTip } = createTestChain(10)
    for (let leaf = 0; leaf < 2000; leaf++) tips.push(entry(6, active[5] as BlockEntry, `c${leaf}`))
    const asked = handlers.getchaintips({}, context)
    setTip(active[8] as BlockEntry)
    tips[0] = active[8] as BlockEntry
    const rows = await asked
    expect(rows.filter(({ status }) => status === 'active')).toMatchObject([{ height: 8 }])
  })
})
