import { describe, expect, it } from 'vitest'
import { Sessions } from './sessions.ts'

describe('sessions', () => {
  const make = (clock = { now: 0 }) => new Sessions(() => clock.now)
  const begin = (sessions: ReturnType<typeof make>) => {
    const secret = sessions.redeem(sessions.issueToken())
    if (secret === undefined) throw new Error('The token was refused')
    return secret
  }

  it('exchanges a token only once', () => {
    const sessions = make()
    const token = sessions.issueToken()
    const secret = sessions.redeem(token) ?? ''
    expect(sessions.redeem(token)).toBeUndefined()
    expect(sessions.authorises(secret)).toBe(true)
    expect(sessions.authorises(token)).toBe(false)
  })

  it('rejects a token that is wrong, empty or older than 15 minutes', () => {
    const clock = { now: 0 }
    const sessions = make(clock)
    const token = sessions.issueToken()
    expect(sessions.redeem('')).toBeUndefined()
    expect(sessions.redeem(`${token}x`)).toBeUndefined()
    clock.now = 15 * 60 * 1000 + 1
    expect(sessions.redeem(token)).toBeUndefined()
  })

  it('rejects a secret that is empty, invented or from another program', () => {
    const sessions = make()
    begin(sessions)
    for (const secret of ['', 'invented', begin(make())]) expect(sessions.authorises(secret)).toBe(false)
  })

  it('keeps several sessions, and drops the oldest beyond the limit', () => {
    const sessions = make()
    const first = begin(sessions)
    const second = begin(sessions)
    for (let i = 0; i < 14; i++) begin(sessions)
    expect([first, second].map((secret) => sessions.authorises(secret))).toEqual([true, true])
    begin(sessions)
    expect([first, second].map((secret) => sessions.authorises(secret))).toEqual([false, true])
  })
})
