import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainParams, chainParamsFromArgs, NOT_ACTIVE } from './params.ts'
import { upgradesAlong, upgradesAt } from './testing/testSamples.ts'
import {
  BRANCH_ID,
  branchIdAt,
  epochAt,
  initialUpgrades,
  isSaplingActive,
  maxBlockSize,
  maxTransactionSize,
  transactionForm,
  type UpgradeState,
  upgradeHeights,
  upgradesAfterConnect,
} from './upgrades.ts'

const params = (text: string): ChainParams => chainParamsFromArgs(text.split(' '))
const smart = params('-ac_name=A')
const NEW_ERA = 1_544_832_000
const GENESIS_TIME = 1_231_006_505

/** Returns the times of a chain whose blocks follow genesis at a fixed spacing. */
const steady =
  (start: number, spacing = 60) =>
  (height: number): number =>
    height === 0 ? GENESIS_TIME : start + height * spacing

describe('automatic activation', () => {
  const young = steady(1_700_000_000)

  it('sets height 61 when block 31 of a fresh chain connects', () => {
    let state = initialUpgrades(smart)
    for (let height = 1; height <= 31; height++) {
      expect(state.automatic).toBeNull()
      state = upgradesAfterConnect(smart, state, height, young)
    }
    expect(state.automatic).toEqual({ trigger: 31, height: 61 })
    expect(upgradesAfterConnect(smart, state, 32, young)).toBe(state)
  })

  it('never triggers on a chain of old blocks', () => {
    expect(upgradesAt(smart, 500, steady(1_400_000_000)).automatic).toBeNull()
    expect(upgradesAt(smart, 500, steady(NEW_ERA - 500 * 60 - 1)).automatic).toBeNull()
  })

  it('counts from the first young block of an older chain', () => {
    // The time of block 100 equals the limit, so it is still old.
    const state = upgradesAt(smart, 400, steady(NEW_ERA - 100 * 60))
    expect(state.automatic).toEqual({ trigger: 131, height: 161 })
  })

  it('uses the lowest change from old to young if times go back and forth', () => {
    const young = new Set([50, 60])
    const timeAt = (height: number): number => NEW_ERA + (young.has(height) || height > 70 ? 10 : -10)
    // Block 81 checks block 51 (old) and so on; the first young block checked is 60.
    const state = upgradesAt(smart, 200, (height) => (height === 0 ? GENESIS_TIME : timeAt(height)))
    expect(state.automatic).toEqual({ trigger: 80, height: 110 })
  })

  it('stops its backward walk a day before the limit', () => {
    // A gap of days between 40 and 41, after which all blocks are young. The walk does not reach the young block 10.
    const timeAt = (height: number): number =>
      height === 10 ? NEW_ERA + 5 : height <= 40 ? NEW_ERA - 10 * 86_400 : NEW_ERA + height
    expect(upgradesAt(smart, 200, timeAt).automatic).toEqual({ trigger: 71, height: 101 })
  })

  it('requires the connecting block to be young too, within a day', () => {
    const timeAt = (late: number) => (height: number) =>
      height === 0 ? GENESIS_TIME : height === 31 ? NEW_ERA - 86_400 + late : NEW_ERA + height
    expect(upgradesAt(smart, 31, timeAt(0)).automatic).toBeNull()
    expect(upgradesAt(smart, 31, timeAt(1)).automatic).toEqual({ trigger: 31, height: 61 })
  })

  it('never happens with -ac_sapling', () => {
    const chain = params('-ac_name=A -ac_sapling=5')
    const state = upgradesAt(chain, 500, young)
    expect(state.automatic).toBeNull()
    expect(upgradeHeights(state, 500)).toEqual({ overwinter: 5, sapling: 5 })
  })

  it('happens despite -nuparams: heights 32 to 60 fall back', () => {
    const chain = params('-regtest -ac_name=A -nuparams=5ba81b19:1 -nuparams=76b809bb:1')
    const state = upgradesAt(chain, 100, young)
    const epochs = (heights: number[]): string[] => heights.map((height) => epochAt(state, height))
    expect(epochs([1, 30, 31])).toEqual(['sapling', 'sapling', 'sapling'])
    expect(epochs([32, 45, 60])).toEqual(['sprout', 'sprout', 'sprout'])
    expect(epochs([61, 62, 1000])).toEqual(['sapling', 'sapling', 'sapling'])
    const mocked = upgradesAt(chain, 200, steady(1_388_534_400))
    expect(mocked.automatic).toBeNull()
    expect(epochAt(mocked, 45)).toBe('sapling')
  })

  it('stays unknown to its trigger block and to earlier blocks', () => {
    const state = upgradesAt(smart, 100, young)
    const never = { overwinter: NOT_ACTIVE, sapling: NOT_ACTIVE }
    expect([1, 31, 32].map((height) => upgradeHeights(state, height))).toEqual([
      ...[never, never, { overwinter: 61, sapling: 61 }],
    ])
  })

  it('gives a block the same upgrade heights from every later state of the branch', () => {
    const time = fc.integer({ min: NEW_ERA - 3 * 86_400, max: NEW_ERA + 3 * 86_400 })
    fc.assert(
      fc.property(fc.array(time, { minLength: 32, maxLength: 80 }), (given) => {
        const times = [GENESIS_TIME, ...given]
        const states = upgradesAlong(smart, given.length, (height) => times[height]!)
        for (let height = 1; height <= given.length; height++) {
          const last = upgradeHeights(states[given.length]!, height)
          expect(upgradeHeights(states[height - 1]!, height)).toEqual(last)
          expect(upgradeHeights(states[height]!, height)).toEqual(last)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('effects of the upgrades', () => {
  const state = upgradesAt(smart, 100, steady(1_700_000_000))
  const staged: UpgradeState = { configured: { overwinter: 10, sapling: 20 }, automatic: null }

  it('change from Sprout to Sapling at height 61 of a fresh chain', () => {
    expect(transactionForm(state, 60)).toEqual({ overwintered: false, version: 1, versionGroupId: 0 })
    expect(transactionForm(state, 61)).toEqual({ overwintered: true, version: 4, versionGroupId: 0x892f2085 })
    expect([branchIdAt(state, 60), branchIdAt(state, 61)]).toEqual([0, 0x76b809bb])
    expect([maxBlockSize(state, 60), maxBlockSize(state, 61)]).toEqual([2_000_000, 4_194_304])
    expect([maxTransactionSize(state, 60), maxTransactionSize(state, 61)]).toEqual([100_000, 200_000])
  })

  it('include an Overwinter stage if the heights differ', () => {
    expect(transactionForm(staged, 15)).toEqual({ overwintered: true, version: 3, versionGroupId: 0x03c48270 })
    expect([9, 10, 19, 20].map((height) => branchIdAt(staged, height))).toEqual([
      BRANCH_ID.sprout,
      BRANCH_ID.overwinter,
      BRANCH_ID.overwinter,
      BRANCH_ID.sapling,
    ])
  })

  it('never occur without an activation height', () => {
    const never: UpgradeState = { configured: { overwinter: NOT_ACTIVE, sapling: NOT_ACTIVE }, automatic: null }
    expect(isSaplingActive(never, 1_000_000)).toBe(false)
    expect(epochAt(never, 0)).toBe('sprout')
  })
})
