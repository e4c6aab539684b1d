import { describe, expect, it } from 'vitest'
import { describeCrash } from './uncaught.ts'

const WIF = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'

describe('describeCrash', () => {
  it('returns kind, message and stack of an error', () => {
    const { reason, stack } = describeCrash(new TypeError("Cannot read properties of undefined (reading 'height')"), [])
    expect(reason).toBe("TypeError: Cannot read properties of undefined (reading 'height')")
    expect(stack).toMatch(/^at .*uncaught\.test\.ts\b\S*:\d+/)
    expect(stack).not.toContain('\n')
  })

  it('removes keys, long hex numbers and the password', () => {
    const message = `importing ${WIF} or ${'ab'.repeat(32)} as hunter2 failed`
    const { reason, stack } = describeCrash(new Error(message), ['hunter2', ''])
    expect(reason).toBe('Error: importing (hidden) or (hidden) as (hidden) failed')
    expect(stack).not.toContain(WIF)
  })

  it('omits the message of a parser, which quotes its input', () => {
    let error: unknown
    try {
      JSON.parse('{"password": hunter2}')
    } catch (thrown) {
      error = thrown
    }
    expect(describeCrash(error, []).reason).toBe('SyntaxError: (hidden)')
  })

  it('accepts thrown values that are not errors', () => {
    expect(describeCrash(WIF, [])).toEqual({ reason: 'a thrown string', stack: '' })
    expect(describeCrash(undefined, []).reason).toBe('a thrown undefined')
  })
})
