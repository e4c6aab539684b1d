import { afterEach, expect, it } from 'vitest'
import { stakeRootScript } from '../consensus/index.ts'
import type { TxOut } from '../primitives/index.ts'
import { readVector, type TestInput, testKey } from '../testing/index.ts'
import { createTestMempool, type TestMempool } from './testing/testMempool.ts'

let pool: TestMempool | undefined
afterEach(() => pool?.close())

it.each(['STKR', 'STKG', 'STKS'])('%s: rejects a transaction shaped like a stake', (name) => {
  const { options } = JSON.parse(readVector(`staked/${name}/params.json`)) as { options: string[] }
  pool = createTestMempool({}, { args: options })
  const stake = { value: 0n, scriptPubKey: stakeRootScript(new Uint8Array(32).fill(5)) }
  const [coin, other] = pool.node.coins(testKey(0))
  const spend = (of: TestInput, ...outputs: TxOut[]) => {
    const keep = { value: of.value - 10_000n, scriptPubKey: testKey(0).p2pk }
    return pool!.accept(pool!.node.build({ inputs: [of], outputs: [keep, ...outputs] }))
  }
  // The recorded answer of sendrawtransaction: −26 "16: bad-txns-stakingtx"; a peer gets the full score.
  expect(spend(coin!, stake)).toEqual({
    ...{ ok: false, kind: 'rejected', code: 16, reason: 'bad-txns-stakingtx', score: 100 },
  })
  // Data of another length does not make a stake.
  expect(spend(other!, { value: 0n, scriptPubKey: stakeRootScript(new Uint8Array(33)) })).toMatchObject({ ok: true })
})
