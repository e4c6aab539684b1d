import { describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { CallFailure, Unreachable } from './clientCall.ts'
import { NoTarget } from './clientTarget.ts'
import { untilStarted } from './clientWait.ts'

/** Returns the attempts made, and the result or error. Time passes only in the pauses. */
async function tryAll(limit: number, outcomes: readonly unknown[]): Promise<{ attempts: number; end: unknown }> {
  let attempts = 0
  let millis = 0
  const end = await untilStarted(
    () => {
      const outcome = outcomes[Math.min(attempts++, outcomes.length - 1)]
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)
    },
    {
      limit,
      now: () => millis,
      pause: (duration) => {
        millis += duration
        return Promise.resolve()
      },
    },
  ).catch((error: unknown) => error)
  return { attempts, end }
}

const refused = new Unreachable('connection refused')

describe('untilStarted', () => {
  it('repeats while the node is unreachable, unconfigured or starting', async () => {
    const outcomes = [new NoTarget('no conf file'), refused, new RpcError(-28, 'Loading...'), 7]
    expect(await tryAll(0, outcomes)).toEqual({ attempts: 4, end: 7 })
  })

  it('ends after the limit with the last reason', async () => {
    const { attempts, end } = await tryAll(1_000, [refused])
    expect(attempts).toBe(5)
    expect(end).toEqual(new Unreachable('timeout on transient error: connection refused'))
  })

  it('ends at once with any other error', async () => {
    for (const error of [new CallFailure('no JSON-RPC'), new RpcError(-8, 'out of range')]) {
      expect(await tryAll(1_000, [error, 7])).toEqual({ attempts: 1, end: error })
    }
  })
})
