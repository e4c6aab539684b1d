import { describe, expect, it } from 'vitest'
import { toHex } from '../util/index.ts'
import type { ChainOptions } from './chainOptions.ts'
import { chainExtra, chainSeed, computeMagic } from './magic.ts'
import { readChainOptions } from './options.ts'

const FAMILY = 'supply=90000000000 reward=100000000 cc=3 staked=10'
const TOKENTEST = 'name=TOKENTEST supply=1000000 reward=100000000 cc=2'
const HUSH =
  'name=HUSH3 supply=6178674 eras=3 reward=0,1125000000,562500000 halving=129,340000,840000 end=128,340000,5422111 ' +
  'blocktime=150 cc=2 ccenable=228,234,235,236,241 founders=1 perc=11111111 cclib=hush3 ' +
  'script=76a9145eb10cf64f2bab1b457f1f25e658526155928fac88ac'
const KEY = '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12'

/** options, magic, wire bytes, p2p port: the worked examples of chain-params.md §3, and the recorded main-mode chain */
const EXAMPLES: readonly (readonly [string, string, string, number])[] = [
  ['name=REVS supply=1300000', '4141771a', '1a774141', 10195],
  ['name=BEER supply=100000000', '6ebbec9f', '9fecbb6e', 8922],
  ['name=PIZZA supply=100000000', '3c52bead', 'adbe523c', 11607],
  ['name=DEMO', '5071c306', '06c37150', 12417],
  ['name=DEMO cc=2', '5071c306', '06c37150', 12417],
  [`name=RICK ${FAMILY}`, 'fd750df6', 'f60d75fd', 25434],
  [`name=DOC ${FAMILY}`, '566f8433', '33846f56', 62415],
  [`name=MARTY ${FAMILY}`, '632ccb9c', '9ccb2c63', 52592],
  ['name=PIRATE supply=0 reward=25600000000 halving=77777 private=1', '17b6e058', '58e0b617', 45452],
  [HUSH, 'd394d36e', '6ed394d3', 18030],
  ['name=REGTEST supply=5555555 reward=10000000000000 cc=2', '522f2cea', 'ea2c2f52', 16902],
  ['name=TONYCI supply=10000000000 reward=100000000000 cc=2', '3cf11ae1', 'e11af13c', 27517],
  [TOKENTEST, 'b41821c1', 'c12118b4', 16385],
  [`${TOKENTEST} blocktime=20`, 'b5a3cd98', '98cda3b5', 58596],
  [`${TOKENTEST} ccenable=227,228,242`, '7c6c891e', '1e896c7c', 39274],
  [`${TOKENTEST} cbmaturity=5`, '0163b3b2', 'b2b36301', 62282],
  ['name=TOKENTEST supply=1000000 reward=300000000 halving=1000 end=5000 cc=2 public=1', '84b1de28', '28deb184', 52256],
  [`${TOKENTEST} perc=5000000 pubkey=${KEY}`, 'aa104770', '704710aa', 29584],
  ['name=TOKENTEST supply=1000000 cc=2 eras=2 reward=100000000,50000000 end=1000,0', 'abe94fa4', 'a44fe9ab', 43212],
  ['name=TST1 supply=1000000 cc=2 public=1', 'b9e08f2c', '2c8fe0b9', 0],
]

function options(text: string): ChainOptions {
  const parsed = readChainOptions(text.split(' ').map((word) => `-ac_${word}`))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.options
}

describe('computeMagic', () => {
  it.each(EXAMPLES)('gives the known identity of %s', (text, magic, wire, port) => {
    const identity = computeMagic(options(text))
    expect(identity.magic.toString(16).padStart(8, '0')).toBe(magic)
    expect(toHex(identity.magicBytes)).toBe(wire)
    if (port !== 0) expect(identity.p2pPort).toBe(port)
  })

  it('has fixed values for the base chain', () => {
    expect(computeMagic(options('name=KMD'))).toMatchObject({ magic: 0x8de4eef9, p2pPort: 7770 })
  })

  it('does not depend on the heights of the upgrades or on when conditions are activated', () => {
    const plain = computeMagic(options(TOKENTEST))
    for (const more of ['sapling=1', 'overwinter=5', 'ccactivate=100', 'ccactivateht=228,100']) {
      expect(computeMagic(options(`${TOKENTEST} ${more}`))).toEqual(plain)
    }
  })

  it('depends on every other option', () => {
    // Different numbers where they would stand in the same place of the hashed bytes: equal ones really do collide.
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
    // A one-letter library is an extra, but not hashed: with a reward given it changes nothing.
    expect(seen.size).toBe(more.length)
  })
})

describe('chainExtra', () => {
  const zeros = (count: number): string => '00'.repeat(count)
  const eraOfOneCoin = `${zeros(8)}00e1f50500000000${zeros(16)}`

  it('is empty when only supply, name, -ac_cc or -ac_staked are given', () => {
    for (const text of ['name=DEMO', 'name=DEMO cc=2', 'name=DEMO supply=5 staked=50 cc=3']) {
      expect(chainExtra(options(text))).toHaveLength(0)
      expect(chainSeed(chainExtra(options(text)))).toBe(0)
    }
  })

  it('has the known bytes for DOC', () => {
    const extra = chainExtra(options(`name=DOC ${FAMILY}`))
    expect(toHex(extra)).toBe(`${zeros(33)}${eraOfOneCoin}000000000a030000`)
    expect(chainSeed(extra)).toBe(0x0e1dd09b)
  })

  it('has the known bytes for TOKENTEST, with and without a list of eval codes', () => {
    const plain = chainExtra(options(TOKENTEST))
    expect(toHex(plain)).toBe(`${zeros(33)}${eraOfOneCoin}0000000000020000`)
    expect(chainSeed(plain)).toBe(0xf785931f)
    const limited = chainExtra(options(`${TOKENTEST} ccenable=227,228,242`))
    expect(limited).toHaveLength(105)
    expect(toHex(limited.subarray(73))).toBe(`fe${'ff'.repeat(27)}e7fffbff`)
    expect(chainSeed(limited)).toBe(0x053e05b6)
  })
})
