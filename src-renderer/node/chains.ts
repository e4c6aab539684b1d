/** Which chains there are and which one this window shows. */
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { isChainMethod, type ListedChain, type WindowResult } from '#shared/chains/index.ts'
import { rpcKey, useRpc } from './queries.ts'

export type ListedChains = WindowResult<'listchains'>
export type ChainDescription = WindowResult<'describechain'>
export type PreflightResult = WindowResult<'preflight'>

/** All chains, the last used first. @param every milliseconds, for who shows sizes: nothing tells that a folder grew */
export function useChains(every?: number): UseQueryResult<ListedChains> {
  return useRpc('listchains', {}, { every })
}

/** The chain that this window shows; undefined while that is not known, and where none is shown. */
export function useCurrentChain(): ListedChain | undefined {
  const { data } = useChains()
  return data?.chains.find(({ id }) => id === data.current)
}

/** Forgets what the node of another chain said, and gives up what it was still asked. What the app itself said stays. */
export function forgetNodeAnswers(queries: QueryClient): void {
  const predicate = ({ queryKey: [family, method] }: { readonly queryKey: readonly unknown[] }) =>
    family === 'rpc' && !isChainMethod(String(method))
  queries.removeQueries({ predicate, type: 'inactive' })
  // Whoever still looks is empty at once, and asks the node that is there now.
  void queries.resetQueries({ predicate, type: 'active' })
}

/** Says at once which chain is shown, before the list has been asked for again. */
export function showChain(queries: QueryClient, current: string | null): void {
  queries.setQueryData<ListedChains>(rpcKey('listchains', {}), (list) => list && { ...list, current })
  void queries.invalidateQueries({ queryKey: rpcKey('listchains', {}) })
}
