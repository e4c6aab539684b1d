import { expect, it } from 'vitest'
import { sha256 } from '../../crypto/index.ts'
import { hiddenEntropy, revealedEntropy } from './hiddenEntropy.ts'

const KEY = new Uint8Array(32).fill(3)

it('hiddenEntropy is the hash of revealedEntropy, and differs for every output', () => {
  const hash = new Uint8Array(32).fill(9)
  const [first, second] = [0, 1].map((index) => hiddenEntropy(KEY, { hash, index }))
  expect(first).toEqual(sha256(revealedEntropy(KEY, { hash, index: 0 })))
  expect(second).not.toEqual(first)
})

it('hiddenEntropy leaves a Buffer id unchanged, as returned by database rows', () => {
  const hash = Buffer.alloc(32, 9)
  expect(hiddenEntropy(KEY, { hash, index: 3 })).toEqual(
    hiddenEntropy(KEY, { hash: new Uint8Array(32).fill(9), index: 3 }),
  )
  expect(hash).toEqual(Buffer.alloc(32, 9))
})
