import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { p2pkhScript } from '../../src-main/node/script/index.ts'
import { createMarketNode, type TestKey, testKey } from '../../src-main/node/testing/index.ts'
import {
  type MovingWalletOptions,
  openMovingWallet as openMoving,
} from '../../src-main/node/wallet/rpc/testing/movingWallet.ts'

/** Keys imported before the wallet had a phrase; contracts use the first one. */
export const OLD_KEYS: readonly TestKey[] = [testKey(1), testKey(2), testKey(3)]
export const MOVE_SEED = new Uint8Array(64).fill(9)

/** Opens a chain with tokens, a wallet on it and the methods of its move, in a persistent folder. */
export async function openMovingWallet(folder: string, walletName = 'wallet', options: MovingWalletOptions = {}) {
  const market = createMarketNode({ dataDir: join(folder, 'chain') })
  const { node } = market
  // A block stored at the time of the kill must not be in the future of this run.
  node.clock.set(Math.max(node.clock.now(), node.chain.bestHeader().time))
  await node.chain.start()
  const { wallet, coverage, openHandlers, close } = openMoving(market, join(folder, walletName), options)
  await wallet.start()
  return {
    ...{ market, wallet, coverage, openHandlers },
    close() {
      close()
      market.close()
    },
  }
}

export type MovingWallet = Awaited<ReturnType<typeof openMovingWallet>>

/** Mines the mempool. Never builds the same block twice, because a kill may leave an unconnected block on the disk. */
export function mineAfterKill({ market }: MovingWallet): void {
  const entries = market.mempool.ordered()
  const fees = entries.reduce((sum, { fee }) => sum + fee, 0n)
  market.node.mineBlock({ txs: entries.map(({ tx }) => tx), fees, tag: randomInt(2 ** 31) })
}

/** Fills a new wallet: coins at old keys, partly immature, coins of the phrase, and tokens at every old key. */
export function fillOldKeys({ market, wallet }: MovingWallet, variant: number): void {
  for (const key of OLD_KEYS) wallet.keys.import(key.priv, true, '')
  const pooled = wallet.keys.next('')
  wallet.setSeed(MOVE_SEED, { words: 12, birth: 0 }, false)
  const [first] = OLD_KEYS
  if (first) wallet.keyring.setIdentity(first.pub)
  for (const [index, key] of OLD_KEYS.entries()) {
    market.fund(key, 2 + ((variant + index) % 3), 50_000_000n)
    for (let made = 0; made < 3; made++) {
      const name = new TextEncoder().encode(`T${index}${made}`)
      market.createToken(key, { name, supply: 10n + BigInt(variant + made) })
    }
  }
  const outputs = [wallet.keys.next('').hash, pooled.hash].map((hash) => ({
    value: 7_000_000n,
    scriptPubKey: p2pkhScript(hash),
  }))
  market.send(market.node.pay(testKey(0), outputs, 10_000n))
  market.mine()
  for (const key of OLD_KEYS) market.node.mineBlock({ script: key.p2pk })
}
