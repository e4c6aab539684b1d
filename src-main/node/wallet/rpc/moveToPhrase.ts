import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_REMEMBERED_PLANS } from '#shared/rpc/methods/walletMove.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { createMemoCache } from '../../contracts/framework/memoCache.ts'
import type { ContractIndexes } from '../../contracts/index.ts'
import type { AddressIndexView, Clock } from '../../core/index.ts'
import { createCcView } from '../../mempool/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { LruMap, yieldToEventLoop } from '../../util/index.ts'
import { MoveRunner, PhraseMove, type Wallet } from '../index.ts'
import { findBoundToKeys } from './boundToKeys.ts'
import { isOldIdentity, type MovePlan, planMove, requireAccount } from './movePlan.ts'
import { createTokenMover, oldTokenKeys, type TokenMoverDeps } from './tokenMover.ts'
import { encodeMoveStatus } from './walletStatus.ts'
import { needWallet } from './walletTx.ts'

interface Deps extends TokenMoverDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly clock: Pick<Clock, 'now'>
  readonly wallet: Wallet | undefined
  readonly addressIndex: AddressIndexView | undefined
  readonly contractIndexes: ContractIndexes | undefined
  /** the public key that contracts act for in this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly setPubkey: (pubkey: Uint8Array) => void
  /** where a reward of this node would go now */
  readonly rewardTarget: () => { readonly to: string; readonly address: string | undefined; readonly mine: boolean }
  /** the chain is synced */
  readonly chainFetched: () => boolean
  /** the node stops */
  readonly stopping: AbortSignal
}

/** The move of one wallet: it goes on after each block and each unlock, from the start of the node on. */
function openMove(wallet: Wallet, deps: Deps) {
  const { params, chain, mempool, chainFetched, stopping: signal } = deps
  const move = new PhraseMove({ params, chain, mempool, wallet })
  const tokens = createTokenMover(wallet, deps)
  let changing = false
  const runner = new MoveRunner({
    ...{ move, wallet, tokens, signal, pause: yieldToEventLoop },
    changed() {
      changing = true
      wallet.keyring.changed()
      changing = false
    },
  })
  wallet.agreedMove.countBy(() => runner.status())
  const goOn = () => {
    if (!signal.aborted && wallet.agreedMove.get() && chainFetched()) void runner.resume()
  }
  chain.subscribe(goOn)
  wallet.keyring.onChange(() => {
    if (!changing) goOn()
  })
  goOn()
  return { move, tokens, runner }
}

/** Moves coins and tokens of keys that the phrase does not restore to keys of the phrase. */
export function createMoveToPhraseHandlers(deps: Deps) {
  const { params, chain, mempool, addressIndex, contractIndexes } = deps
  const opened = deps.wallet && openMove(deps.wallet, deps)
  const plans = new LruMap<string, MovePlan>(MAX_REMEMBERED_PLANS)
  const memo = createMemoCache()

  const need = () => {
    const wallet = needWallet(deps.wallet)
    return { wallet, ...(opened as NonNullable<typeof opened>) }
  }
  const known = (id: string): MovePlan => {
    const plan = plans.get(id)
    if (plan) return plan
    const text = 'Invalid parameter, the plan is not known any more: call planmovetophrase again'
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, text)
  }
  const findBound = async (wallet: Wallet, signal: AbortSignal) => {
    if (!params.ccEnabled || !addressIndex || !contractIndexes) return undefined
    const view = createCcView(chain, mempool, undefined)
    const reads = { view, addressIndex, mempool, tokens: contractIndexes.tokens, memo }
    return findBoundToKeys(wallet, oldTokenKeys(wallet), { reads, indexes: contractIndexes }, async () => {
      await yieldToEventLoop()
      signal.throwIfAborted()
    })
  }
  /** Returns the address that an option lets rewards go to, if it is an old key's. */
  const oldRewardAddress = ({ keys }: Wallet): string | undefined => {
    const { to, address, mine } = deps.rewardTarget()
    if (to !== 'address' || !mine || address === undefined) return undefined
    return keys.used().some(({ path, hash }) => path === null && encodeAddress({ type: 1, hash }) === address)
      ? address
      : undefined
  }

  return defineHandlers({
    async planmovetophrase({ plan: id }, { signal }) {
      if (id !== undefined) return known(id).reply
      const { wallet, move, tokens } = need()
      requireAccount(wallet)
      const bound = await findBound(wallet, signal)
      const plan = planMove({
        ...{ wallet, move, tokens, bound, identity: deps.pubkey(), ccEnabled: params.ccEnabled },
        rewardAddress: oldRewardAddress(wallet),
      })
      plans.set(plan.id, plan)
      return plan.reply
    },
    movetophrase({ plan: id }) {
      const { wallet, runner } = need()
      const account = requireAccount(wallet)
      const plan = known(id)
      wallet.keys.requireOpen()
      const identity = deps.pubkey()
      // First, so that no change, reward or token arrives at an old key any more.
      if (isOldIdentity(wallet, identity)) {
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
      const { wallet, runner } = need()
      const underWay = wallet.agreedMove.get() !== undefined
      runner.cancel()
      return underWay
    },
  })
}
