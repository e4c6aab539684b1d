import { describe, expect, it } from 'vitest'
import type { DisconnectReason } from '../disconnects.ts'
import { BannedTarget, classifyDialError, classifyEnd } from './failures.ts'

describe('classifyDialError', () => {
  it('separates a banned target from other errors', () => {
    expect(classifyDialError(new BannedTarget())).toBe('banned')
    expect(classifyDialError(new Error('out of order'))).toBe('other')
  })
})

describe('classifyEnd', () => {
  it.each<[DisconnectReason, string]>([
    ['handshake timeout', 'silent'],
    ['wrong network magic', 'other-network'],
    ['self connection', 'self'],
    ['obsolete version', 'obsolete'],
    ['requested by user', 'ended'],
    ['banned', 'banned'],
    ['closed by peer', 'closed'],
    ['not admitted', 'other'],
  ])('classifies the disconnect reason %s before a handshake as %s', (reason, failure) => {
    expect(classifyEnd(reason)).toBe(failure)
  })
})
