import { describe, expect, it } from 'vitest'
import { LIVE_CHAINS, TEST_CHAINS } from './liveChains.ts'
import { MAX_LIST_TEXT, readLiveChains } from './liveChainsFile.ts'

/** Fifty two-letter names: aa, ab … */
const FIFTY = Array.from({ length: 50 }, (_, n) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26)))

const read = (value: unknown) => readLiveChains(JSON.stringify(value))

describe('readLiveChains', () => {
  it('reads only options and hosts from entries of the family’s list', () => {
    const entry = {
      ...{ ac_name: 'CCL', ac_supply: '200000000', ac_end: 1, addressindex: '1' },
      addnode: ['209.222.101.247', 'node.example.org:123', '209.222.101.247'],
    }
    expect(read([entry])).toEqual({
      ...{ ok: true, left: 0 },
      chains: [
        {
          name: 'CCL',
          options: ['-ac_name=CCL', '-ac_supply=200000000', '-ac_end=1'],
          peers: ['209.222.101.247', 'node.example.org:123'],
        },
      ],
    })
  })

  it('skips entries and hosts that are malformed', () => {
    const good = { ac_name: 'A', addnode: ['1.2.3.4', '<b>', 5, 'a b', '-onion', 'x'.repeat(300)] }
    const bad = [
      null,
      'text',
      [],
      {},
      { ac_name: '<img src=x>' },
      { ac_name: '../A' },
      { ac_name: 'B', ac_supply: '<script>' },
      { ac_name: 'B', ac_supply: '1 -rpcuser=x' },
      { ac_name: 'B', ac_supply: { toString: 1 } },
      { ac_name: 'B', ac_script: '5'.repeat(3000) },
      { ac_name: 'B', 'ac_<b>': '1' },
      { ac_name: 'B', ...Object.fromEntries(FIFTY.map((letters) => [`ac_${letters}`, '1'])) },
    ]
    const found = read([good, ...bad])
    expect(found).toMatchObject({ ok: true, chains: [{ name: 'A', peers: ['1.2.3.4'] }] })
    expect(found.ok && found.left).toBe(bad.length)
  })

  it('returns the fault of a file that cannot be read at all', () => {
    expect(readLiveChains('x'.repeat(MAX_LIST_TEXT + 1))).toEqual({ ok: false, fault: 'tooLong' })
    for (const text of ['', '<html>', '{}', '"a"', '5'])
      expect(readLiveChains(text)).toEqual({ ok: false, fault: 'notAList' })
    expect(read([])).toEqual({ ok: false, fault: 'noChain' })
    expect(read([{ name: 'A' }])).toEqual({ ok: false, fault: 'noChain' })
    expect(read(Array.from({ length: 201 }, (_, n) => ({ ac_name: `A${n}` })))).toEqual({ ok: false, fault: 'tooMany' })
  })
})

describe('the built-in list of chains', () => {
  it('equals a valid file, with test chains first', () => {
    const file = LIVE_CHAINS.map(({ options, peers }) => ({
      ...Object.fromEntries(options.map((word) => word.slice(1).split('='))),
      addnode: peers,
    }))
    expect(read(file)).toEqual({ ok: true, chains: LIVE_CHAINS, left: 0 })
    expect(LIVE_CHAINS.map(({ name }) => TEST_CHAINS.has(name))).toEqual([true, true, ...Array(8).fill(false)])
  })
})
