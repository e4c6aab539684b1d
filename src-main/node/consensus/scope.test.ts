import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { parseChainOptions, readChainOptions } from './options.ts'

function parseError(...words: string[]): string {
  const parsed = parseChainOptions(['-ac_name=A', ...words])
  return parsed.ok ? 'accepted' : parsed.error
}

/** option as typed, and a part of the error shown to the user */
const OUT_OF_SCOPE: readonly (readonly [string, string])[] = [
  ['-ac_private=1', 'no private chains except PIRATE'],
  ['-ac_import=BEAM', 'from other chains'],
  ['-ac_beam=1', 'a chain of another kind'],
  ['-ac_coda=1', 'a chain of another kind'],
  ['-ac_algo=verushash', '"verushash" is not supported'],
  ['-ac_nk=200,9', 'a different proof of work'],
  ['-ac_nk=96,5', 'Equihash 96,5'],
  ['-ac_nk=48', 'Equihash 48,48'],
  ['-ac_snapshot=1440', 'a snapshot of balances that depends on the memory of each node'],
  ['-ac_earlytxidcontract=1', 'one of the first transactions'],
  ['-earlytxid=810b', 'one of the first transactions'],
  ['-ac_halving=2147483648', 'never halved'],
]

describe('options of unsupported chains', () => {
  it.each(OUT_OF_SCOPE)('reject %s with an error that names option and reason', (word, reason) => {
    const option = word.slice(0, word.indexOf('='))
    const text = parseError(word)
    expect(text.startsWith(`${option}: `)).toBe(true)
    expect(text).toContain(reason)
    // A magic is computed even for unsupported chains, so that option typos can be distinguished.
    expect(readChainOptions(['-ac_name=A', word])).toMatchObject({ ok: true })
  })

  it.each([
    '-ac_staked=10',
    '-ac_adaptivepow=0',
    '-ac_adaptivepow=-1',
    '-ac_adaptivepow=2',
    '-ac_adaptivepow=6',
    '-ac_private=0',
    '-ac_notarypay=0',
    '-ac_notarypay=100000000',
    '-ac_beam=0',
    '-ac_coda=0',
    '-ac_algo=equihash',
    '-ac_nk=0',
    '-ac_nk=200,0',
    '-ac_snapshot=0',
    '-ac_earlytxidcontract=0',
    '-earlytxid=0',
    '-ac_cclib=sudoku',
    '-ac_halving=2147483647',
  ])('accept %s because it needs no unsupported rule', (word) => {
    expect(parseError(word)).toBe('accepted')
  })

  it('reject -ac_notarypay with a payee, and on test chains with other notaries', () => {
    const key = `02${'11'.repeat(32)}`
    for (const payee of [`-ac_pubkey=${key}`, '-ac_script=51'])
      expect(parseError('-ac_notarypay=1', payee)).toMatch(/^-ac_notarypay: .*-ac_pubkey/)
    for (const name of ['TEST7', 'CFEKX'])
      expect(parseChainOptions([`-ac_name=${name}`, '-ac_notarypay=1'])).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^-ac_notarypay: .*special notaries/),
      })
  })

  it.each(['PIRATE', 'ZOMBIE'])('accept -ac_private for %s', (name) => {
    expect(readChainOptions([`-ac_name=${name}`, '-ac_private=1'])).toMatchObject({ ok: true })
    expect(parseChainOptions([`-ac_name=${name}`, '-ac_private=1'])).toMatchObject({ ok: true })
  })

  it('reject an adaptive difficulty whose numbers overflow', () => {
    expect(parseError('-ac_adaptivepow=1', '-ac_blocktime=1655')).toBe('accepted')
    expect(parseError('-ac_adaptivepow=1', '-ac_blocktime=1656')).toMatch(
      /^-ac_adaptivepow: with an -ac_blocktime above/,
    )
    expect(parseError('-ac_adaptivepow=-1', '-ac_blocktime=1656')).toBe('accepted')
  })

  it('reject a library of contracts only with -ac_cc', () => {
    expect(parseError('-ac_cc=2', '-ac_cclib=sudoku')).toMatch(/^-ac_cclib: "sudoku" is a contract library/)
  })

  it.each(['', '-ac_cc=2'])('reject an eval code without a contract and name the option, with "%s"', (cc) => {
    for (const code of [1, 16, 100, 127, 200, 224, 237, 245, 255, 256, 999])
      expect(parseError(cc, `-ac_ccenable=228,${code}`)).toBe(
        `-ac_ccenable: this program has no contract with the eval code ${code}, so it does not run this chain`,
      )
    expect(parseError(cc, '-ac_ccactivateht=228,10,200,20')).toMatch(/^-ac_ccactivateht: .*the eval code 200,/)
    // A magic is computed even for unsupported chains.
    expect(readChainOptions(['-ac_name=A', cc, '-ac_ccenable=200'])).toMatchObject({ ok: true })
  })

  it('accept every eval code with a contract, including zeros and heights', () => {
    for (const code of Object.values(EVAL_CODES)) {
      expect(parseError('-ac_cc=2', `-ac_ccenable=${code}`)).toBe('accepted')
      // The list repeats its last height, which turns 200 into a code that was not intended.
      expect(parseError(`-ac_ccactivateht=${code},200`)).toBe('accepted')
      expect(parseError(`-ac_ccactivateht=200,200,${code},200`)).toBe('accepted')
    }
    expect(parseError('-ac_cc=2', '-ac_ccenable=0,228')).toBe('accepted')
  })

  it('reject a linear decay that overflows 64 bits, with the number of its era', () => {
    const line = ['-ac_halving=1', '-ac_decay=100000000', '-ac_reward=100000000000']
    expect(parseError(...line, '-ac_end=92233720')).toBe('accepted')
    expect(parseError(...line, '-ac_end=92233721')).toMatch(/^-ac_decay: era 1 is too long/)
    const second = ['-ac_eras=2', '-ac_end=5,100000000', '-ac_halving=0,1']
    expect(parseError(...second, '-ac_decay=100000000', '-ac_reward=1,100000000000')).toMatch(/^-ac_decay: era 2/)
    // With equal rewards nothing changes, so any length is fine.
    const flat = ['-ac_eras=2', '-ac_reward=100000000000', '-ac_end=1000000000,1000000005']
    expect(parseError(...flat, '-ac_halving=1,0', '-ac_decay=100000000,0')).toBe('accepted')
  })

  it('reject names with special rules', () => {
    for (const name of ['LABS', 'LABSX', 'THIS_CHAIN_IS_BANNED', 'KMD']) {
      expect(parseError(`-ac_name=${name}`)).toMatch(/^-ac_name: /)
    }
    for (const name of ['MYLABS', 'TEST', 'kmd']) expect(parseError(`-ac_name=${name}`)).toBe('accepted')
  })

  it('reject the base chain and test networks', () => {
    expect(parseChainOptions([])).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^-ac_name: the base chain/),
    })
    expect(parseError('-testnet')).toMatch(/^-testnet: /)
  })
})
