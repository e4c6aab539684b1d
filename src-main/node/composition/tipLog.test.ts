import { describe, expect, it } from 'vitest'
import type { BlockEntry, ChainUpdate } from '../core/index.ts'
import { createLogger } from '../core/index.ts'
import { logTips } from './tipLog.ts'

const entry = (height: number) => ({ height, hashHex: `hash${height}`, txCount: 2 }) as BlockEntry
const block = (height: number) => ({ entry: entry(height), txs: [] })

function createTipLog(level: 'info' | 'debug' = 'info') {
  const lines: string[] = []
  let tip = entry(0)
  let listener: (update: ChainUpdate) => void = () => undefined
  const chain = {
    tip: () => tip,
    cachedCoins: () => 7,
    subscribe(each: (update: ChainUpdate) => void) {
      listener = each
      return () => undefined
    },
  }
  const sink = (line: string) => void lines.push(line.slice('1970-01-01T00:00:00.000Z '.length))
  logTips({ chain, peers: { longestHeight: () => 9 } }, createLogger({ sink, millis: () => 0, level }))
  return {
    lines,
    /** Moves the tip, then announces blocks that end at `upTo`. */
    announce(height: number, update: Partial<ChainUpdate>, upTo = height) {
      tip = entry(height)
      listener({ connected: [], disconnected: [], tip: entry(upTo), ...update })
    },
  }
}

describe('logTips', () => {
  it('writes one line for each new tip', () => {
    const { lines, announce } = createTipLog()
    announce(1, { connected: [block(1)] })
    announce(2, { connected: [block(2)] })
    expect(lines).toEqual([
      'INFO  [chain] new tip height=1 hash=hash1 blocks=1 transactions=2 cache=7 peersheight=9',
      'INFO  [chain] new tip height=2 hash=hash2 blocks=1 transactions=2 cache=7 peersheight=9',
    ])
  })

  it('writes one line for a batch that is announced in several steps', () => {
    const { lines, announce } = createTipLog()
    announce(3, { connected: [block(1), block(2)] }, 2)
    expect(lines).toEqual([])
    announce(3, { connected: [block(3)] })
    expect(lines).toEqual(['INFO  [chain] new tip height=3 hash=hash3 blocks=3 transactions=6 cache=7 peersheight=9'])
  })

  it('counts disconnected blocks in the line of the new tip', () => {
    const { lines, announce } = createTipLog()
    announce(1, { disconnected: [block(2) as never] })
    expect(lines).toEqual([
      'INFO  [chain] new tip height=1 hash=hash1 blocks=0 transactions=0 disconnected=1 cache=7 peersheight=9',
    ])
  })

  it('writes each block if the category is logged in detail', () => {
    const { lines, announce } = createTipLog('debug')
    announce(2, { connected: [block(2)], disconnected: [block(1) as never] })
    expect(lines.slice(0, 2)).toEqual([
      'DEBUG [chain] block disconnected height=1 hash=hash1',
      'DEBUG [chain] block connected height=2 hash=hash2 transactions=2',
    ])
  })
})
