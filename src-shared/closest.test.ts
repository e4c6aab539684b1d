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
  ])('takes %.20s for %s', (word, name) => {
    expect(closest(word, names)).toBe(name)
  })

  it('takes the nearer of two', () => {
    expect(closest('getblocks', ['getblocked', 'getblock'])).toBe('getblock')
  })
})
