import { type ChainState, chainState } from './chainState.ts'
import { useCurrentChain } from './chains.ts'
import { useConnection } from './context.tsx'
import { useRpc } from './queries.ts'

/** The present state of the chain. */
export function useChainState(): ChainState {
  const connection = useConnection()
  const status = useRpc('getnodestatus', {})
  const sync = useRpc('getsyncstate', {})
  const kind = useCurrentChain()?.kind
  return chainState({
    ...{ connection, status: status.data, sync: sync.data, syncFailed: sync.isError },
    sandbox: kind === 'sandbox' || kind === 'friend',
  })
}
