import { describe, expect, it } from 'vitest'
import { buildChainParams, parseChainOptions } from '../node/consensus/index.ts'
import { OPTIONS } from './table.ts'
import { CHAIN_PARAMETERS, usageText } from './usage.ts'

describe('usageText', () => {
  const text = usageText('chainwrightd')

  it('lists every option of the table, in lines that fit a terminal', () => {
    for (const name of Object.keys(OPTIONS)) expect(text).toMatch(new RegExp(`^  -${name}(=|$)`, 'm'))
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(130)
  })

  it('shows chain parameters that can be typed unchanged', () => {
    const parsed = parseChainOptions(['-ac_name=A', ...CHAIN_PARAMETERS.map(([option]) => `-${option}`)])
    expect(parsed).toMatchObject({ ok: true })
    for (const [option] of CHAIN_PARAMETERS) expect(text).toContain(`\n  -${option}\n`)
  })

  it('documents the defaults that chain parameters really have', () => {
    const parsed = parseChainOptions(['-ac_name=A'])
    if (!parsed.ok) throw new Error(parsed.error)
    const { options } = parsed
    expect(options).toMatchObject({ supply: 10n, cc: 0, publicOnly: false, blockTime: 60, sapling: null })
    expect([options.reward[0], options.halving[0], options.end[0]]).toEqual([0n, 0n, 0n])
    expect(buildChainParams(options).coinbaseMaturity).toBe(1)
  })
})
