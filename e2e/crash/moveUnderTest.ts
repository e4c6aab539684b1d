import { join } from 'node:path'
import { p2pkhScript } from '../../src-main/node/script/index.ts'
import { createMarketNode, type TestKey, testKey } from '../../src-main/node/testing/index.ts'
import { createBuildContext } from '../../src-main/node/transactions/index.ts'
import { openWallet } from '../../src-main/node/wallet/index.ts'
import { createMoveToPhraseHandlers } from '../../src-main/node/wallet/rpc/moveToPhrase.ts'
import { countingRandom } from '../../src-main/node/wallet/testing/index.ts'

/** Keys that were imported before the wallet had a phrase; contracts act for the first. */
export const OLD_KEYS: readonly TestKey[] = [testKey(1), testKey(2), testKey(3)]
export const MOVE_SEED = new Uint8Array(64).fill(9)

/** A chain with tokens, a wallet on it and the methods of its move, on a folder that stays. */
export async function openMovingWallet(folder: string, walletName = 'wallet') {
  const market = createMarketNode({ dataDir: join(folder, 'chain') })
  const { node, mempool, addressIndex, indexes } = market
  await node.chain.start()
  let identity: Uint8Array | undefined
  const wallet = openWallet(
    {
      ...{ params: node.params, directory: join(folder, walletName), keyPool: 3, payRate: 0n, passphraseCost: 1024 },
      identity: () => identity,
    },
    { chain: node.chain, mempool, clock: node.clock, random: countingRandom() },
  )
  identity = wallet.keyring.identity()
  node.chain.subscribe((update) => wallet.update(update))
  mempool.onChange(({ added }) => wallet.mempoolChanged(added.map(({ tx }) => tx)))
  await wallet.start()
  const stop = new AbortController()
  const openHandlers = () =>
    createMoveToPhraseHandlers({
      ...{ params: node.params, chain: node.chain, clock: node.clock, mempool, wallet },
      ...{ addressIndex, contractIndexes: indexes, stopping: stop.signal, chainFetched: () => true },
      pubkey: () => identity,
      setPubkey(pubkey) {
        identity = pubkey
      },
      rewardTarget: () => ({ to: 'identity', address: undefined }),
      buildContext: (pubkey) => createBuildContext({ chain: node.chain, mempool, keys: wallet.keys.signing }, pubkey),
      walletCoins: {
        coins: () => wallet.ledger.coins().filter(({ source, depth }) => depth > 0 || wallet.ledger.isTrusted(source)),
      },
    })
  const coverage = {
    wallet,
    pubkey: () => identity,
    contractIndexes: indexes,
    rewardTarget: () => ({ address: undefined }),
  }
  return {
    ...{ market, wallet, coverage, openHandlers },
    close() {
      stop.abort()
      wallet.close()
      market.close()
    },
  }
}

export type MovingWallet = Awaited<ReturnType<typeof openMovingWallet>>

/** Fills a new wallet: coins at old keys, some of them immature, coins of the phrase, and tokens at every old key. */
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
