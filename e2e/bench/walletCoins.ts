import {
  createWalletTestNode,
  viewDeps,
  type WalletTestNode,
} from '../../src-main/node/rpc/handlers/testing/walletTestNode.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { createWalletViewHandlers } from '../../src-main/node/wallet/rpc/views.ts'
import { type JsonObject, parseJson } from '../../src-shared/json.ts'
import type { CallContext } from '../../src-shared/rpc/define.ts'
import type { Record } from './figures.ts'

const COINS = 50_000
const FEW = 500
/** Number of generated addresses: each may hold tokens, which are listed too. */
const KEYS = 1_000
const FEW_KEYS = 1
/** A transaction with this many outputs still has a normal size. */
const OUTPUTS = 500
const VALUE = 10_000n
const SAMPLES = 40

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const query = parseJson('{"limit":50,"sort":"amount"}') as JsonObject

function pay(test: WalletTestNode, outputs: number): void {
  const { node, owner } = test
  const paid = Array.from({ length: outputs }, () => ({ value: VALUE, scriptPubKey: owner.p2pkh }))
  node.mineBlock({ txs: [node.pay(testKey(0), paid)] })
}

/**
 * Returns the milliseconds for a page of the wallet's coins: the first page, and the page after each of many blocks
 * that pay the wallet.
 */
async function pageTimes(coins: number, keys: number): Promise<{ readonly first: number; readonly later: number }> {
  const test = createWalletTestNode()
  try {
    const { node, wallet } = test
    node.mine(2)
    for (let key = 0; key < keys; key++) wallet.keys.import(testKey(100 + key).priv, true, '')
    for (let made = 0; made < coins; made += OUTPUTS) pay(test, Math.min(OUTPUTS, coins - made))
    const { listwalletcoins } = createWalletViewHandlers(viewDeps(test))
    const timed = async () => {
      const start = performance.now()
      await listwalletcoins({ options: query }, context)
      return performance.now() - start
    }
    const first = await timed()
    const times: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) {
      pay(test, 1)
      times.push(await timed())
    }
    return { first, later: times.sort((a, b) => a - b)[SAMPLES >> 1] ?? 0 }
  } finally {
    test.close()
  }
}

/** Checks that the cost of a page after a change depends on the size of the change, not on the number of coins. */
export async function measureWalletCoins(record: Record): Promise<void> {
  // The first run is only a warm-up.
  await pageTimes(FEW, FEW_KEYS)
  const few = await pageTimes(FEW, FEW_KEYS)
  record({ name: `baseline: listwalletcoins, ${FEW} coins, after a block`, value: few.later, unit: 'ms' })
  const many = await pageTimes(COINS, KEYS)
  record({
    name: '  the same with 50,000 coins, 1,000 addresses',
    value: many.first,
    unit: 'ms',
    note: 'for the first time',
  })
  record({ name: '  and after a block', value: many.later, unit: 'ms', goal: { sense: '<', limit: 5 } })
  record({ name: '  50,000 : 500 coins', value: many.later / few.later, unit: '', goal: { sense: '<', limit: 3 } })
}
