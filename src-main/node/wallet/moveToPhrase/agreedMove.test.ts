import { describe, expect, it } from 'vitest'
import { AgreedMove } from './agreedMove.ts'

function fileInMemory() {
  const values = new Map<string, Uint8Array>()
  return {
    values,
    meta: (name: string) => values.get(name),
    setMeta: (name: string, value: Uint8Array) => void values.set(name, value),
    dropMeta: (name: string) => void values.delete(name),
  }
}

const AGREED = {
  time: 1_700_000_000,
  coins: [
    { hash: new Uint8Array(32).fill(1), index: 0 },
    { hash: new Uint8Array(32).fill(2), index: 70_000 },
  ],
  tokens: [{ pubkey: new Uint8Array(33).fill(3), tokenId: new Uint8Array(32).fill(4) }],
}

describe('AgreedMove', () => {
  it('reads a stored agreement from the wallet file until it is cleared', () => {
    const file = fileInMemory()
    new AgreedMove(file).set(AGREED)
    const reopened = new AgreedMove(file)
    expect(reopened.get()).toEqual(AGREED)
    reopened.clear()
    expect([reopened.get(), new AgreedMove(file).get()]).toEqual([undefined, undefined])
  })

  it('ignores an agreement in the format of a later version', () => {
    const file = fileInMemory()
    file.values.set('moveToPhrase', Uint8Array.of(2, 0, 0))
    expect(new AgreedMove(file).get()).toBeUndefined()
  })
})
