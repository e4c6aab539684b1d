import { describe, expect, it } from 'vitest'
import { chosenCores, formatRate, type MinerStatus, minerNote, minerReason, switchOnInput } from './minerTexts.ts'

const status = (given: Partial<MinerStatus>): MinerStatus => ({
  ...{
    state: 'mining',
    detail: '',
    staking: false,
    generate: true,
    limit: -1,
    threads: 2,
    cores: 4,
    threadmemory: 236_000_000,
  },
  ...{ alone: false, power: 'mains', pauseonbattery: true, resumeatstart: false, interrupted: false },
  ...{ reward: { to: 'wallet', address: null, mine: true } },
  ...{ rate: 7.2, history: [], solutions: 10, chance: 0.06, expected: 2, blocks: 0, total: 0, last: null },
  ...given,
})

describe('minerNote and minerReason', () => {
  it.each([
    [{}, 'with 2 of 4 cores', '2 cores of 4 search for the next block.'],
    [{ threads: 1 }, 'with 1 of 4 cores', '1 core of 4 searches for the next block.'],
    [{ state: 'waiting', detail: 'No peer.' }, 'see below', 'No peer.'],
    [{ state: 'waiting', detail: 'a reward is too large' }, 'see below', 'A reward is too large.'],
    [
      { state: 'off', interrupted: true },
      'it was on before',
      'Mining was on when this chain was stopped, and is off now.',
    ],
    [{ state: 'off' }, 'on this computer', 'No core searches for the next block.'],
    [{ state: 'off', detail: 'no memory' }, 'stopped with an error', 'Mining stopped: no memory'],
  ] as const)('describe the status %j', (given, note, reason) => {
    expect(minerNote(status(given))).toBe(note)
    expect(minerReason(status(given))).toBe(reason)
  })
})

describe('minerReason', () => {
  it('says that paused mining resumes', () => {
    expect(minerReason(status({ state: 'paused' }))).toContain('resumes')
  })
})

describe('chosenCores', () => {
  it('returns all cores unless a lower limit is set', () => {
    expect([-1, 0, 1, 3, 9].map((limit) => chosenCores({ limit, cores: 4 }))).toEqual([4, 4, 1, 3, 4])
  })
})

describe('switchOn', () => {
  it('keeps the limit, except a limit of 0, which it replaces by all cores', () => {
    expect(switchOnInput({ limit: 2 })).toEqual({ generate: true })
    expect(switchOnInput({ limit: 0 })).toEqual({ generate: true, genproclimit: -1 })
  })
})

describe('formatRate', () => {
  it('shows tenths for rates below 10', () => {
    expect([0, 3.44, 9.94, 12.3].map(formatRate)).toEqual(['0.0', '3.4', '9.9', '12'])
  })
})
