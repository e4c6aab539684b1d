import { describe, expect, it } from 'vitest'
import type { ChainOptions } from './chainOptions.ts'
import { parseChainOptions, readChainOptions } from './options.ts'

function accepted(text: string): ChainOptions {
  const parsed = parseChainOptions(text.split(' '))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.options
}

function parseError(text: string): string {
  const parsed = parseChainOptions(text.split(' '))
  return parsed.ok ? 'accepted' : parsed.error
}

const KEY = `03${'68'.repeat(32)}`

describe('parseChainOptions', () => {
  it('fills in the default values', () => {
    expect(accepted('-ac_name=DEMO')).toMatchObject({
      network: 'main',
      name: 'DEMO',
      supply: 10n,
      eras: 1,
      reward: [0n, 0n, 0n, 0n, 0n, 0n, 0n],
      cc: 0,
      blockTime: 60,
      maxReorg: 99,
      port: null,
      sapling: null,
      timeLock: null,
    })
  })

  it('accepts one or two dashes, uses the last of repeated options and ignores others', () => {
    const options = accepted('--ac_name=ONE -ac_name=TWO word -rpcport=x -ac_supply=7')
    expect(options).toMatchObject({ name: 'TWO', supply: 7n })
  })

  it('repeats the last value of a list', () => {
    const { reward, end } = accepted('-ac_name=A -ac_eras=3 -ac_reward=100 -ac_end=5,7')
    expect(reward).toEqual([100n, 100n, 100n, 100n, 100n, 100n, 100n])
    expect(end).toEqual([5n, 7n, 7n, 7n, 7n, 7n, 7n])
  })

  it('parses lists with commas, spaces or both', () => {
    const parsed = parseChainOptions(['-ac_name=A', '-ac_eras=3', '-ac_reward= 1, 2 3 '])
    expect(parsed.ok && parsed.options.reward.slice(0, 4)).toEqual([1n, 2n, 3n, 3n])
  })

  it.each(['1abc', '0x10', '', 'ten', '1.5', '1e3', ' 1', '-5'])(
    'rejects the number "%s" and names the option',
    (text) => {
      for (const key of ['ac_supply', 'ac_reward', 'ac_blocktime', 'ac_cc', 'port', 'maxreorg', 'ac_founders_reward']) {
        const parsed = parseChainOptions(['-ac_name=A', `-${key}=${text}`])
        // Spaces separate the numbers of a list.
        if (text === ' 1' && key === 'ac_reward') continue
        expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(`-${key}:`) })
      }
    },
  )

  it('rejects numbers outside their range', () => {
    expect(parseError('-ac_name=A -ac_supply=90000000001')).toContain('-ac_supply')
    expect(accepted('-ac_name=A -ac_reward=18446744073709551615').reward[0]).toBe(2n ** 64n - 1n)
    expect(parseError('-ac_name=A -ac_reward=18446744073709551616')).toContain('-ac_reward')
    expect(parseError('-ac_name=A -ac_halving=9223372036854775808')).toContain('-ac_halving')
    expect(parseError('-ac_name=A -ac_blocktime=0')).toContain('-ac_blocktime')
    expect(parseError('-ac_name=A -port=65536')).toContain('-port')
    expect(parseError('-ac_name=A -ac_reward=1,2,3,4,5,6,7,8')).toContain('-ac_reward')
    expect(parseError('-ac_name=A -ac_sapling=0')).toContain('-ac_sapling')
  })

  it('rejects values that are not hex', () => {
    expect(parseError('-ac_name=A -ac_perc=1 -ac_pubkey=zz')).toContain('-ac_pubkey')
    expect(parseError('-ac_name=A -ac_perc=1 -ac_pubkey=0368')).toContain('-ac_pubkey')
    expect(parseError('-ac_name=A -ac_script=123')).toContain('-ac_script')
  })

  it('rejects names that could leave the data directory', () => {
    for (const name of ['../A', 'a/b', '.', '..', 'a b', '-x']) {
      expect(parseChainOptions([`-ac_name=${name}`])).toMatchObject({
        ok: false,
        error: expect.stringContaining('-ac_name'),
      })
    }
    expect(accepted(`-ac_name=${'N'.repeat(70)}`).name).toBe('N'.repeat(64))
  })

  it('rejects a misspelt chain option', () => {
    expect(parseError('-ac_name=A -ac_suply=5')).toBe('-ac_suply: unknown option')
  })

  it('requires a name except on regtest', () => {
    expect(parseError('-ac_supply=5')).toContain('base chain')
    expect(parseError('-ac_name=KMD')).toContain('KMD')
    expect(accepted('-regtest')).toMatchObject({ network: 'regtest', name: '' })
    expect(accepted('-regtest=1').network).toBe('regtest')
    expect(accepted('-regtest=0 -ac_name=A').network).toBe('main')
    expect(accepted('-regtest -noregtest -ac_name=A').network).toBe('main')
    expect(parseError('-regtest=yes')).toContain('-regtest')
  })

  it('rejects two networks at once', () => {
    expect(parseError('-regtest -testnet')).toBe('Error: Invalid combination of -regtest and -testnet.')
  })
})

