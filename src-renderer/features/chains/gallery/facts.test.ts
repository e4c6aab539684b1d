import { describe, expect, it } from 'vitest'
import { LIVE_CHAINS } from '#shared/chains/liveChains.ts'
import { parseLiveFacts } from './facts.ts'

const of = (name: string) => parseLiveFacts(LIVE_CHAINS.find((chain) => chain.name === name)!)

describe('parseLiveFacts', () => {
  it('returns how blocks are made and their reward', () => {
    expect(of('DOC')).toEqual({
      ...{ making: 'mixed', staked: 10, supply: 90_000_000_000n, reward: 100_000_000n, privateOnly: false },
    })
    expect(of('GLEEC')).toMatchObject({ making: 'stake', staked: 100, reward: 10_000n })
    expect(of('CLC')).toMatchObject({ making: 'adaptive', reward: 50_000_000n })
    expect(of('CCL')).toMatchObject({ making: 'work', reward: 0n })
    expect(of('PIRATE')).toMatchObject({ making: 'work', supply: 0n, reward: 25_600_000_000n, privateOnly: true })
  })

  it('accepts invalid option values without an error', () => {
    const options = ['-ac_name=A', '-ac_staked=-5', '-ac_reward=x', '-ac_private=']
    expect(parseLiveFacts({ options })).toMatchObject({ making: 'work', supply: 10n, reward: 10_000n })
  })
})
