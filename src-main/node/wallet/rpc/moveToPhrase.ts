import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_REMEMBERED_PLANS } from '#shared/rpc/methods/walletMove.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { createMemoCache } from '../../contracts/framework/memoCache.ts'
import type { ContractIndexes } from '../../contracts/index.ts'
import type { AddressIndexView, Clock } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { createCcView } from '../../mempool/index.ts'
import { decodeAddress } from '../../script/index.ts'
import { hashKey, LruMap, yieldToEventLoop } from '../../util/index.ts'
import { MoveRunner, PhraseMove, type Wallet } from '../index.ts'
import { type BoundToKey, listAssetsBoundToKeys } from './boundToKeys.ts'
import { isOldIdentity, type MovePlan, planMove, requireAccount } from './movePlan.ts'
import { createTokenMover, oldTokenKeys, type TokenMoverDeps } from './tokenMover.ts'
import { encodeMoveStatus } from './walletStatus.ts'
import { needWallet } from './walletTx.ts'

interface MoveToPhraseDeps extends TokenMoverDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Pick<Clock, 'now'>
  readonly wallet: Wallet | undefined
  readonly addressIndex: AddressIndexView | undefined
  readonly contractIndexes: ContractIndexes | undefined
  /** returns the public key that contracts act for in this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly setPubkey: (pubkey: Uint8Array) => void
  /** returns the current destination of this node's rewards */
  readonly rewardTarget: () => { readonly to: string; readonly address: string | undefined }
  /** returns true if the chain is synced */
  readonly chainFetched: () => boolean
  /** aborted when the node stops */
  readonly stopping: AbortSignal
}

/** Opens the move of one wallet. Resumes an interrupted move now, and again after each block and each unlock. */
function openMove(wallet: Wallet, deps: MoveToPhraseDeps) {
  const { params, chain, mempool, contractIndexes, chainFetched, stopping: signal } = deps
  const holdsTokens = (account: number) => {
    const found = wallet.keyring.accounts.find(account)
    return found !== undefined && (contractIndexes?.tokens.holdings(found.pubkey).length ?? 0) > 0
  }
  const move = new PhraseMove({ params, chain, mempool, wallet, holdsTokens })
  const tokens = createTokenMover(wallet, move, deps)
  let changing = false
  const runner = new MoveRunner({
    ...{ move, wallet, tokens, chainFetched, signal, pause: yieldToEventLoop },
    changed() {
      changing = true
      wallet.keyring.changed()
      changing = false
    },
  })
  const resumeMove = () => {
    if (!signal.aborted && wallet.agreedMove.get()) void runner.resume()
  }
  chain.subscribe(resumeMove)
  wallet.keyring.onChange(() => {
    if (!changing) resumeMove()
  })
  resumeMove()
  const bound = createBoundAssetSearch(wallet, move, deps)
  wallet.agreedMove.countBy(
    () => runner.status(),
    async (search) => {
      const pubkeys = (await bound(search))?.flatMap(({ pubkey }) => pubkey ?? []) ?? []
      return new Set(pubkeys.map((pubkey) => hashKey(hash160(pubkey))))
    },
  )
  return { move, tokens, runner, bound }
}

/**
 * Returns a function that lists the assets that contracts bind to old keys. It caches the list until the tip, the keys
 * or the ledger change, and returns undefined if the node has no indexes.
 */
function createBoundAssetSearch(wallet: Wallet, move: PhraseMove, deps: MoveToPhraseDeps) {
  const { params, chain, mempool, addressIndex, contractIndexes } = deps
  const memo = createMemoCache()
  let known: { readonly state: string; readonly found: readonly BoundToKey[] } | undefined
  return async (signal?: AbortSignal): Promise<readonly BoundToKey[] | undefined> => {
    if (!params.ccEnabled || !addressIndex || !contractIndexes) return undefined
    const state = `${chain.tip().hashHex} ${wallet.keys.revision()} ${wallet.ledger.revision()}`
    if (known?.state === state) return known.found
    const reads = {
      view: createCcView(chain, mempool, undefined),
      addressIndex,
      mempool,
      tokens: contractIndexes.tokens,
      memo,
    }
    const pause = async () => {
      await yieldToEventLoop()
      signal?.throwIfAborted()
    }
    const found = await listAssetsBoundToKeys(
      wallet,
      oldTokenKeys(wallet, move),
      { reads, indexes: contractIndexes },
      pause,
    )
    known = { state, found }
    return found
  }
}

/** Handlers that move coins and tokens from keys that the phrase does not restore to keys of the phrase. */
export function createMoveToPhraseHandlers(deps: MoveToPhraseDeps) {
  const { params } = deps
  const opened = deps.wallet && openMove(deps.wallet, deps)
  const plans = new LruMap<string, MovePlan>(MAX_REMEMBERED_PLANS)

  const requireMove = () => {
    const wallet = needWallet(deps.wallet)
    return { wallet, ...(opened as NonNullable<typeof opened>) }
  }
  const requirePlan = (id: string): MovePlan => {
    const plan = plans.get(id)
    if (plan) return plan
    const text = 'Invalid parameter, the plan is no longer known: call planmovetophrase again'
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, text)
  }
  /** Returns the reward address set by an option, if it belongs to an old key. */
  const oldRewardAddress = ({ keys }: Wallet, move: PhraseMove): string | undefined => {
    const { to, address } = deps.rewardTarget()
    const decoded = to === 'address' && address !== undefined ? decodeAddress(address) : undefined
    const key = decoded && keys.byHash(decoded.hash)
    return key && !move.isRestored(key) ? address : undefined
  }

  return defineHandlers({
    async planmovetophrase({ plan: id }, { signal }) {
      if (id !== undefined) return requirePlan(id).reply
      const { wallet, move, tokens, bound } = requireMove()
      requireAccount(wallet)
      const found = await bound(signal)
      const plan = planMove({
        ...{ wallet, move, tokens, bound: found, identity: deps.pubkey(), ccEnabled: params.ccEnabled },
        rewardAddress: oldRewardAddress(wallet, move),
      })
      plans.set(plan.id, plan)
      return plan.reply
    },
    movetophrase({ plan: id }) {
      const { wallet, move, runner } = requireMove()
      const account = requireAccount(wallet)
      const plan = requirePlan(id)
      wallet.keys.requireOpen()
      const identity = deps.pubkey()
      // Switch the key first, so that no further change, reward or token arrives at an old key.
      if (isOldIdentity(wallet, move, identity)) {
        wallet.keyring.setIdentity(account.pubkey, identity)
        deps.setPubkey(account.pubkey)
      }
      const { batches, queued } = plan.coins
      wallet.agreedMove.set({
        time: deps.clock.now(),
        coins: [...batches.flatMap(({ coins }) => coins), ...queued].map(({ outpoint }) => outpoint),
        tokens: [...plan.tokens, ...plan.queuedTokens],
      })
      void runner.start(batches)
      return encodeMoveStatus(wallet) as MethodResult<'movetophrase'>
    },
    cancelmovetophrase() {
      const { wallet, runner } = requireMove()
      const underWay = wallet.agreedMove.get() !== undefined
      runner.cancel()
      return underWay
    },
  })
}
