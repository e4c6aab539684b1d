import { describe, expect, it } from 'vitest'
import {
  type ChainDraft,
  emptyDraft,
  emptyEra,
  fieldOfOption,
  parseShellWords,
  plainDraft,
  readDraft,
} from './draft.ts'

const draft = (change: Partial<ChainDraft>): ChainDraft => ({ ...emptyDraft, name: 'DEMO', ...change })

describe('readDraft', () => {
  it('returns a public chain with all contracts by default', () => {
    expect(readDraft(draft({}))).toEqual({
      options: [
        '-ac_name=DEMO',
        '-ac_supply=1000000',
        '-ac_reward=100000000',
        '-ac_halving=2000000',
        '-ac_cc=2',
        '-ac_public=1',
        '-ac_blocktime=60',
      ],
      problems: {},
    })
  })

  it('omits -ac_cc if the user names contracts in the other options', () => {
    expect(readDraft(draft({ other: '--ac_ccenable=228' })).options.at(-1)).toBe('--ac_ccenable=228')
  })

  it('omits options of empty fields', () => {
    expect(readDraft({ ...plainDraft, name: 'DEMO', blocktime: '' })).toEqual({
      options: ['-ac_name=DEMO'],
      problems: {},
    })
  })

  it('writes one number per era and omits lists of zeros', () => {
    const eras = [
      { ...emptyEra, reward: '10', end: '1,000' },
      { ...emptyEra, reward: '5', halving: '500', decay: '75' },
    ]
    expect(readDraft(draft({ eras })).options).toEqual(
      expect.arrayContaining([
        '-ac_eras=2',
        '-ac_end=1000,0',
        '-ac_reward=1000000000,500000000',
        '-ac_halving=0,500',
        '-ac_decay=0,75000000',
      ]),
    )
    expect(readDraft(draft({ eras: [emptyEra, emptyEra] })).options.join(' ')).not.toMatch(/end|reward|halving|decay/)
  })

  it('converts percent to the integer units of the options', () => {
    expect(readDraft(draft({ perc: '5' })).options).toContain('-ac_perc=5000000')
    expect(readDraft(draft({ perc: '0.5' })).options).toContain('-ac_perc=500000')
    expect(readDraft(draft({ perc: '5 %' })).problems).toHaveProperty('perc')
  })

  it('names each field with an invalid value', () => {
    const eras = [emptyEra, { ...emptyEra, reward: 'much' }]
    const { problems } = readDraft({ ...draft({ supply: '1.5', eras }), name: ' ' })
    expect(Object.keys(problems).toSorted()).toEqual(['name', 'reward.1', 'supply'])
  })

  it('passes other options through unchanged, without quotes', () => {
    const { options } = readDraft(draft({ other: ' -ac_ccenable=227,228  "-ac_snapshot=10" ' }))
    expect(options.slice(-2)).toEqual(['-ac_ccenable=227,228', '-ac_snapshot=10'])
  })
})

describe('parseShellWords', () => {
  it('keeps quoted text in one word', () => {
    expect(parseShellWords(`-a="x y" '-b=1 2' -c`)).toEqual(['-a=x y', '-b=1 2', '-c'])
  })
})

describe('fieldOfOption', () => {
  it('finds the field for an option in any spelling', () => {
    expect(fieldOfOption('-ac_reward=x', draft({}))).toBe('reward.0')
    expect(fieldOfOption('ac_founders_reward', draft({}))).toBe('foundersReward')
  })

  it('returns other for unknown options and for options that the user typed', () => {
    expect(fieldOfOption('-ac_staked', draft({}))).toBe('other')
    expect(fieldOfOption('ac_supply', draft({ other: '-ac_supply=5' }))).toBe('other')
  })
})