describe('corrections of chain options', () => {
  const read = (text: string): ChainOptions => {
    const parsed = readChainOptions(`-ac_name=A ${text}`.split(' '))
    if (!parsed.ok) throw new Error(parsed.error)
    return parsed.options
  }

  it('drop a commission and founders without a payee', () => {
    expect(read('-ac_perc=5 -ac_founders=1')).toMatchObject({ perc: 0n, founders: 0 })
  })

  it('add the default commission for founders', () => {
    expect(read(`-ac_founders=1 -ac_pubkey=${KEY}`).perc).toBe(53_846_154n)
    expect(read('-ac_founders=1 -ac_script=51').perc).toBe(53_846_154n)
    expect(read('-ac_founders=1 -ac_script=51 -ac_founders_reward=5').perc).toBe(0n)
    expect(read('-ac_founders=1 -ac_script=51 -ac_perc=9').perc).toBe(9n)
  })

  it('reject combinations that stop komodod', () => {
    expect(parseError('-ac_name=A -ac_perc=5 -ac_founders_reward=5 -ac_script=51')).toContain('-ac_founders_reward')
    expect(parseError('-ac_name=A -ac_supply=10000000001 -ac_script=51')).toContain('10 billion')
    expect(parseError('-ac_name=A -ac_supply=10000000000 -ac_script=51')).toBe('accepted')
  })

  it('disable decays that are impossible', () => {
    expect(read('-ac_decay=100000001').decay[0]).toBe(0n)
    expect(read('-ac_decay=100000000').decay[0]).toBe(0n)
    expect(read('-ac_decay=100000000 -ac_end=9').decay[0]).toBe(100_000_000n)
    expect(read('-ac_decay=99 -ac_eras=2').decay.slice(0, 2)).toEqual([99n, 99n])
  })

  it('replace an impossible number of eras by one', () => {
    expect(read('-ac_eras=0').eras).toBe(1)
    expect(read('-ac_eras=8').eras).toBe(1)
    expect(read('-ac_eras=7').eras).toBe(7)
  })

  it('disable a time lock with a reversed range', () => {
    expect(read('-ac_timelockgte=5 -ac_timeunlockfrom=9 -ac_timeunlockto=8').timeLock).toBeNull()
    expect(read('-ac_timelockgte=5 -ac_timeunlockfrom=8 -ac_timeunlockto=9').timeLock).toEqual({
      atLeast: 5n,
      from: 8n,
      to: 9n,
    })
    expect(read('-ac_timeunlockto=9').timeLock).toBeNull()
  })

  it('keep two bits of -ac_txpow and at most 100 per cent of -ac_staked', () => {
    expect(read('-ac_txpow=6').txPow).toBe(2)
    expect(read('-ac_staked=200').staked).toBe(100)
  })

  it('ignore lists of eval codes without -ac_cc', () => {
    expect(read('-ac_ccenable=228 -ac_cclib=x')).toMatchObject({ ccEnable: [], ccLib: '' })
    expect(read('-ac_cc=1 -ac_ccenable=228 -ac_cclib=x')).toMatchObject({ ccEnable: [228n], ccLib: 'x' })
  })

  it('reject empty or unparsable values even if they have no effect', () => {
    for (const value of ['$(x)', '', ' ']) {
      for (const cc of ['-ac_cc=0', '-ac_cc=2']) {
        for (const key of ['ac_ccenable', 'ac_timeunlockto']) {
          const parsed = parseChainOptions(['-ac_name=A', cc, `-${key}=${value}`])
          expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(`-${key}:`) })
        }
      }
    }
    for (const key of ['ac_pubkey', 'ac_script', 'ac_cclib', 'ac_import', 'ac_algo', 'ac_mineropret']) {
      expect(parseError(`-ac_name=A -${key}=`)).toBe(`-${key}: missing value; omit the option if it is not wanted`)
    }
    for (const codes of ['0', '0,0'])
      expect(parseError(`-ac_name=A -ac_cc=2 -ac_ccenable=${codes}`)).toMatch(/^-ac_ccenable:/)
    expect(read('-ac_cc=2 -ac_ccenable=0,228').ccEnable).toEqual([0n, 228n])
  })

  it('parse pairs of eval code and height, including the repeated last number', () => {
    expect([...read('-ac_ccactivateht=228,1000').ccActivateHeights]).toEqual([[228, 1000]])
    expect([...read('-ac_ccactivateht=228,1000,236,2000').ccActivateHeights]).toEqual([
      [228, 1000],
      [236, 2000],
    ])
    // 242 is the height of code 228 and, through the repetition, also a code.
    expect([...read('-ac_ccactivateht=228,242').ccActivateHeights]).toEqual([
      [228, 242],
      [242, 242],
    ])
    for (const wrong of ['300,5', '0,5', '228,0', '228,2147483648']) {
      expect(parseError(`-ac_name=A -ac_ccactivateht=${wrong}`)).toContain('-ac_ccactivateht')
    }
  })

  it('parse upgrade heights of a regtest', () => {
    const parsed = parseChainOptions(['-regtest', '-nuparams=5ba81b19:1', '-nuparams=76B809BB:20'])
    expect(parsed.ok && parsed.options.upgradeHeights).toEqual({ overwinter: 1, sapling: 20 })
    expect(parseError('-regtest -nuparams=12345678:1')).toContain('-nuparams')
    expect(parseError('-regtest -nuparams=5ba81b19')).toContain('-nuparams')
    expect(parseError('-ac_name=A -nuparams=5ba81b19:1')).toContain('requires -regtest')
  })
})
