import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '#shared/json.ts'
import { COIN } from '../../primitives/index.ts'
import {
  callContext,
  createWalletTestNode,
  viewDeps,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { testKey } from '../../testing/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import { createWalletViewHandlers } from './views.ts'

const OUTPUTS = 500
const BLOCKS = 6

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode()
  test.node.mine(2)
  for (let block = 0; block < BLOCKS; block++) payMany()
})
afterEach(() => test.close())

/** Mines a block with OUTPUTS coins for the wallet. */
function payMany(): void {
  const { node, owner } = test
  const paid = Array.from({ length: OUTPUTS }, (_, index) => ({
    value: 10_000n + BigInt((index * 7919) % 1000),
    scriptPubKey: owner.p2pkh,
  }))
  node.mineBlock({ txs: [node.pay(testKey(0), paid)] })
}

const views = () => createWalletViewHandlers(viewDeps(test))
const query = (sort: string) => ({ options: parseJson(JSON.stringify({ limit: 1000, sort })) as JsonObject })

/** Checks that a page has a single state of the chain and of the wallet. */
async function expectOneState(sort: string, handlers: ReturnType<typeof views>): Promise<void> {
  const page = await handlers.listwalletcoins(query(sort), callContext)
  const { chain } = test.node
  expect([page.height, page.hash]).toEqual([chain.tip().height, chain.tip().hashHex])
  const fresh = await views().listwalletcoins(query(sort), callContext)
  expect(page).toEqual(fresh)
  expect(page.total).toBe([...test.wallet.ledger.holdings()].length)
}

describe('the first page of many coins', () => {
  it.each(['amount', 'age'])(
    'matches a single chain state despite changes while it is built, sorted by %s',
    async (sort) => {
      const handlers = views()
      const events = [
        () => payMany(),
        () => void test.node.chain.invalidateBlock(test.node.chain.tip()),
        () => void test.wallet.keys.import(testKey(5).priv, true, 'theirs'),
        () =>
          void test.wallet.sender.send([{ script: testKey(5).p2pkh, value: COIN / 10_000n, subtractFee: false }], {
            comment: '',
            commentTo: '',
          }),
        () => payMany(),
      ]
      let done = false
      const asked = expectOneState(sort, handlers).finally(() => {
        done = true
      })
      let happened = 0
      for (const event of events) {
        await yieldToEventLoop()
        if (done) break
        event()
        happened++
      }
      await asked
      expect(happened).toBeGreaterThan(3)
      await expectOneState(sort, handlers)
    },
  )

  it('returns the same page to concurrent requests', async () => {
    const handlers = views()
    const pages = await Promise.all(
      ['amount', 'age', 'amount', 'age'].map((sort) => handlers.listwalletcoins(query(sort), callContext)),
    )
    expect(pages[0]).toEqual(pages[2])
    expect(pages[1]).toEqual(pages[3])
    expect(pages.map(({ total }) => total)).toEqual(Array.from({ length: 4 }, () => OUTPUTS * BLOCKS))
  })
})
