import { describe, expect, it } from 'vitest'
import { hash160 } from '../../crypto/index.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import { notarisationData, type TestNotarisation } from '../../testing/notarisationScript.ts'
import { concat, fromHex } from '../../util/index.ts'
import { readNotarisation, signedByNotaries } from './notarisation.ts'
import { notarySeasonAt } from './seasons.ts'

const season = notarySeasonAt(1_600_000_000)!
const chain = { name: 'DOC' }
const signers = (count: number, from = 0) =>
  season.keys.slice(from, from + count).map((key) => ({ scriptPubKey: p2pkScript(key) }))

const hash = new Uint8Array(32).fill(1)
const destTxid = new Uint8Array(32).fill(2)
const data = (height: number, name: string, mom?: TestNotarisation['mom']): Uint8Array =>
  notarisationData({ name, hash, height, destTxid, ...(mom && { mom }) })

/** Returns scripts that push the bytes with each possible opcode. */
function scripts(bytes: Uint8Array): Uint8Array[] {
  const size = bytes.length
  const pushes = [
    [0x4c, size],
    [0x4d, size, 0],
    [0x4e, size, 0, 0, 0],
  ]
  if (size < 0x4c) pushes.unshift([size])
  return pushes.map((push) => concat(Uint8Array.of(0x6a, ...push), bytes))
}

const root = new Uint8Array(32).fill(3)

describe('readNotarisation', () => {
  it.each([0, 1, 2])('reads the data from every push opcode (%i)', (index) => {
    const claim = readNotarisation(scripts(data(100, 'DOC', { root, depth: 5 }))[index]!, 'DOC')
    expect(claim).toEqual({
      hash,
      height: 100,
      destTxid,
      mom: root,
      momDepth: 5,
    })
  })

  it('accepts data without a merkle root', () => {
    expect(readNotarisation(scripts(data(7, 'DOC'))[0]!, 'DOC')).toMatchObject({ height: 7, mom: undefined })
  })

  it.each([
    ['of zeros', { root: new Uint8Array(32), depth: 5 }],
    ['that is deeper than the chain', { root, depth: 101 }],
    ['over no block', { root, depth: 0x1_0000 }],
  ])('ignores a merkle root %s', (_name, mom) => {
    expect(readNotarisation(scripts(data(100, 'DOC', mom))[0]!, 'DOC')).toMatchObject({ mom: undefined, momDepth: 0 })
  })

  it('reads only the low 16 bits of the depth', () => {
    const claim = readNotarisation(scripts(data(100, 'DOC', { root, depth: 0x2_0005 }))[0]!, 'DOC')
    expect(claim?.momDepth).toBe(5)
  })

  it('accepts only the name of the chain itself', () => {
    for (const name of ['DO', 'DOC2', 'doc', ''])
      expect(readNotarisation(scripts(data(1, name))[0]!, 'DOC')).toBeUndefined()
    expect(readNotarisation(scripts(data(1, ''))[0]!, '')).toBeUndefined()
  })

  it('rejects data that exceeds its script', () => {
    const [script] = scripts(data(1, 'DOC'))
    for (let length = 0; length < script!.length; length++)
      expect(readNotarisation(script!.subarray(0, length), 'DOC')).toBeUndefined()
    expect(readNotarisation(fromHex('6a4effffffff00'), 'DOC')).toBeUndefined()
    expect(readNotarisation(concat(script!, new Uint8Array(10_001)), 'DOC')).toBeUndefined()
  })
})

describe('signedByNotaries', () => {
  it('requires eleven signers of the season', () => {
    expect(signedByNotaries(chain, season, signers(10), 91_400)).toBe(false)
    expect(signedByNotaries(chain, season, signers(11), 91_400)).toBe(true)
    expect(signedByNotaries(chain, notarySeasonAt(1_500_000_000), signers(11), 91_400)).toBe(false)
    expect(signedByNotaries(chain, undefined, signers(64), 91_400)).toBe(false)
  })

  it('counts each signer only once', () => {
    expect(signedByNotaries(chain, season, [...signers(10), ...signers(10)], 91_400)).toBe(false)
  })

  it('requires fewer signers on a young chain and always counts the first notary', () => {
    expect(signedByNotaries(chain, season, signers(5, 1), 89_999)).toBe(false)
    expect(signedByNotaries(chain, season, signers(6, 1), 89_999)).toBe(true)
    expect(signedByNotaries(chain, season, signers(6), 89_999)).toBe(false)
    expect(signedByNotaries(chain, season, signers(9, 1), 90_000)).toBe(false)
    expect(signedByNotaries(chain, season, signers(10, 1), 91_399)).toBe(true)
  })

  it('identifies signers by the position of their key, and the first one also by address', () => {
    const first = { scriptPubKey: p2pkhScript(hash160(season.keys[0]!)) }
    const second = { scriptPubKey: p2pkhScript(hash160(season.keys[1]!)) }
    expect(signedByNotaries(chain, season, [...signers(10, 1), first], 91_400)).toBe(true)
    expect(signedByNotaries(chain, season, [...signers(10, 2), second], 91_400)).toBe(false)
    const odd = signers(11, 1).map(({ scriptPubKey }) => {
      const script = concat(scriptPubKey, Uint8Array.of(1, 2, 3))
      script[0] = 0
      script[34] = 0
      return { scriptPubKey: script }
    })
    expect(signedByNotaries(chain, season, odd, 91_400)).toBe(true)
  })

  it('requires no signers on test chains for notarisations', () => {
    for (const name of ['TXSCL', 'TXSCL7', 'PIZZA', 'BEER'])
      expect(signedByNotaries({ name }, undefined, [], 5)).toBe(true)
    expect(signedByNotaries({ name: 'PIZZA2' }, undefined, [], 5)).toBe(false)
  })
})
