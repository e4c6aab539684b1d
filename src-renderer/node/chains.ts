/** The list of chains and the selected one. */
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { isChainMethod, type ListedChain, type WindowResult } from '#shared/chains/index.ts'
import { rpcKey, useRpc } from './queries.ts'

export type ListedChains = WindowResult<'listchains'>
export type ChainDescription = WindowResult<'describechain'>
export type PreflightResult = WindowResult<'preflight'>

/**
 * All chains, the last used first. @param every milliseconds, for views with sizes: no event reports that a folder grew
 */
export function useChains(every?: number): UseQueryResult<ListedChains> {
  return useRpc('listchains', {}, { every })
}

/** The selected chain; undefined while unknown and if none is selected. */
export function useCurrentChain(): ListedChain | undefined {
  const { data } = useChains()
  return data?.chains.find(({ id }) => id === data.current)
}

/** Returns the entry of the sandbox's other wallet than the shown one, while its node runs; undefined outside the sandbox. */
export function findOtherWallet(list: ListedChains | undefined): ListedChain | undefined {
  const shown = list?.chains.find(({ id }) => id === list.current)?.kind
  const other = shown === 'sandbox' ? 'friend' : shown === 'friend' ? 'sandbox' : undefined
  return list?.chains.find(({ kind, state }) => kind === other && state === 'running')
}

/** Drops answers and running calls of another chain's node. Answers of the app itself stay. */
export function forgetNodeAnswers(queries: QueryClient): void {
  const predicate = ({ queryKey: [family, method] }: { readonly queryKey: readonly unknown[] }) =>
    family === 'rpc' && !isChainMethod(String(method))
  queries.removeQueries({ predicate, type: 'inactive' })
  // Active queries are cleared at once and ask the present node.
  void queries.resetQueries({ predicate, type: 'active' })
}

/** Marks the selected chain at once, before the list is fetched again. */
export function showChain(queries: QueryClient, current: string | null): void {
  queries.setQueryData<ListedChains>(rpcKey('listchains', {}), (list) => list && { ...list, current })
  void queries.invalidateQueries({ queryKey: rpcKey('listchains', {}) })
}
