import { beforeAll, describe, expect, it } from 'vitest'
import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { checkReceiver, checkUnits } from './receiver.ts'

beforeAll(() => loadTexts('tokens'))

const KEY = '02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27'

describe('checkReceiver', () => {
  it('accepts a compressed public key and notes the own one', () => {
    expect(checkReceiver(KEY, undefined)).toEqual({})
    expect(checkReceiver(` ${KEY.toUpperCase()} `, KEY).note).toMatch('your own')
  })

  it('explains what is wrong with an invalid key', () => {
    expect(checkReceiver('', KEY).error).toMatch('Choose a contact, or enter a public key')
    expect(checkReceiver('RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', KEY).error).toMatch('address')
    expect(checkReceiver(KEY.slice(1), KEY).error).toMatch('65')
    expect(checkReceiver(`04${KEY.slice(2)}`, KEY).error).toMatch('02 or 03')
    expect(checkReceiver(`zz${KEY.slice(2)}`, KEY).error).toMatch('digits')
    expect(checkReceiver(BURN_KEY, KEY).error).toMatch('Burn')
  })

  it('rejects a burn key, which has 33 bytes', () => {
    expect(BURN_KEY).toMatch(/^02(dead){16}$/)
  })
})

describe('checkUnits', () => {
  it('accepts whole units up to the available number', () => {
    expect(checkUnits('1,000', 1000n)).toEqual({ units: 1000n })
    expect(checkUnits('1001', 1000n).error).toMatch('More')
    expect(checkUnits('1.9', 1000n).error).toMatch('whole')
    expect(checkUnits('0', 1000n).error).toMatch('one')
  })
})
