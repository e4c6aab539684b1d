import { createMemoCache } from '../../../contracts/framework/memoCache.ts'
import type { ContractContext } from '../../../contracts/index.ts'
import { createCcView } from '../../../mempool/index.ts'
import type { MarketNode, TestKey } from '../../../testing/index.ts'
import { createBuildContext } from '../../../transactions/index.ts'
import { openWallet } from '../../index.ts'
import { countingRandom } from '../../testing/index.ts'
import { createMoveToPhraseHandlers } from '../moveToPhrase.ts'
import type { CoverageDeps } from '../phraseCoverage.ts'

export interface MovingWalletOptions {
  /** default: counting bytes, equal for each wallet */
  readonly random?: { readonly bytes: (length: number) => Uint8Array }
  /** returns true if the chain is synced; default: always */
  readonly chainFetched?: () => boolean
}

/** Opens a wallet on a test chain with tokens. The wallet follows the chain, and contracts act for its token key. */
export function openMovingWallet(
  { node, mempool, addressIndex, indexes }: MarketNode,
  directory: string,
  { random = countingRandom(), chainFetched = () => true }: MovingWalletOptions = {},
) {
  const { params, chain, clock } = node
  /** public key that contracts act for in this run */
  const acting: { pubkey: Uint8Array | undefined } = { pubkey: undefined }
  const wallet = openWallet(
    { params, directory, keyPool: 3, payRate: 0n, identity: () => acting.pubkey, passphraseCost: 1024 },
    { chain, mempool, clock, random },
  )
  acting.pubkey = wallet.keyring.identity()
  const unfollow = [
    chain.subscribe((update) => wallet.update(update)),
    mempool.onChange(({ added }) => wallet.mempoolChanged(added.map(({ tx }) => tx))),
  ]
  const stop = new AbortController()
  const walletCoins = {
    coins: () =>
      wallet.ledger
        .coins()
        .filter(({ outpoint }) => !wallet.locks.isLocked(outpoint))
        .filter(({ source, depth }) => depth > 0 || wallet.ledger.isTrusted(source)),
  }
  const openHandlers = () =>
    createMoveToPhraseHandlers({
      ...{ params, chain, clock, mempool, wallet, addressIndex, contractIndexes: indexes, chainFetched, walletCoins },
      pubkey: () => acting.pubkey,
      setPubkey(pubkey) {
        acting.pubkey = pubkey
      },
      rewardTarget: () => ({ to: 'identity', address: undefined }),
      stopping: stop.signal,
      buildContext: (pubkey) => createBuildContext({ chain, mempool, keys: wallet.keys.signing }, pubkey),
    })
  const coverage: CoverageDeps = {
    wallet,
    pubkey: () => acting.pubkey,
    contractIndexes: indexes,
    rewardTarget: () => ({ address: undefined }),
  }
  return {
    ...{ wallet, acting, coverage, openHandlers },
    close() {
      stop.abort()
      for (const end of unfollow) end()
      wallet.close()
    },
  }
}

/** Returns a context in which contract builders act for a key. */
export function contractContextFor(market: MarketNode, key: TestKey): ContractContext {
  const { node, mempool, addressIndex } = market
  const view = createCcView(node.chain, mempool, undefined)
  return { ...market.context(key), view, addressIndex, memo: createMemoCache() }
}

export type OpenMovingWallet = ReturnType<typeof openMovingWallet>
