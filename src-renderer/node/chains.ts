import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { isChainMethod, type ListedChain, type WindowResult } from '#shared/chains/index.ts'
import { rpcKey, useRpc } from './queries.ts'

export type ListedChains = WindowResult<'listchains'>
export type ChainDescription = WindowResult<'describechain'>
export type PreflightResult = WindowResult<'preflight'>

/**
 * Returns all chains, the last used first.
 * @param every polling interval in ms, for views with folder sizes, which change without an event
 */
export function useChains(every?: number): UseQueryResult<ListedChains> {
  return useRpc('listchains', {}, { every })
}

/** Returns the selected chain, or undefined while unknown and if none is selected. */
export function useCurrentChain(): ListedChain | undefined {
  const { data } = useChains()
  return data?.chains.find(({ id }) => id === data.current)
}

/**
 * Returns the list entry of the sandbox wallet that is not selected, while its node runs. Returns undefined outside the
 * sandbox.
 */
export function findOtherWallet(list: ListedChains | undefined): ListedChain | undefined {
  const shown = list?.chains.find(({ id }) => id === list.current)?.kind
  const other = shown === 'sandbox' ? 'friend' : shown === 'friend' ? 'sandbox' : undefined
  return list?.chains.find(({ kind, state }) => kind === other && state === 'running')
}

/** Drops answers and cancels running calls of another chain's node. Answers of the app itself are kept. */
export function forgetNodeAnswers(queries: QueryClient): void {
  const predicate = ({ queryKey: [family, method] }: { readonly queryKey: readonly unknown[] }) =>
    family === 'rpc' && !isChainMethod(String(method))
  queries.removeQueries({ predicate, type: 'inactive' })
  // Resets active queries immediately and refetches them from the current node.
  void queries.resetQueries({ predicate, type: 'active' })
}

/** Marks the selected chain immediately, before the list is refetched. */
export function showChain(queries: QueryClient, current: string | null): void {
  queries.setQueryData<ListedChains>(rpcKey('listchains', {}), (list) => list && { ...list, current })
  void queries.invalidateQueries({ queryKey: rpcKey('listchains', {}) })
}
