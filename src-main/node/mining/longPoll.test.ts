import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { type LongPollDeps, longPollId, parseLongPollId, type WorkState, waitForWork } from './longPoll.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'

let test: TestMining
let deps: LongPollDeps
let listeners: number

beforeEach(() => {
  test = createTestMining()
  listeners = 0
  const { chain } = test.node
  const subscribe = (listener: () => void) => {
    listeners++
    const end = chain.subscribe(listener)
    return () => {
      listeners--
      end()
    }
  }
  deps = { chain: { tip: () => chain.tip(), subscribe }, mempool: test.mempool, timers: test.timers }
})
afterEach(() => {
  expect([listeners, test.timers.waiting.length]).toEqual([0, 0])
  test.close()
})

const now = (): WorkState => ({ tipHex: test.node.chain.tip().hashHex, updates: test.mempool.updates() })
const never = new AbortController().signal

function pay(): void {
  const tx = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(1).p2pkh }])
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false }).ok).toBe(true)
}

describe('waitForWork', () => {
  it('resolves with the next block, and at once if the tip has already changed', async () => {
    const before = now()
    const waiting = waitForWork(deps, before, [never])
    test.node.mine(1)
    await waiting
    await waitForWork(deps, before, [never])
  })

  it('polls for new transactions after a minute, then every ten seconds', async () => {
    const waiting = waitForWork(deps, now(), [never])
    expect(test.timers.waiting.map(({ millis }) => millis)).toEqual([60_000])
    test.timers.run()
    expect(test.timers.waiting.map(({ millis }) => millis)).toEqual([10_000])
    pay()
    test.timers.run()
    await waiting
  })

  it('rejects with the reason of an abort, before or during the wait', async () => {
    const [client, node] = [new AbortController(), new AbortController()]
    const waiting = waitForWork(deps, now(), [client.signal, node.signal])
    node.abort(new Error('stopping'))
    await expect(waiting).rejects.toThrow('stopping')
    await expect(waitForWork(deps, now(), [client.signal, node.signal])).rejects.toThrow('stopping')
  })
})

describe('longPollId', () => {
  it('parses its own ids and returns undefined for other text', () => {
    const state = now()
    expect(parseLongPollId(longPollId(state))).toEqual(state)
    for (const text of ['', 'ab', 'z'.repeat(70), state.tipHex]) expect(parseLongPollId(text)).toBeUndefined()
  })
})
