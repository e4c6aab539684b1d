import { describe, expect, it } from 'vitest'
import { currentEntry } from './places.ts'

describe('currentEntry', () => {
  it.each([
    ['/', {}, 'home'],
    ['/wallet', { tab: 'send' }, 'home'],
    ['/wallet', { tab: 'messages' }, 'home'],
    ['/mining', {}, 'settings'],
    ['/mining', { half: 'stake' }, 'staking'],
    ['/tokens', { show: 'mine' }, 'tokens'],
    ['/market/0a', {}, 'tokens'],
    ['/channels', {}, 'channels'],
    ['/chains', {}, undefined],
  ])('maps %s with search %o to %s', (path, search, name) => {
    expect(currentEntry(path, search)?.name).toBe(name)
  })
})
