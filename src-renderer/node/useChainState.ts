import { type ChainState, chainState } from './chainState.ts'
import { useConnection } from './context.tsx'
import { useRpc } from './queries.ts'

/** What the chain is doing now, from the one place that decides it. */
export function useChainState(): ChainState {
  const connection = useConnection()
  const status = useRpc('getnodestatus', {})
  const sync = useRpc('getsyncstate', {})
  return chainState({ connection, status: status.data, sync: sync.data, syncFailed: sync.isError })
}
