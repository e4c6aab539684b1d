import { describe, expect, it } from 'vitest'
import type { ChainOptions } from './chainOptions.ts'
import { computeMagic } from './magic.ts'
import { readChainOptions } from './options.ts'

const TOKENTEST = 'name=TOKENTEST supply=1000000 reward=100000000 cc=2'
const KEY = '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12'

function options(text: string): ChainOptions {
  const parsed = readChainOptions(text.split(' ').map((word) => `-ac_${word}`))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.options
}

describe('computeMagic', () => {
  it('returns fixed values for the base chain', () => {
    expect(computeMagic(options('name=KMD'))).toMatchObject({ magic: 0x8de4eef9, p2pPort: 7770 })
  })

  it('ignores upgrade heights and activation heights of conditions', () => {
    const plain = computeMagic(options(TOKENTEST))
    for (const more of ['sapling=1', 'overwinter=5', 'ccactivate=100', 'ccactivateht=228,100']) {
      expect(computeMagic(options(`${TOKENTEST} ${more}`))).toEqual(plain)
    }
  })

  it('depends on every other option', () => {
    // Values differ because options at the same position of the hashed bytes collide if equal.
    const seen = new Set([computeMagic(options(TOKENTEST)).magic])
    const more = [
      ...[
        'end=5',
        'halving=7',
        'decay=5',
        'eras=2',
        'notarypay=4',
        `pubkey=${KEY}`,
        'script=51',
        'founders=1 script=51',
      ],
      ...['founders=2 founders_reward=9 script=51', 'public=1', 'staked=1', 'txpow=1', 'timelockgte=1', 'nk=96,5'],
      ...[
        'snapshot=1',
        'earlytxidcontract=2',
        'mineropret=00',
        'import=BEAM',
        'coda=1',
        'beam=1',
        'cclib=x',
        'cclib=xy',
      ],
      ...['adaptivepow=1', 'cbmaturity=3', 'blocktime=61', 'cc=3', 'supply=2', 'name=TOKENTES', 'perc=1 script=51'],
    ]
    for (const word of more) seen.add(computeMagic(options(`${TOKENTEST} ${word}`)).magic)
    // A one-letter library counts as an extra but is not hashed, so with a reward it changes nothing.
    expect(seen.size).toBe(more.length)
  })
})
