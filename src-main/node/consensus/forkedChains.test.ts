import { describe, expect, it } from 'vitest'
import { describeForkedChain } from './forkedChains.ts'
import { parseChainOptions } from './options.ts'

/** Options as the projects publish them, with a part of the error. */
const PUBLISHED: readonly (readonly [string, string])[] = [
  [
    '-ac_name=VRSC -ac_algo=verushash -ac_cc=1 -ac_supply=0 -ac_eras=3 -ac_reward=0,38400000000,2400000000 -ac_halving=1,43200,1051920 -ac_decay=100000000,0,0 -ac_end=10080,226080,0 -ac_timelockgte=19200000000 -ac_timeunlockfrom=129600 -ac_timeunlockto=1180800 -ac_veruspos=50',
    'VRSC is the chain of Verus',
  ],
  [
    '-ac_name=MCL -ac_supply=2000000 -ac_cc=2 -ac_marmara=1 -ac_staked=75 -ac_reward=3000000000',
    'Marmara Credit Loops',
  ],
  [
    '-ac_name=TOKEL -ac_supply=100000000 -ac_eras=2 -ac_cbmaturity=1 -ac_reward=100000000,4250000000 -ac_end=80640,0 -ac_decay=0,77700000 -ac_halving=0,525600 -ac_cc=555 -ac_ccenable=236,245,246,247 -ac_adaptivepow=6',
    'Keep using tokeld',
  ],
  ['-ac_name=HUSH3 -ac_supply=6178674 -ac_eras=3 -ac_founders=1 -ac_blocktime=150 -ac_cclib=hush3', 'Keep using hushd'],
  ['-ac_name=DRAGONX -ac_algo=randomx -ac_halving=3500000 -ac_reward=300000000 -ac_private=1', 'RandomX'],
  ['-ac_name=LUMBER -ac_algo=verushash', 'No current program of the family runs it'],
]

describe('parseChainOptions', () => {
  it.each(PUBLISHED)('rejects a fork by its name, whatever its other options: %s', (line, reason) => {
    const parsed = parseChainOptions(line.split(' '))
    expect(parsed.ok ? 'accepted' : parsed.error).toMatch(/^-ac_name: /)
    expect(parsed.ok ? 'accepted' : parsed.error).toContain(reason)
  })

  it('rejects the ticker of a fork too, which users type as the name', () => {
    expect(describeForkedChain('TKL')).toContain('TKL is the chain of Tokel')
    expect(describeForkedChain('VRSCTEST')).toContain('verusd')
  })

  it('accepts chains of any other name', () => {
    for (const name of ['DOC', 'MARTY', 'PIRATE', 'MCLX', '', 'TOKE', 'mcl'])
      expect(describeForkedChain(name)).toBeUndefined()
    expect(parseChainOptions(['-ac_name=MCLX'])).toMatchObject({ ok: true })
  })

  it('rejects the base chain, without a name and by its own, with advice', () => {
    for (const args of [[], ['-ac_name=KMD'], ['-ac_supply=10']]) {
      const parsed = parseChainOptions(args)
      expect(parsed.ok ? 'accepted' : parsed.error).toMatch(/^-ac_name: .*KMD.*Keep using komodod/)
    }
    expect(parseChainOptions(['-regtest'])).toMatchObject({ ok: true })
  })
})
