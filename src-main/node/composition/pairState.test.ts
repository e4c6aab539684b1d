import { describe, expect, it } from 'vitest'
import { NOT_PRIVATE, PairState } from './pairState.ts'

/** Creates views of one shared memory, as the app and both nodes have them. */
function startPair() {
  const exposures: string[] = []
  const app = new PairState()
  const me = new PairState(app.memory, () => exposures.push('me'))
  const friend = new PairState(app.memory, () => exposures.push('friend'))
  me.setChecked('me', true)
  friend.setChecked('friend', true)
  return { app, me, friend, exposures }
}

describe('PairState', () => {
  it('reports a private sandbox only while both wallets are checked', () => {
    const { app, me } = startPair()
    expect(app.isPrivate()).toBe(true)
    app.setChecked('friend', false)
    expect(me.isPrivate()).toBe(false)
    expect(new PairState().isPrivate()).toBe(false)
  })

  it('ends privacy in every thread after an exposure, even if a wallet is checked later', () => {
    const { app, me, friend, exposures } = startPair()
    friend.expose()
    me.expose()
    me.setChecked('me', true)
    expect([app.isPrivate(), me.isPrivate(), friend.isPrivate()]).toEqual([false, false, false])
    expect(exposures).toEqual(['friend'])
  })

  it('rejects payments without approval after an exposure', async () => {
    const { me, friend } = startPair()
    let sent = 0
    await me.sendUnasked(async () => ++sent)
    friend.expose()
    await expect(me.sendUnasked(async () => ++sent)).rejects.toThrow(NOT_PRIVATE)
    expect([sent, me.isSending()]).toEqual([1, false])
  })

  it('reports a payment in flight, and its end, to the node that is being exposed', async () => {
    const { me, friend } = startPair()
    const release = Promise.withResolvers<void>()
    const sending = me.sendUnasked(() => release.promise)
    friend.expose()
    expect(friend.isSending()).toBe(true)
    release.reject(new Error('refused'))
    await expect(sending).rejects.toThrow('refused')
    expect(friend.isSending()).toBe(false)
  })
})
