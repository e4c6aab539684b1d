import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type WindowInput, type WindowMethodName, type WindowResult, windowMethods } from '#shared/chains/index.ts'
import { encodeInput } from '#shared/rpc/args.ts'
import { useNode } from './context.tsx'

/** Returns the query key of a node answer: ['rpc', method, parameters as JSON text]. */
export function rpcKey<N extends WindowMethodName>(method: N, input: WindowInput<N>) {
  return ['rpc', method, encodeInput(windowMethods[method], input)] as const
}

export interface RpcQueryOptions {
  /** Set to false to not send the query (yet). */
  readonly enabled?: boolean | undefined
  /** The answer can never change (a transaction by its hex, the body of a mined block), so it is fetched once. */
  readonly immutable?: boolean | undefined
  /** Keeps the last answer on screen while other parameters load. Default: true, so that a view is never blank. */
  readonly keepPrevious?: boolean | undefined
  /** Polling interval in ms while visible, for data that changes without an event (byte counters). */
  readonly every?: number | undefined
}

/** Returns the answer of one method, which events of the node refresh while it is visible. */
export function useRpc<N extends WindowMethodName>(
  method: N,
  input: WindowInput<N>,
  options: RpcQueryOptions = {},
): UseQueryResult<WindowResult<N>> {
  const { client } = useNode()
  return useQuery({
    queryKey: rpcKey(method, input),
    queryFn: ({ signal }) => client.call(method, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.immutable ? { staleTime: 'static' as const } : {}),
    ...((options.keepPrevious ?? true) ? { placeholderData: keepPreviousData } : {}),
    // No event invalidates this query, so it is refetched whenever it becomes visible.
    ...(options.every === undefined ? {} : { refetchInterval: options.every, staleTime: 0 }),
  })
}

/** Prefetches data of a component that is still being loaded. */
export function useRpcAhead<N extends WindowMethodName>(method: N, input: WindowInput<N>): void {
  const { client } = useNode()
  const queries = useQueryClient()
  const queryKey = rpcKey(method, input)
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => client.call(method, input, { signal })
  const ask = useEffectEvent(() => void queries.prefetchQuery({ queryKey, queryFn }))
  useEffect(() => ask(), [])
}

/**
 * Returns a mutation for a method with side effects. Events of the node refresh the changed data, so callers invalidate
 * nothing.
 */
export function useRpcMutation<N extends WindowMethodName>(
  method: N,
  then: RpcMutationOptions<N> = {},
): UseMutationResult<WindowResult<N>, Error, WindowInput<N>> {
  const { client } = useNode()
  return useMutation({ mutationFn: (input: WindowInput<N>) => client.call(method, input), ...then })
}

/** Callbacks that also run after the caller has unmounted, unlike those of `mutate`. */
export interface RpcMutationOptions<N extends WindowMethodName> {
  /** Calls with one scope run in sequence, so that the user's last choice takes effect last. */
  readonly scope?: { readonly id: string }
  onSuccess?(result: WindowResult<N>, input: WindowInput<N>): void
  onError?(error: Error): void
}

/** Returns the answer as JSON text, for views that show every digit. */
export function useRpcText<N extends WindowMethodName>(
  method: N,
  input: WindowInput<N>,
  options: RpcQueryOptions = {},
): UseQueryResult<string> {
  const { client } = useNode()
  const paramsText = encodeInput(windowMethods[method], input)
  return useQuery({
    queryKey: ['rpc', method, paramsText, 'text'],
    queryFn: ({ signal }) => client.callText(method, paramsText, { signal }),
    enabled: options.enabled ?? true,
    ...(options.immutable ? { staleTime: 'static' as const } : {}),
  })
}
