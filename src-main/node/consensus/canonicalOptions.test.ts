import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { canonicalOptions } from './canonicalOptions.ts'
import type { ChainOptions } from './chainOptions.ts'
import { computeMagic } from './magic.ts'
import { parseChainOptions, readChainOptions } from './options.ts'
import { buildChainParams } from './params.ts'

function read(words: readonly string[]): ChainOptions {
  const parsed = readChainOptions(words)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.options
}

const canonical = (text: string): string => canonicalOptions(read(text.split(' '))).join(' ')

/**
 * Returns the properties that must be equal: lists up to the number of eras, without settings that each node chooses.
 */
function meaning(options: ChainOptions): unknown {
  const cut = (list: readonly bigint[]): readonly bigint[] => list.slice(0, options.eras)
  const { end, reward, halving, decay, notaryPay, ccActivateHeights } = options
  return {
    ...options,
    ...{ end: cut(end), reward: cut(reward), halving: cut(halving), decay: cut(decay), notaryPay: cut(notaryPay) },
    // Without -ac_overwinter, the value of -ac_sapling applies.
    overwinter: options.overwinter ?? options.sapling,
    ccActivateHeights: [...ccActivateHeights].sort(([a], [b]) => a - b),
    port: null,
    maxReorg: 99,
  }
}

const KEY = `03${'68'.repeat(32)}`
const numbers = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 7 }).map(String)
const maybe = (name: string, value: fc.Arbitrary<string | number>): fc.Arbitrary<string[]> =>
  fc.option(value, { nil: undefined }).map((given) => (given === undefined ? [] : [`-ac_${name}=${given}`]))
const small = fc.integer({ min: 0, max: 5 })

/** Chains with other codes have a magic, but are not supported. */
const known = fc.constantFrom(...Object.values(EVAL_CODES))
const codes = fc.oneof(known, known, known, known, fc.integer({ min: 0, max: 300 }))

const PARTS: readonly fc.Arbitrary<string[]>[] = [
  maybe('supply', fc.oneof(small, fc.constantFrom(10, 1_000_000, 9_000_000_000))),
  maybe('eras', fc.integer({ min: 0, max: 8 })),
  ...['reward', 'end', 'halving'].map((name) => maybe(name, numbers(50))),
  maybe('decay', fc.oneof(numbers(50), fc.constantFrom('100000000', '100000000,0', '5,100000000'))),
  maybe('notarypay', numbers(1)),
  fc.constantFrom([], [`-ac_pubkey=${KEY}`], ['-ac_script=76A9'], [`-ac_pubkey=${KEY}`, '-ac_script=51']),
  fc.constantFrom([], ['-ac_perc=5'], ['-ac_perc=53846154'], ['-ac_founders_reward=7']),
  maybe('founders', small),
  ...['cc', 'ccactivate', 'staked', 'txpow', 'cbmaturity', 'snapshot', 'beam', 'coda'].map((name) =>
    maybe(name, small),
  ),
  ...['public', 'private', 'earlytxidcontract', 'adaptivepow'].map((name) => maybe(name, small)),
  maybe('ccenable', fc.array(codes, { minLength: 1, maxLength: 9 }).map(String)),
  maybe('cclib', fc.constantFrom('x', 'sudoku')),
  maybe(
    'ccactivateht',
    fc.array(fc.tuple(codes, fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 6 }).map(String),
  ),
  maybe('blocktime', fc.constantFrom(1, 59, 60, 61)),
  maybe('timelockgte', small),
  maybe('timeunlockfrom', small),
  maybe('timeunlockto', small),
  maybe('algo', fc.constantFrom('equihash', 'verushash')),
  maybe('nk', fc.constantFrom('0', '96,5', '200,9')),
  maybe('mineropret', fc.constantFrom('00', 'AbCd')),
  maybe('import', fc.constantFrom('BEAM')),
  maybe('sapling', fc.constantFrom(-1, 1, 100)),
  maybe('overwinter', fc.constantFrom(-1, 1, 50)),
  fc.constantFrom([], ['-port=5'], ['-maxreorg=9'], ['-earlytxid=00ff'], ['-regtest']),
  fc.constantFrom([], ['-regtest', '-nuparams=5ba81b19:1', '-nuparams=76b809bb:30']),
]

const OUT_OF_SCOPE = /^-(ac_(private|snapshot|beam|coda|import|notarypay|cclib|algo|nk|earlytxidcontract)|earlytxid)=/

const commandLine = fc.tuple(...PARTS).map((parts) => ['-ac_name=SAME', ...parts.flat()])

describe('canonicalOptions', () => {
  it('gives the same chain when parsed again, for any options', () => {
    fc.assert(
      fc.property(commandLine, (words) => {
        const parsed = readChainOptions(words)
        fc.pre(parsed.ok)
        if (!parsed.ok) return
        const again = read(canonicalOptions(parsed.options))
        expect(meaning(again)).toEqual(meaning(parsed.options))
        expect(computeMagic(again)).toEqual(computeMagic(parsed.options))
        // The canonical form is stable.
        expect(canonicalOptions(again)).toEqual(canonicalOptions(parsed.options))
      }),
      { numRuns: 500 },
    )
  })

  it('gives the same parameters for supported chains', () => {
    fc.assert(
      fc.property(commandLine, (words) => {
        const parsed = parseChainOptions(words.filter((word) => !OUT_OF_SCOPE.test(word)))
        fc.pre(parsed.ok)
        if (!parsed.ok) return
        const { options: _, ...params } = buildChainParams({ ...parsed.options, port: null, maxReorg: 99 })
        const { options: __, ...again } = buildChainParams(read(canonicalOptions(parsed.options)))
        // Lists are equal up to their eras, and maps by content.
        expect(again).toEqual(params)
      }),
      { numRuns: 200 },
    )
  })

  it('omits default values and uses a fixed order', () => {
    expect(canonical('-ac_public=1 -ac_supply=10 -ac_blocktime=60 -ac_eras=1 -ac_cc=2 -ac_name=DEMO')).toBe(
      '-ac_name=DEMO -ac_cc=2 -ac_public=1',
    )
    expect(canonical('-ac_name=A -ac_eras=3 -ac_reward=5,5,5 -ac_end=7,9,9,9 -ac_halving=0,0,1 -ac_decay=0')).toBe(
      '-ac_name=A -ac_eras=3 -ac_reward=5 -ac_end=7,9 -ac_halving=0,0,1',
    )
    expect(canonical('-ac_name=A -ac_reward=5,6,7 -ac_sapling=9 -ac_overwinter=9')).toBe(
      '-ac_name=A -ac_reward=5 -ac_sapling=9',
    )
    expect(canonical('-ac_name=A -ac_founders=2 -ac_perc=53846154 -ac_script=51')).toBe(
      '-ac_name=A -ac_script=51 -ac_founders=2',
    )
    expect(canonical('-regtest -nuparams=76b809bb:20 -nuparams=5ba81b19:1 -port=7')).toBe(
      '-regtest -nuparams=5ba81b19:1 -nuparams=76b809bb:20',
    )
  })

  it('writes activation heights that cannot be mistaken for codes', () => {
    expect(canonical('-ac_name=A -ac_ccactivateht=236,2000,228,1000')).toBe(
      '-ac_name=A -ac_ccactivateht=228,1000,236,2000',
    )
    expect(canonical('-ac_name=A -ac_ccactivateht=228,5,228,5')).toBe('-ac_name=A -ac_ccactivateht=228,5,228,5')
    expect(canonical('-ac_name=A -ac_ccactivateht=228,242')).toBe('-ac_name=A -ac_ccactivateht=228,242,242,242')
  })
})
