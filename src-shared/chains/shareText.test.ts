import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '../../src-main/node/testing/processorMillis.ts'
import { MAX_SHARE_TEXT, readShareText, type SharedChain, shareCheck, writeShareText } from './shareText.ts'

const DEMO: SharedChain = {
  name: 'DEMO',
  options: ['-ac_name=DEMO', '-ac_supply=1000', '-ac_reward=100000000,50000000', '-ac_end=1000,0', '-ac_public=1'],
  peers: ['192.0.2.7:39274', '[2001:db8::1]:39274', 'seed.example.org'],
  magic: '7c6c891e',
}

const read = (text: string) => readShareText(text)
const found = (chain: SharedChain) => ({
  options: chain.options,
  peers: chain.peers,
  ignored: [],
  check: shareCheck(chain),
})

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
const numbers = fc.array(fc.bigInt(0n, 2n ** 63n), { minLength: 1, maxLength: 7 }).map((list) => list.join(','))
const chains: fc.Arbitrary<SharedChain> = fc.record({
  name,
  magic: fc.stringMatching(/^[0-9a-f]{8}$/),
  options: fc
    .record(
      {
        name,
        supply: fc.nat().map(String),
        reward: numbers,
        end: numbers,
        ccenable: numbers,
        pubkey: fc.stringMatching(/^0[23][0-9a-f]{64}$/),
        sapling: fc.constantFrom('1', '61', '-1'),
      },
      { requiredKeys: ['name'] },
    )
    .map((record) => Object.entries(record).map(([key, value]) => `-ac_${key}=${value}`)),
  peers: fc.uniqueArray(
    fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 65_535 })).map(([host, port]) => `${host}:${port}`),
      fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 65_535 })).map(([host, port]) => `[${host}]:${port}`),
      fc.domain(),
    ),
    { maxLength: 4 },
  ),
})

/** Changes that chats and mail programs make to a text. */
const habits: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('-ac_', '\u2013ac_').replaceAll('-addnode', '\u2014addnode'),
  (text) => text.replaceAll('"', '\u201d').replaceAll("'", '\u2019'),
  (text) => text.replaceAll(' -', '\n-'),
  (text) => text.replaceAll(' -', ' \\\r\n    -'),
  (text) =>
    text
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  (text) => text.replaceAll(' -', '\u00a0\u200b-'),
  (text) => `Hi! Here it is:\n\n${text}\nsee you there - I mine already, it is well-known :-)`,
  (text) => text.replaceAll(' -', ' --'),
  (text) => `\`\`\`\n${text}\`\`\``,
]

describe('a share text', () => {
  it('contains a heading, the options as a command line, and a check', () => {
    expect(writeShareText(DEMO).split('\n')).toEqual([
      'Join the Smart Chain DEMO with Chainwright or any node of the family:',
      '-ac_name=DEMO -ac_supply=1000 -ac_reward=100000000,50000000 -ac_end=1000,0 -ac_public=1 ' +
        '-addnode=192.0.2.7:39274 -addnode=[2001:db8::1]:39274 -addnode=seed.example.org',
      `Check: ${shareCheck(DEMO)}`,
      '',
    ])
    expect(shareCheck(DEMO)).toMatch(/^7c6c891e-[0-9a-f]{8}$/)
  })

  it('survives writing and reading unchanged', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        expect(read(writeShareText(chain))).toEqual(found(chain))
      }),
    )
  })

  it('survives the changes of chats and mail programs', () => {
    fc.assert(
      fc.property(chains, fc.shuffledSubarray([...habits]), (chain, mangled) => {
        const text = mangled.reduce((rest, habit) => habit(rest), writeShareText(chain))
        expect(read(text)).toEqual(found(chain))
      }),
    )
  })

  it('changes its check with every option, but not with peers', () => {
    const other = (change: Partial<SharedChain>) => shareCheck({ ...DEMO, ...change })
    expect(other({ options: DEMO.options.slice(1) })).not.toBe(shareCheck(DEMO))
    expect(other({ options: [...DEMO.options, '-ac_sapling=1'] })).not.toBe(shareCheck(DEMO))
    expect(other({ magic: '00000000' })).not.toBe(shareCheck(DEMO))
    expect(other({ peers: [] })).toBe(shareCheck(DEMO))
  })
})

describe('readShareText', () => {
  it('accepts a command line of any program of the family', () => {
    const line =
      "./komodod -ac_name=TOKENTEST -ac_supply=1000000 -ac_reward='100000000 50000000' -ac_cc=2 --ac_ccenable=227,228 " +
      '-pubkey=02ab -gen -genproclimit=1 -datadir=/tmp/x -addnode=192.0.2.1 &'
    expect(read(line)).toEqual({
      options: [
        '-ac_name=TOKENTEST',
        '-ac_supply=1000000',
        '-ac_reward=100000000 50000000',
        '-ac_cc=2',
        '-ac_ccenable=227,228',
      ],
      peers: ['192.0.2.1'],
      ignored: ['pubkey', 'gen', 'genproclimit', 'datadir'],
      check: null,
    })
  })

  it('accepts lists with spaces between numbers, but no words after a value', () => {
    expect(read('-ac_ccenable=227, 228,\n242 -ac_supply=5, 3 of us mine it.').options).toEqual([
      '-ac_ccenable=227,228,242',
      '-ac_supply=5',
    ])
    expect(read('The name is (-ac_name=TEST), with "-ac_reward=1 2" and -ac_cc=2.').options).toEqual([
      '-ac_name=TEST',
      '-ac_reward=1 2',
      '-ac_cc=2',
    ])
  })

  it('accepts options from a conf file, and from a list whose dashes became dots', () => {
    expect(read('ac_name=TEST\n- ac_supply=7\nregtest=1\nmy-ac_cc=2').options).toEqual([
      '-ac_name=TEST',
      '-ac_supply=7',
    ])
  })

  it('returns both of two contradictory options for the caller to decide', () => {
    expect(read('-ac_name=A -ac_name=A -ac_name=B').options).toEqual(['-ac_name=A', '-ac_name=B'])
  })

  it('handles any text in bounded time without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => read(text).options.length <= 256))
    for (const hostile of ['-', '-ac_reward=1,', '"-ac_name=', ' ac_', '\u2014\u201d', 'Check: 0', '-ac_name="', '>']) {
      const text = hostile.repeat(Math.ceil((2 * MAX_SHARE_TEXT) / hostile.length))
      const took = processorMillis(() => expect(read(text).options.length).toBeLessThanOrEqual(256))
      expect(took).toBeLessThan(2_000)
    }
  })
})
