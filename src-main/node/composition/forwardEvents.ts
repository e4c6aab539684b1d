/** Forwards the events of a node's parts to its event hub. */
import { claimProbability } from '#shared/rpc/methods/faucet.ts'
import type { SyncStateName } from '../core/index.ts'
import { concludeSearch } from '../wallet/rpc/index.ts'
import type { Parts } from './parts.ts'
import type { StartContext } from './startContext.ts'

/** Returns true if no further blocks are known to exist. */
export const hasAllBlocks = (state: SyncStateName) => state === 'synced' || state === 'solo'

/** Returns true if only the user can resolve this sync state. */
const needsUser = (state: SyncStateName) => state === 'other-branch' || state === 'other-chain'

/** Subscribes to all parts, until the node ends. */
export function forwardEvents({ events, running, deps, signal }: StartContext, parts: Parts): void {
  let alerted: SyncStateName | undefined
  const { chain, mempool, wallet, autoMiner, soloMiner, staker, faucet, peers } = parts
  const emitTip = () => {
    const { height, hashHex, time, txCount } = chain.tip()
    events.emit({ type: 'tip', height, hash: hashHex, time, txCount })
  }
  chain.subscribe(emitTip)
  mempool.onChange(() => {
    const { size, bytes } = mempool.stats()
    events.emit({ type: 'mempool', size, bytes })
    if (wallet) events.emit({ type: 'wallet' })
  })
  wallet?.keyring.onChange(() => events.emit({ type: 'wallet' }))
  faucet.claims.onChange(({ state, id, attempts, rate, elapsed }) => {
    const probability = claimProbability(attempts)
    events.emit({ type: 'faucet', claim: { state, id, attempts, rate, elapsed, probability } })
  })
  peers.onNotification((notification) => {
    if (notification.type !== 'sync') return events.emit(notification)
    const { state, detail, since } = notification.state
    events.emit({ type: 'sync', state, detail, since })
    if (needsUser(state) && state !== alerted) running.notify?.alert(detail)
    alerted = state
    if (wallet && hasAllBlocks(state)) {
      const { addressIndex } = parts
      concludeSearch({ wallet, addressIndex }, { signal }).catch((error: unknown) => {
        if (!signal.aborted) deps.logger.warn('rescan after restoring a phrase failed', { reason: String(error) })
      })
    }
  })
  const emitMining = () => {
    const { state, detail, threads, solutionRate: rate, blocksFound: blocks } = soloMiner.status()
    events.emit({ type: 'mining', automatic: autoMiner.enabled(), miner: { state, detail, threads, rate, blocks } })
  }
  autoMiner.onChange(emitMining)
  soloMiner.onChange(emitMining)
  staker?.onChange(emitMining)
}
