import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCurrentChain } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'

/**
 * Query key of the hosts from which this page fetches without asking again. The desktop app keeps its own list and asks
 * in its own window.
 */
const ALLOWED = ['picture-hosts'] as const

/** Picture of an NFT. Nothing is fetched before `fetch` is called; a fetched picture is kept while the page is open. */
export function useTokenPicture(tokenid: string) {
  const { client } = useNode()
  const queries = useQueryClient()
  const chain = useCurrentChain()?.id
  const queryKey = ['picture', chain, tokenid]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('gettokenpicture', { chain: chain ?? '', tokenid }, { signal }),
    ...{ enabled: false, retry: false, staleTime: Number.POSITIVE_INFINITY },
  })
  return {
    ...{ chain, data, error, isFetching },
    fetch: () => void refetch(),
    cancel: () => void queries.cancelQueries({ queryKey }),
    forget: () => void queries.resetQueries({ queryKey }),
  }
}

export function usePictureHosts() {
  const queries = useQueryClient()
  const { data: hosts = [] } = useQuery<readonly string[]>({
    queryKey: ALLOWED,
    queryFn: () => [],
    ...{ enabled: false, gcTime: Number.POSITIVE_INFINITY },
  })
  return {
    allows: (host: string) => hosts.includes(host),
    allow: (host: string) => queries.setQueryData<readonly string[]>(ALLOWED, (old = []) => [...old, host]),
  }
}
