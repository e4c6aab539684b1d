import { describe, expect, it } from 'vitest'
import { cookieName, createSessions } from './session.ts'

const PORT = 4000
const cookieOf = (secret: string | undefined, port = PORT) => `other=1; ${cookieName(port)}=${secret}`

describe('sessions', () => {
  const make = (clock = { now: 0 }) => createSessions({ port: () => PORT, now: () => clock.now })

  it('exchanges a token once', () => {
    const sessions = make()
    const token = sessions.issueToken()
    const secret = sessions.redeem(token)
    expect(secret).toBeDefined()
    expect(sessions.redeem(token)).toBeUndefined()
    expect(sessions.authorises(cookieOf(secret))).toBe(true)
  })

  it('refuses a token that is wrong, empty or older than a quarter of an hour', () => {
    const clock = { now: 0 }
    const sessions = make(clock)
    const token = sessions.issueToken()
    expect(sessions.redeem('')).toBeUndefined()
    expect(sessions.redeem(`${token}x`)).toBeUndefined()
    clock.now = 15 * 60 * 1000 + 1
    expect(sessions.redeem(token)).toBeUndefined()
  })

  it('refuses a cookie that is missing, of another port, or invented', () => {
    const sessions = make()
    const secret = sessions.redeem(sessions.issueToken())
    expect(sessions.authorises(undefined)).toBe(false)
    expect(sessions.authorises(cookieOf(secret, PORT + 1))).toBe(false)
    expect(sessions.authorises(cookieOf('invented'))).toBe(false)
  })

  it('forgets the oldest of a flood of sessions', () => {
    const sessions = make()
    const first = sessions.redeem(sessions.issueToken())
    for (let i = 0; i < 16; i++) sessions.redeem(sessions.issueToken())
    expect(sessions.authorises(cookieOf(first))).toBe(false)
  })
})
