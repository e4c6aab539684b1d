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
  /** Ask again after so many milliseconds, while somebody looks: for what changes without an event (counters of bytes). */
  readonly every?: number | undefined
}

/** The answer of one method, renewed by the node's events while somebody looks at it. */
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
    // No event says that it is old, so whoever comes to look asks at once.
    ...(options.every === undefined ? {} : { refetchInterval: options.every, refetchOnMount: 'always' as const }),
  })
}

/** Asks at once for what a part will need that is not there yet, so that the two do not wait one after the other. */
export function useRpcAhead<N extends WindowMethodName>(method: N, input: WindowInput<N>): void {
  const { client } = useNode()
  const queries = useQueryClient()
  const queryKey = rpcKey(method, input)
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => client.call(method, input, { signal })
  const ask = useEffectEvent(() => void queries.prefetchQuery({ queryKey, queryFn }))
  useEffect(() => ask(), [])
}

/** A call that does something. What it changes is renewed by the node's events, so callers invalidate nothing. */
export function useRpcMutation<N extends WindowMethodName>(
  method: N,
  then: RpcMutationOptions<N> = {},
): UseMutationResult<WindowResult<N>, Error, WindowInput<N>> {
  const { client } = useNode()
  return useMutation({ mutationFn: (input: WindowInput<N>) => client.call(method, input), ...then })
}

/** What follows a call, also where what made it is not on screen any more: unlike the callbacks of `mutate`. */
export interface RpcMutationOptions<N extends WindowMethodName> {
  onSuccess?(result: WindowResult<N>, input: WindowInput<N>): void
  onError?(error: Error): void
}

/** The answer as the JSON text it came in, for views that show it digit by digit. */
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
