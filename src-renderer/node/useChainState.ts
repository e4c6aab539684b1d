import { type ChainState, chainState } from './chainState.ts'
import { useConnection } from './context.tsx'
import { useRpc } from './queries.ts'

/** What the chain is doing now, from the one place that decides it. */
export function useChainState(): ChainState {
  const connection = useConnection()
  const status = useRpc('getnodestatus', {})
  const info = useRpc('getinfo', {})
  return chainState({ connection, status: status.data, info: info.data, infoFailed: info.isError })
}
