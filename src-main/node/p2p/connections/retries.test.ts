import { describe, expect, it } from 'vitest'
import { Retries } from './retries.ts'

describe('Retries', () => {
  it('resets failures and delay after a complete handshake', () => {
    const retries = new Retries({ millis: () => 0, longest: 60_000 })
    for (let count = 0; count < 3; count++) retries.failed('node', 'refused')
    expect(retries.outlook('node')).toEqual({ failure: 'refused', wait: 2_000 })
    retries.connected('node')
    retries.worked('node')
    expect(retries.outlook('node')).toEqual({ failure: undefined, wait: undefined })
    retries.lost('node', undefined)
    expect(retries.outlook('node')).toEqual({ failure: undefined, wait: 500 })
  })
})
