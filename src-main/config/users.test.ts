import { describe, expect, it } from 'vitest'
import { createSettings, parseCommandLine } from '#shared/arguments.ts'
import { saltedPassword, userOptions } from './users.ts'
import { createValues } from './values.ts'

const options = (...argv: string[]) =>
  userOptions(createValues(createSettings(parseCommandLine(argv).options, new Map()), (name) => `-${name}`))
const HASH = 'Ab'.repeat(32)

describe('saltedPassword', () => {
  it('accepts the output of Bitcoin Core’s tool', () => {
    expect(saltedPassword(`ann:1f2e$${HASH}`)).toEqual({ user: 'ann', salt: '1f2e', hash: HASH.toLowerCase() })
  })

  it.each(['', 'ann', 'ann:1f', `ann$1f:${HASH}`, `:1f$${HASH}`, `ann:$${HASH}`, 'ann:1f$ab', `ann:1f$${HASH}0`])(
    'rejects %j without repeating it',
    (text) => {
      expect(() => saltedPassword(text)).toThrow(/^Invalid -rpcauth argument: expected <user>:<salt>\$<hash>/)
    },
  )
})

describe('userOptions', () => {
  it('parses whitelists, their default, read-only users and limits', () => {
    const auth = [`-rpcauth=ann:1$${HASH}`, `-rpcauth=bob:1$${HASH}`]
    const given = [
      '-rpcwhitelist=ann:getinfo, getblock,',
      '-rpcreadonly=bob',
      '-rpclocal=bob',
      '-rpclimit=ann:5',
      '-rpclimit=bob:7:90',
    ]
    expect(options(...auth, ...given, '-rpcwhitelistdefault=0')).toEqual({
      whitelists: [{ user: 'ann', methods: ['getinfo', 'getblock'] }],
      whitelistDefault: false,
      readOnly: ['bob'],
      localOnly: ['bob'],
      limits: [
        { user: 'ann', calls: 5, work: undefined },
        { user: 'bob', calls: 7, work: 90 },
      ],
    })
  })

  it.each([
    [['-rpcwhitelist=getinfo'], 'got "getinfo"'],
    [['-rpcreadonly=bob'], '-rpcreadonly: unknown user bob, not named by -rpcauth or -rpcuser'],
    [['-rpclocal=bob'], '-rpclocal: unknown user bob, not named by -rpcauth or -rpcuser'],
    [['-rpclimit=bob:1'], '-rpclimit: unknown user bob, not named by -rpcauth or -rpcuser'],
    [['-rpcuser=a', '-rpclimit=a:0'], 'got "a:0"'],
    [['-rpcuser=a', '-rpclimit=a:1:0'], 'got "a:1:0"'],
  ])('rejects %j with the reason', (argv, message) => {
    expect(() => options(...argv)).toThrow(message)
  })
})
