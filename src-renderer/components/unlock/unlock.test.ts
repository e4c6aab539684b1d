import { afterEach, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { useUnlock, withUnlock } from './unlock.ts'

const locked = new RpcError(RPC_ERROR.UNLOCK_NEEDED, 'locked')

/** Returns an action that throws the given number of times, then succeeds. */
function reluctant(times: number, error: Error = locked) {
  let calls = 0
  return {
    calls: () => calls,
    act: async () => {
      calls += 1
      if (calls <= times) throw error
      return 'done'
    },
  }
}
const asked = () => useUnlock.getState().purpose
const flushPromises = () => new Promise((resolve) => setTimeout(resolve))

describe('withUnlock', () => {
  afterEach(() => useUnlock.getState().finish(false))

  it('asks for no passphrase if the wallet is unlocked', async () => {
    await expect(withUnlock(reluctant(0).act, 'send')).resolves.toBe('done')
    expect(asked()).toBeUndefined()
  })

  it('repeats the action after the wallet is unlocked', async () => {
    const action = reluctant(1)
    const outcome = withUnlock(action.act, 'send')
    await flushPromises()
    expect(asked()).toBe('send')
    useUnlock.getState().finish(true)
    await expect(outcome).resolves.toBe('done')
    expect(action.calls()).toBe(2)
    expect(asked()).toBeUndefined()
  })

  it('asks for the passphrase if the key pool of a locked wallet is empty', async () => {
    const outcome = withUnlock(reluctant(1, new RpcError(RPC_ERROR.KEYPOOL_RAN_OUT, 'none')).act, 'address')
    await flushPromises()
    useUnlock.getState().finish(true)
    await expect(outcome).resolves.toBe('done')
  })

  it('throws the first error if cancelled, and repeats the action only once after unlocking', async () => {
    const given = withUnlock(reluctant(1).act, 'send')
    await flushPromises()
    useUnlock.getState().finish(false)
    await expect(given).rejects.toBe(locked)

    const action = reluctant(9)
    const again = withUnlock(action.act, 'send')
    await flushPromises()
    useUnlock.getState().finish(true)
    await expect(again).rejects.toBe(locked)
    expect(action.calls()).toBe(2)
  })

  it('rethrows other errors without asking for the passphrase', async () => {
    const other = new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'no')
    await expect(withUnlock(reluctant(1, other).act, 'send')).rejects.toBe(other)
    expect(asked()).toBeUndefined()
  })

  it('cancels an open request if another one arrives', async () => {
    const first = withUnlock(reluctant(1).act, 'send')
    await flushPromises()
    const second = withUnlock(reluctant(1).act, 'showKey')
    await expect(first).rejects.toBe(locked)
    expect(asked()).toBe('showKey')
    useUnlock.getState().finish(true)
    await expect(second).resolves.toBe('done')
  })
})
