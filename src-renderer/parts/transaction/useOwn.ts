import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../node/context.tsx'
import { rpcKey, useRpc } from '../../node/queries.ts'
import type { DescribedTransaction, Own } from './describe.ts'

/** More are never shown at once; the rest of a huge transaction is told without asking whose it is. */
const MOST_ASKED = 200
/** A key can be imported at any time, and no event says so. */
const GOOD_FOR_MS = 60_000

/** Addresses of the outputs that a key of the wallet may stand behind, each once. */
export function walletAddresses(transaction: DescribedTransaction | undefined): readonly string[] {
  const found = (transaction?.vout ?? []).flatMap(({ scriptPubKey: { type, addresses } }) =>
    type === 'cryptocondition' ? [] : (addresses ?? []),
  )
  return [...new Set(found)].slice(0, MOST_ASKED)
}

/** Kept outside: a stable function lets an unchanged answer stay the same array. */
function ownOnes(answers: readonly UseQueryResult<MethodResult<'validateaddress'>>[]): readonly string[] {
  return answers.flatMap(({ data }) => (data?.ismine && data.address !== undefined ? [data.address] : []))
}

/**
 * The addresses of a transaction that are ours: those of the key that the node acts for, and any other whose key is in
 * the wallet. Until the node has said so, nothing is called "yours".
 */
export function useOwn(transaction: DescribedTransaction | undefined): Own {
  const { client } = useNode()
  const { data } = useRpc('tokenaddress', {})
  const asked = useMemo(() => walletAddresses(transaction), [transaction])
  const wallet = useQueries({
    queries: asked.map((komodoaddress) => ({
      queryKey: rpcKey('validateaddress', { komodoaddress }),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.call('validateaddress', { komodoaddress }, { signal }),
      staleTime: GOOD_FOR_MS,
    })),
    combine: ownOnes,
  })
  return useMemo(() => {
    const acting = data ? [data.myaddress, data['myCCAddress(Tokens)'], data.myCCaddress] : []
    return {
      addresses: new Set([...acting, ...wallet].filter((address): address is string => Boolean(address))),
      tokenMarker: data?.TokensCCAddress,
    }
  }, [data, wallet])
}
