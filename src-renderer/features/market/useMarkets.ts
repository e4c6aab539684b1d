import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ListedMarket } from '../../components/market/prices.ts'
import { useNode } from '../../node/context.tsx'
import type { MarketsSearch } from './search.ts'

export const MARKETS_PAGE = 1000
/** Maximum number of pages loaded automatically. A button loads further pages. */
const AUTOMATIC_PAGES = 5

/** Loads all tokens that ever had an order, those with the newest orders first. */
export function useMarkets() {
  const { client } = useNode()
  const query = useInfiniteQuery({
    queryKey: ['rpc', 'listmarkets', 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      client.call('listmarkets', { limit: MARKETS_PAGE, offset: pageParam }, { signal }),
    getNextPageParam(last, pages) {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0)
      return last.rows.length === 0 || loaded >= last.total ? undefined : loaded
    },
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  const more = hasNextPage && !isFetching && (data?.pages.length ?? 0) < AUTOMATIC_PAGES
  useEffect(() => {
    if (more) void fetchNextPage()
  }, [more, fetchNextPage])
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return { ...query, rows, total: data?.pages[0]?.total }
}

/** Returns true if a market matches the search and the filter. */
export function matchesMarket(row: ListedMarket, { q, show }: MarketsSearch): boolean {
  if (show === 'open' && row.asks + row.bids === 0) return false
  if (show === 'nft' && !row.nft) return false
  const query = q?.trim().toLowerCase()
  return !query || row.name.toLowerCase().includes(query) || row.tokenid.startsWith(query)
}
