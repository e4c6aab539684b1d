import { type ChainState, chainState } from './chainState.ts'
import { findOtherWallet, useChains, useCurrentChain } from './chains.ts'
import { useConnection } from './context.tsx'
import { useRpc } from './queries.ts'

export function useChainState(): ChainState {
  const connection = useConnection()
  const status = useRpc('getnodestatus', {})
  const sync = useRpc('getsyncstate', {})
  const kind = useCurrentChain()?.kind
  const { data: list } = useChains()
  return chainState({
    ...{ connection, status: status.data, sync: sync.data, syncFailed: sync.isError },
    sandbox: kind === 'sandbox' || kind === 'friend',
    otherWallet: findOtherWallet(list)?.kind,
  })
}
