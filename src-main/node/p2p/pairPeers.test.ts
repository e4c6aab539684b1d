import { afterEach, describe, expect, it } from 'vitest'
import { type LoopbackLink, PairNonces } from './peer/pairNonces.ts'
import { createTestCore, type TestCore } from './testing/testCore.ts'

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index)
const OTHER_SECRET = SECRET.map((byte) => byte ^ 1)
/** Ports as Me sees its connection to Friend. */
const LINK: LoopbackLink = { localPort: 50_000, remotePort: 60_000 }
const REVERSE: LoopbackLink = { localPort: 60_000, remotePort: 50_000 }

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

/** Creates a node of the pair. `outsiders` records the peers it admitted or rejected. */
function startNode(admits = true) {
  const outsiders: number[] = []
  const admission = {
    pair: new PairNonces(SECRET),
    admitOutsider: () => outsiders.push(outsiders.length) > 0 && admits,
  }
  const test = createTestCore({ admission })
  open.push(test)
  return { test, outsiders }
}
const nonceSent = (stranger: ReturnType<TestCore['stranger']>) =>
  stranger.heard().flatMap((message) => (message.type === 'version' ? [message.nonce] : []))[0]

describe('nodes of the private sandbox', () => {
  it('recognise each other, whichever node opened the connection', () => {
    const [me, friend] = [startNode(), startNode()]
    const atMe = me.test.stranger({ kind: 'added', host: '127.0.0.1', loopback: LINK })
    const atFriend = friend.test.stranger({ host: '127.0.0.1', loopback: REVERSE })
    const dialled = nonceSent(atMe)
    atFriend.send(atFriend.version({ nonce: dialled }))
    const answered = nonceSent(atFriend)
    atMe.introduce({ nonce: answered })
    expect([me.outsiders, friend.outsiders]).toEqual([[], []])
    expect([atMe.peer.ready, atFriend.peer.ready]).toEqual([true, true])
  })

  it('treat every other peer as an outsider before replying', () => {
    const pair = new PairNonces(SECRET)
    const dialled = pair.dialledNonce(LINK)
    for (const nonce of [
      0n,
      77n,
      new PairNonces(OTHER_SECRET).dialledNonce(LINK),
      // Nonces of the pair on another connection, or from the other end.
      pair.dialledNonce(REVERSE),
      pair.dialledNonce({ ...LINK, localPort: 50_001 }),
      pair.dialledNonce({ ...LINK, remotePort: 60_001 }),
      pair.answerNonce(LINK, dialled),
    ]) {
      const { test, outsiders } = startNode(false)
      const stranger = test.stranger({ host: '127.0.0.1', loopback: REVERSE })
      stranger.send(stranger.version({ nonce }))
      expect([nonce, outsiders.length, stranger.heard(), stranger.line.ended]).toEqual([nonce, 1, [], true])
    }
    // The correct nonce, but from another machine.
    const { test, outsiders } = startNode()
    test.stranger().introduce({ nonce: dialled })
    expect(outsiders).toHaveLength(1)
  })

  it('treat a listener on the other node’s old port as an outsider, even if it repeats messages', () => {
    const { test, outsiders } = startNode(false)
    const stranger = test.stranger({ kind: 'added', host: '127.0.0.1', loopback: LINK })
    const dialled = nonceSent(stranger)
    stranger.introduce({ nonce: (dialled ?? 0n) ^ 1n })
    expect([outsiders.length, stranger.peer.ready]).toEqual([1, false])
    expect(dialled).toBe(new PairNonces(SECRET).dialledNonce(LINK))
    // Friend's reply from its new port, forwarded: it is valid only for other ports.
    const moved = { ...LINK, remotePort: 60_001 }
    expect(new PairNonces(SECRET).answerNonce(moved, dialled ?? 0n)).not.toBe(
      new PairNonces(SECRET).answerNonce(LINK, dialled ?? 0n),
    )
  })

  it('send random nonces to peers on other machines', () => {
    const { test } = startNode()
    const [first, second] = [0, 1].map(() => nonceSent(test.stranger({ kind: 'outbound' })))
    expect(first).not.toBe(second)
  })
})
