import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainMethods } from '#shared/chains/index.ts'
import { parseJson } from '#shared/json.ts'
import { processorMillis } from '../../node/testing/processorMillis.ts'
import { describeChain, knownChain } from './describe.ts'
import { givenChain } from './givenChain.ts'

const fromOptions = (text: string) => describeChain(givenChain(new Map([['options', text.split(' ')]])))
const fromText = (text: string) => describeChain(givenChain(new Map([['text', text]])))

const TOKENTEST = '-ac_name=TOKENTEST -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2'
const PUBKEY = '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12'

/** Enables only tokens, their orders and the faucet. */
const CONTRACTS = '-ac_cc=2 -ac_ccenable=227,228,242'

/** chain-params.md §3 */
const WORKED: readonly (readonly [string, string, string, number])[] = [
  ['-ac_name=REVS -ac_supply=1300000', '4141771a', '1a774141', 10195],
  ['-ac_name=BEER -ac_supply=100000000', '6ebbec9f', '9fecbb6e', 8922],
  ['-ac_name=PIZZA -ac_supply=100000000', '3c52bead', 'adbe523c', 11607],
  ['-ac_name=DEMO', '5071c306', '06c37150', 12417],
  ['-ac_name=DEMO -ac_cc=2', '5071c306', '06c37150', 12417],
  ['-ac_name=REGTEST -ac_supply=5555555 -ac_reward=10000000000000 -ac_cc=2', '522f2cea', 'ea2c2f52', 16902],
  ['-ac_name=TONYCI -ac_supply=10000000000 -ac_reward=100000000000 -ac_cc=2', '3cf11ae1', 'e11af13c', 27517],
  [TOKENTEST, 'b41821c1', 'c12118b4', 16385],
  [`${TOKENTEST} -ac_blocktime=20`, 'b5a3cd98', '98cda3b5', 58596],
  [`${TOKENTEST} -ac_ccenable=227,228,242`, '7c6c891e', '1e896c7c', 39274],
  [`${TOKENTEST} -ac_cbmaturity=5`, '0163b3b2', 'b2b36301', 62282],
  [
    '-ac_name=TOKENTEST -ac_supply=1000000 -ac_reward=300000000 -ac_halving=1000 -ac_end=5000 -ac_cc=2 -ac_public=1',
    '84b1de28',
    '28deb184',
    52256,
  ],
  [`${TOKENTEST} -ac_perc=5000000 -ac_pubkey=${PUBKEY}`, 'aa104770', '704710aa', 29584],
  [
    '-ac_name=TOKENTEST -ac_supply=1000000 -ac_cc=2 -ac_eras=2 -ac_reward=100000000,50000000 -ac_end=1000,0',
    'abe94fa4',
    'a44fe9ab',
    43212,
  ],
  [
    '-ac_name=PIRATE -ac_supply=0 -ac_reward=25600000000 -ac_halving=77777 -ac_private=1',
    '17b6e058',
    '58e0b617',
    45452,
  ],
]

const REFUSED: readonly (readonly [string, string])[] = [
  ['-ac_name=PIRATES -ac_supply=0 -ac_reward=25600000000 -ac_halving=77777 -ac_private=1', 'ac_private'],
  [
    '-ac_name=HUSHX -ac_supply=6178674 -ac_eras=3 -ac_reward=0,1125000000,562500000 -ac_cc=2 -ac_cclib=hush3',
    'ac_cclib',
  ],
  ['-ac_name=X -ac_adaptivepow=1 -ac_blocktime=1656', 'ac_adaptivepow'],
  ['-ac_name=X -ac_import=BTC', 'ac_import'],
  ['-ac_name=TESTX -ac_notarypay=1', 'ac_notarypay'],
  ['-ac_name=X -ac_algo=verushash', 'ac_algo'],
  ['-ac_name=X -ac_beam=1', 'ac_beam'],
  ['-ac_name=X -ac_cc=2 -ac_snapshot=1440', 'ac_snapshot'],
  ['-ac_name=X -ac_cc=2 -ac_ccenable=228,200', 'ac_ccenable'],
  ['-ac_name=X -ac_ccenable=200', 'ac_ccenable'],
  ['-ac_name=X -ac_cc=2 -ac_ccenable=228 -ac_ccactivateht=200,5', 'ac_ccactivateht'],
  ['-ac_name=X -ac_nk=210,9', 'ac_nk'],
]

