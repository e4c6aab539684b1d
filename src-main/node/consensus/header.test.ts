import { describe, expect, it } from 'vitest'
import { type BlockHeader, blockHash } from '../primitives/index.ts'
import { checkClock, checkHeader, checkSolution, contextualCheckHeader, type HeaderContext } from './header.ts'
import type { HeaderTimes } from './headerAt.ts'
import { headerFields, solved, toChainParams } from './testing/testSamples.ts'
import { VALID } from './verdict.ts'

const smart = toChainParams('-regtest -ac_name=A')
const header = (fields: Partial<BlockHeader> = {}): BlockHeader => ({ ...headerFields(), ...fields })

describe('checkClock', () => {
  const now = 1_700_000_000
  it.each([
    [-1_000_000, 'ok'],
    [60, 'ok'],
    [61, 'future'],
    [299, 'future'],
    [300, 'dropped'],
    [100_000, 'dropped'],
  ])('treats a time of now%+i as %s, without a ban score', (offset, expected) => {
    const verdict = checkClock(smart, header({ time: now + offset }), now)
    expect(verdict.ok ? 'ok' : verdict.kind).toBe(expected)
    if (!verdict.ok) expect(verdict).toMatchObject({ score: 0, reason: '' })
  })
})

describe('checkHeader', () => {
  it('accepts any version from 4 on', () => {
    for (const version of [4, 5, 0x20000000]) expect(checkHeader(smart, solved(header({ version })))).toEqual(VALID)
  })

  it('rejects older and negative versions', () => {
    for (const version of [3, 0, -1]) {
      expect(checkHeader(smart, header({ version }))).toMatchObject({
        kind: 'refused',
        reason: 'version-too-low',
        score: 100,
      })
    }
  })

  it('rejects a hash above the target', () => {
    expect(checkHeader(smart, solved(header(), false))).toEqual({
      ok: false,
      kind: 'refused',
      code: 0x10,
      reason: 'high-hash',
      score: 50,
    })
  })

  it.each([0x200f0f10, 0x20ffffff, 0x21010000, 0xff123456, 0, 0x20800001, 0x1d000000])(
    'rejects the impossible target %i',
    (bits) => {
      expect(checkHeader(smart, header({ bits }))).toMatchObject({ kind: 'refused', reason: 'bad-diffbits' })
    },
  )

  it('ignores the hash on a plain regtest', () => {
    expect(checkHeader(toChainParams('-regtest'), solved(header(), false))).toEqual(VALID)
  })
})

describe('checkSolution', () => {
  const main = toChainParams('-ac_name=A')

  it('rejects a wrong, short, long or missing solution', () => {
    const { genesis } = main
    const { solution } = genesis.header
    const damaged = Uint8Array.from(solution)
    damaged[700] = (damaged[700] ?? 0) ^ 1
    for (const wrong of [damaged, solution.subarray(1), new Uint8Array(1345), new Uint8Array(0)]) {
      expect(checkSolution(main, { ...genesis.header, solution: wrong })).toMatchObject({
        kind: 'refused',
        reason: 'invalid-solution',
        score: 100,
      })
    }
    expect(checkSolution(main, { ...genesis.header, time: 5 })).toMatchObject({ reason: 'invalid-solution' })
    expect(checkSolution(main, genesis.header)).toEqual(VALID)
  })

  it('accepts any solution on regtest', () => {
    expect(checkSolution(smart, header({ solution: new Uint8Array(1344) }))).toEqual(VALID)
  })
})

describe('contextualCheckHeader', () => {
  const start = 1_699_990_000
  const at = (height: number): HeaderTimes => ({ time: start + height * 10, bits: 0x200f0f0f })
  const context = (fields: Partial<HeaderContext> = {}): HeaderContext => ({
    height: 12,
    at,
    now: start + 1000,
    ...fields,
  })
  const good = header({ time: start + 200 })

  it('accepts a header that fits its context', () => {
    expect(contextualCheckHeader(smart, good, context())).toEqual(VALID)
  })

  it('rejects any target except the computed one', () => {
    for (const bits of [0x200f0f0e, 0x200f0f10]) {
      expect(contextualCheckHeader(smart, { ...good, bits }, context())).toMatchObject({
        kind: 'refused',
        reason: 'bad-diffbits',
        score: 100,
      })
    }
  })

  it('rejects a time at or before the median of the last eleven', () => {
    // Blocks 1 to 11 have times 10 … 110, so the median is 60.
    expect(contextualCheckHeader(smart, header({ time: start + 60 }), context())).toMatchObject({
      reason: 'time-too-old',
      score: 0,
    })
    expect(contextualCheckHeader(smart, header({ time: start + 61 }), context())).toEqual(VALID)
  })

  it('rejects a time more than seven spacings ahead of the clock', () => {
    const slow = toChainParams('-regtest -ac_name=A -ac_blocktime=100')
    const at420 = context({ now: start })
    expect(contextualCheckHeader(smart, header({ time: start + 420 }), at420)).toEqual(VALID)
    expect(contextualCheckHeader(smart, header({ time: start + 421 }), at420)).toMatchObject({ reason: 'time-too-new' })
    expect(contextualCheckHeader(slow, header({ time: start + 700 }), at420)).toEqual(VALID)
    expect(contextualCheckHeader(slow, header({ time: start + 701 }), at420)).toMatchObject({ reason: 'time-too-new' })
  })

  it('rejects another block 1 than the known one', () => {
    const other = new Uint8Array(32)
    const first = context({ height: 1, heightOneHash: other })
    expect(contextualCheckHeader(smart, good, first)).toMatchObject({ kind: 'refused', reason: '', score: 1 })
    expect(contextualCheckHeader(smart, good, { ...first, heightOneHash: blockHash(good) })).toEqual(VALID)
    expect(contextualCheckHeader(smart, good, { ...first, heightOneHash: undefined })).toEqual(VALID)
    expect(contextualCheckHeader(smart, good, context({ heightOneHash: other }))).toEqual(VALID)
  })

  it('reports an old version of a proposal last, with a separate code', () => {
    expect(contextualCheckHeader(smart, { ...good, version: 3 }, context())).toMatchObject({
      reason: 'bad-version',
      code: 0x11,
      score: 0,
    })
    const old = header({ version: 3, time: start })
    expect(contextualCheckHeader(smart, old, context())).toMatchObject({ reason: 'time-too-old' })
  })
})
