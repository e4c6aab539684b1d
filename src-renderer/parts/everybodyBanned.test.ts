import { describe, expect, it } from 'vitest'
import { everybodyIn } from './everybodyBanned.ts'

const bans = (...list: string[]) => list.map((address) => ({ address }))

describe('everybodyIn', () => {
  it('finds a ban of everybody, however it is written', () => {
    expect(everybodyIn(bans('10.0.0.1/255.255.255.255', '0.0.0.0/0.0.0.0'))).toBe('0.0.0.0/0')
    expect(everybodyIn(bans('0.0.0.0/0'))).toBe('0.0.0.0/0')
    expect(everybodyIn(bans('::/0'))).toBe('::/0')
    expect(everybodyIn(bans('::/::'))).toBe('::/0')
  })

  it('is silent about narrower ones', () => {
    expect(everybodyIn([])).toBeUndefined()
    expect(everybodyIn(bans('10.0.0.0/255.0.0.0', '2001:db8::/32', '10.0.0.0/10'))).toBeUndefined()
  })
})