describe('describeChain', () => {
  it.each(WORKED)('computes magic and ports of %s', (options, magic, wiremagic, p2pport) => {
    const found = fromOptions(options)
    expect(found).toMatchObject({ ok: true, magic, wiremagic, p2pport, rpcport: p2pport + 1, network: 'main' })
    // The returned options and texts describe the same chain.
    expect(fromOptions(found.options.join(' '))).toEqual({ ...found, warnings: expect.anything() })
    expect(fromText(found.sharetext)).toMatchObject({ ok: true, magic, options: found.options })
    expect(fromText(found.commandline)).toMatchObject({ ok: true, magic, options: found.options })
    expect(fromText(found.referencecommandline)).toMatchObject({ ok: true, magic, options: found.options })
    const { result } = chainMethods.describechain
    expect(result.decode(parseJson(result.encode(found)))).toEqual(found)
  })

  it.each(REFUSED)('rejects %s with an error that names the option', (options, option) => {
    const found = fromOptions(options)
    expect(found).toMatchObject({ ok: false, magic: '', sharetext: '', commandline: '', supply: [] })
    expect(found.problems.map((problem) => problem.option)).toContain(option)
    expect(found.problems[0]?.message).toMatch(new RegExp(`-${option}.*: `))
    expect(() => knownChain(givenChain(new Map([['options', options.split(' ')]])))).toThrow(`-${option}`)
  })

  it('returns the supply curve by height and time', () => {
    const { supply, finalsupply } = fromOptions('-ac_name=A -ac_supply=5 -ac_reward=100000000 -ac_end=10 -ac_public=1')
    expect(supply[0]).toMatchObject({ height: 1, time: 0 })
    expect(supply.at(-1)).toEqual({ height: 9, time: 480, supply: finalsupply })
    expect(supply.length).toBeLessThanOrEqual(200)
    const endless = fromOptions('-ac_name=A -ac_reward=100000000')
    expect(endless.finalsupply).toBeNull()
    expect(endless.supply.at(-1)?.time).toBeGreaterThan(49 * 365 * 86_400)
  })

  it('reports all problems at once, each with its option', () => {
    const found = fromOptions('-ac_name=../x -ac_supply=many -ac_blocktime=0 -ac_colour=red -datadir=/etc nonsense')
    expect(found.problems.map((problem) => problem.option)).toEqual([
      'datadir',
      null,
      'ac_colour',
      'ac_name',
      'ac_supply',
      'ac_blocktime',
    ])
    expect(fromOptions('-ac_supply=5').problems).toMatchObject([{ option: 'ac_name' }])
    expect(fromOptions('-regtest').problems).toMatchObject([
      { option: 'ac_name', message: '-ac_name: missing chain name' },
    ])
    expect(fromOptions('-ac_name=A -ac_name=B').problems).toMatchObject([{ option: 'ac_name' }])
  })

  it('warns of missing and ineffective options and of omitted node settings', () => {
    const plain = fromOptions(`-ac_name=A -ac_public=1 ${CONTRACTS}`)
    expect(plain.warnings).toEqual([])
    expect(fromOptions('-ac_name=A').warnings.join()).toMatch(/-ac_public is not set.*-ac_cc is not set/)
    expect(fromOptions(`-ac_name=A -ac_public=1 ${CONTRACTS} -ac_perc=5 -ac_eras=9`).warnings).toEqual([
      '-ac_perc has no effect on this chain and is left out.',
      '-ac_eras has no effect on this chain and is left out.',
    ])
    const pasted = fromText(`komodod -ac_name=A -ac_public=1 ${CONTRACTS} -gen -datadir=/x`)
    expect(pasted.warnings).toEqual(['Left out, because these are settings of an individual node: -gen, -datadir.'])
  })

  const contracts = (options: string) => {
    const { tokens, faucet, warnings } = fromOptions(`-ac_name=A -ac_public=1 ${options}`)
    return { tokens, faucet, warnings }
  }

  it('returns no warnings if contracts are on, including contracts without screens', () => {
    expect(contracts('-ac_cc=2')).toEqual({ tokens: true, faucet: true, warnings: [] })
    expect(fromText('komodod -ac_name=A -ac_cc=1 -ac_public=1 -addnode=192.0.2.1').warnings).toEqual([])
    expect(contracts('-ac_cc=2 -ac_ccenable=227,228,242,230,235').warnings).toEqual([])
  })

  it('warns if -ac_ccenable disables tokens or the faucet', () => {
    const off = (what: string, code: number) => `${what} off on this chain: eval code ${code} is not allowed.`
    expect(contracts('-ac_cc=2 -ac_ccenable=228')).toEqual({
      ...{ tokens: false, faucet: true, warnings: [off('Tokens are', 242)] },
    })
    expect(contracts('-ac_cc=2 -ac_ccenable=227,242')).toEqual({
      ...{ tokens: true, faucet: false, warnings: [off('The faucet is', 228)] },
    })
    expect(contracts('-ac_cc=2 -ac_ccenable=227,228 -ac_ccactivateht=242,1500')).toEqual({
      ...{ tokens: false, faucet: true },
      warnings: [off('Tokens are', 242).replace('off', 'off up to block 1,500')],
    })
    const none = contracts('-ac_ccenable=227,228,242')
    expect(none).toMatchObject({ tokens: false, faucet: false })
    expect(none.warnings).toEqual([
      expect.stringMatching(/^Crypto conditions are off/),
      '-ac_ccenable has no effect on this chain and is left out.',
    ])
  })

  it('warns of a reward that restarts after 64 halvings if that is within decades', () => {
    const halving = (blocks: number) =>
      fromOptions(`-ac_name=A -ac_public=1 ${CONTRACTS} -ac_reward=100000000 -ac_halving=${blocks}`).warnings
    expect(halving(1000)).toEqual([
      'At block 64,000, after about 45 days, the reward starts again from its full amount: after 64 halvings, all nodes of the family restart the halving count.',
    ])
    expect(halving(500_000)).toEqual([expect.stringMatching(/^At block 32,000,000, after about 61 years, the reward/)])
    expect(halving(2_000_000)).toEqual([])
  })

  it('asks for a missing or unreadable name and still checks the other options', () => {
    const missing = { option: 'ac_name', message: '-ac_name: missing chain name' }
    expect(fromText('komodod -ac_supply=1000').problems).toEqual([missing])
    expect(fromText('komodod -ac_name=<b> -ac_supply=1').problems).toEqual([missing])
    expect(fromOptions('-regtest -ac_name= -ac_beam=5').problems).toEqual([
      missing,
      expect.objectContaining({ option: 'ac_beam' }),
    ])
  })

  it('detects a shared text that was changed in transit', () => {
    const { sharetext } = fromOptions('-ac_name=A -ac_supply=123 -ac_public=1 -ac_sapling=1')
    expect(fromText(sharetext).ok).toBe(true)
    for (const changed of [sharetext.replace('123', '12'), sharetext.replace(' -ac_sapling=1', '')]) {
      expect(fromText(changed).problems).toMatchObject([{ option: null, message: /^The check line does not fit/ }])
    }
    expect(fromText('Hello!').problems).toMatchObject([{ option: null, message: /no chain in this text/ }])
  })

  it('accepts arbitrary text without crashing and rejects input that is too long', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `-ac_name=A ${text}`),
        ),
        (text) => {
          expect(fromText(text).problems.length).toBeLessThan(300)
        },
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (options) => {
        expect(describeChain(givenChain(new Map([['options', options]]))).network).toBe('main')
      }),
    )
    expect(() => fromText('x'.repeat(65_537))).toThrow('at most 65536 characters')
    expect(() => fromOptions('-ac_cc=1 '.repeat(65))).toThrow('at most 64 words')
    expect(() => givenChain(new Map())).toThrow('options: expected a list')
  })

  it('takes less than 50 ms, fast enough for every key press', () => {
    const took = processorMillis(() => {
      for (let i = 0; i < 20; i++) fromOptions(`${TOKENTEST} -ac_halving=1000 -ac_decay=99000000`)
    })
    expect(took / 20).toBeLessThan(50)
  })
})
