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

/** Everything the node answered sits under ['rpc', method, parameters as JSON text]. */
export function rpcKey<N extends WindowMethodName>(method: N, input: WindowInput<N>) {
  return ['rpc', method, encodeInput(windowMethods[method], input)] as const
}

export interface RpcQueryOptions {
  /** false: do not ask (yet) */
  readonly enabled?: boolean | undefined
  /** The answer can never change (a transaction by its hex, a mined block's body): asked once. */
  readonly immutable?: boolean | undefined
  /** Keep the last answer on screen while another parameter loads. Default true: a view never blanks. */
  readonly keepPrevious?: boolean | undefined
  /** Poll at this interval in ms while shown: for data that changes without an event (byte counters). */
  readonly every?: number | undefined
}

/** The answer of one method, refreshed by the node's events while shown. */
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
    // No event marks it stale, so it is asked for whenever it is shown: anew, or in place of another one.
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

/** A call with an effect. The node's events refresh what it changes, so callers invalidate nothing. */
export function useRpcMutation<N extends WindowMethodName>(
  method: N,
  then: RpcMutationOptions<N> = {},
): UseMutationResult<WindowResult<N>, Error, WindowInput<N>> {
  const { client } = useNode()
  return useMutation({ mutationFn: (input: WindowInput<N>) => client.call(method, input), ...then })
}

/** Callbacks that also run after the caller was unmounted, unlike those of `mutate`. */
export interface RpcMutationOptions<N extends WindowMethodName> {
  /** Calls of one scope wait for each other: what the user chose last is done last. */
  readonly scope?: { readonly id: string }
  onSuccess?(result: WindowResult<N>, input: WindowInput<N>): void
  onError?(error: Error): void
}

/** The answer as JSON text, for views that show every digit. */
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
