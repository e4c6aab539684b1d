import { describe, expect, it } from 'vitest'
import { closest } from './closest.ts'

describe('closest', () => {
  const names = ['getblock', 'getblockcount', 'getinfo', 'rpcport', 'rpcpassword', 'gen']

  it.each([
    ['getblockcout', 'getblockcount'],
    ['getBlockCount', 'getblockcount'],
    ['gteinfo', 'getinfo'],
    ['rpcpasword', 'rpcpassword'],
    ['rcpport', 'rpcport'],
    ['gn', undefined],
    ['gem', undefined],
    ['GEN', 'gen'],
    ['foo', undefined],
    ['', undefined],
    ['g'.repeat(1_000_000), undefined],
  ])('resolves the input %.20s to %s', (word, name) => {
    expect(closest(word, names)).toBe(name)
  })

  it('returns the more similar of two names', () => {
    expect(closest('getblocks', ['getblocked', 'getblock'])).toBe('getblock')
  })
})
