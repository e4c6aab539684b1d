import { describe, expect, it } from 'vitest'
import { REFUSALS } from './refusal.ts'
import { type UserSettings, Users } from './users.ts'

const NONE: UserSettings = { whitelists: [], whitelistDefault: undefined, readOnly: [], localOnly: [], limits: [] }

describe('Users', () => {
  let time = 0
  const user = (settings: Partial<UserSettings>, name = 'ann', maxWaiting = 20) =>
    new Users({ ...NONE, ...settings }, { now: () => time, maxWaiting }).find(name)

  it('returns no limits for a user without settings', () => {
    expect(user({})).toBeUndefined()
    expect(user({ readOnly: ['bob'] })).toBeUndefined()
  })

  it('admits a local user from loopback addresses only, and other users from everywhere', () => {
    const users = new Users({ ...NONE, localOnly: ['ann'] }, { now: () => 0, maxWaiting: 1 })
    const local = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']
    const foreign = ['192.168.1.2', '::ffff:10.0.0.1', 'fe80::1', undefined]
    expect(local.map((address) => users.admits('ann', address))).toEqual(local.map(() => true))
    expect(foreign.map((address) => users.admits('ann', address))).toEqual(foreign.map(() => false))
    expect(foreign.map((address) => users.admits('bob', address))).toEqual(foreign.map(() => true))
  })

  it('allows a user only methods that are in all of its whitelists', () => {
    const whitelists = [
      { user: 'ann', methods: ['getinfo', 'getblock', 'stop'] },
      { user: 'ann', methods: ['getinfo', 'stop'] },
    ]
    const ann = user({ whitelists })
    expect(ann?.refusal(['getinfo', 'stop'])).toBeUndefined()
    expect(ann?.refusal(['getblock'])).toBe(REFUSALS.forbidden)
    expect(ann?.refusal(['getinfo', 'sendtoaddress'])).toBe(REFUSALS.forbidden)
    expect(user({ whitelists, readOnly: ['ann'] })?.refusal(['stop'])).toBe(REFUSALS.forbidden)
  })

  it('allows a user without a whitelist nothing if other users have one, unless configured otherwise', () => {
    const whitelists = [{ user: 'ann', methods: ['getinfo'] }]
    expect(user({ whitelists }, 'bob')?.refusal(['getinfo'])).toBe(REFUSALS.forbidden)
    expect(user({ whitelists, whitelistDefault: false }, 'bob')).toBeUndefined()
    expect(user({ whitelistDefault: true }, 'bob')?.refusal(['getinfo'])).toBe(REFUSALS.forbidden)
  })

  it('allows a read-only user only methods that read', () => {
    const ann = user({ readOnly: ['ann'] })
    expect(ann?.refusal(['getblock', 'getaddressbalance', 'tokenlist'])).toBeUndefined()
    for (const method of ['sendtoaddress', 'dumpprivkey', 'tokentransfer', 'getnewaddress', 'stop', 'no such method'])
      expect(ann?.refusal([method])).toBe(REFUSALS.forbidden)
  })

  it('limits calls per second, counting each call of a batch', () => {
    const ann = user({ limits: [{ user: 'ann', calls: 2, work: undefined }] })
    expect(ann?.refusal(['getinfo'])).toBeUndefined()
    expect(ann?.refusal(['getinfo', 'getinfo', 'getinfo'])).toBeUndefined()
    // Two calls above the limit delay the next call by a second.
    expect(ann?.refusal(['getinfo'])).toBe(REFUSALS.tooMany)
    time += 990
    expect(ann?.refusal(['getinfo'])).toBe(REFUSALS.tooMany)
    time += 20
    expect(ann?.refusal(['getinfo'])).toBeUndefined()
    time += 60_000
    expect(ann?.refusal(['getinfo', 'getinfo'])).toBeUndefined()
    expect(ann?.refusal(['getinfo'])).toBe(REFUSALS.tooMany)
  })

  it('limits the milliseconds of work per second and the share of the queue', () => {
    const ann = user({ limits: [{ user: 'ann', calls: 1000, work: 50 }] })
    ann?.worked(40)
    expect(ann?.refusal(['getinfo'])).toBeUndefined()
    ann?.worked(35)
    expect(ann?.refusal(['getinfo'])).toBe(REFUSALS.tooMany)
    time += 600
    expect(ann?.refusal(['getinfo'])).toBeUndefined()
    if (ann) ann.waiting = 5
    expect(ann?.refusal(['getinfo'])).toBe(REFUSALS.busy)
  })
})
