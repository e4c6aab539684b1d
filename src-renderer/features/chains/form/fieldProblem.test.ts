import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { fieldProblem } from './fieldProblem.ts'

beforeAll(() => loadTexts('chains'))

describe('fieldProblem', () => {
  it.each([
    [
      'name',
      '-ac_name: letters, digits, "_", "-" and "." only, starting with a letter or digit',
      /^Use letters A to Z/,
    ],
    ['name', '-ac_name: not a part of what a chain is', /^Use letters A to Z/],
    ['supply', '-ac_supply: 99 is not within 0..9223372036854775807', /from 0 to 9,223,372,036,854,775,807\.$/],
    ['pubkey', '-ac_pubkey: 66 hex digits are needed', /^Enter a public key of 66 hex digits\.$/],
    ['perc', '-ac_perc and -ac_founders_reward cannot be used together', /^Choose either a share/],
    ['pubkey', '-ac_pubkey and -ac_script do not work with an -ac_supply over 10 billion', /^No share can be paid/],
    ['script', '-ac_script: not a part of what a chain is', /^Use plain characters only/],
    ['sapling', '-ac_sapling: some other reason', /^Some other reason$/],
  ])('names no option next to the field %s: %s', (field, message, text) => {
    expect(fieldProblem(field, message)).toMatch(text)
    expect(fieldProblem(field, message)).not.toMatch(/-ac_/)
  })

  it('keeps the option’s name in the field of typed options', () => {
    expect(fieldProblem('other', '-ac_cc: unknown option')).toBe('-ac_cc: unknown option')
  })
})
