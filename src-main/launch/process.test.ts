import { describe, expect, it } from 'vitest'
import { isService } from './process.mjs'

describe('isService', () => {
  it.each([
    ['a terminal', {}, true, false],
    ['a pipe', {}, false, false],
    ['a service that reports its start', { NOTIFY_SOCKET: '/run/systemd/notify', INVOCATION_ID: 'a' }, false, true],
    ['a service that reports nothing', { INVOCATION_ID: 'a' }, false, true],
    ['a terminal that inherited the variable of its desktop session', { INVOCATION_ID: 'a' }, true, false],
  ])('recognises %s', (_place, env, isTerminal, expected) => {
    expect(isService(env, isTerminal)).toBe(expected)
  })
})
