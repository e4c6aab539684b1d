import { describe, expect, it } from 'vitest'
import { mulberry32, nightly, processorMillis } from '../../../testing/index.ts'
import { createWalletFuzz } from './testing/mutatedWallets.ts'

const MUTATIONS = nightly() ? 10_000 : 300
/** Processor time of one file, far below the limit of two seconds. */
const MAX_MS = 1_500

describe('readWallet of mutated files', () => {
  it('neither crashes, nor hangs, nor loses a key silently', () => {
    const random = mulberry32(35)
    const draw = (below: number) => Math.floor(random() * below)
    const fuzz = createWalletFuzz()
    const outcomes = new Map<string, number>()
    let slowest = 0
    for (let left = MUTATIONS; left > 0; left--) {
      slowest = Math.max(
        slowest,
        processorMillis(() => {
          const { outcome } = fuzz.run(draw)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }),
      )
    }
    expect(slowest).toBeLessThan(MAX_MS)
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['read', 'pages', 'bytes']))
  })
})
