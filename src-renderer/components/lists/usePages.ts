import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentChain } from '../../node/chains.ts'
import type { ListPage } from '../export/run.ts'

/** Rows per request. */
export const PAGE_ROWS = 1000
/** Lists of up to this many pages refresh automatically; longer ones show a button when there are new rows. */
const FOLLOWED_PAGES = 3

export interface PagesOptions<Row> {
  /** Query key of the list: everything that determines its rows. */
  readonly listKey: readonly unknown[]
  ask(cursor: string | null, signal: AbortSignal): Promise<ListPage<Row>>
  /** Changes with every change of the list; undefined while unknown. */
  readonly revision: string | undefined
}

/**
 * Loads a long list in pages. Events do not invalidate its query key, because each block would reload all pages. A
 * change of `revision` triggers the refresh instead.
 */
export function usePages<Row>({ listKey, ask, revision }: PagesOptions<Row>) {
  const queries = useQueryClient()
  // Lists of two chains may have the same key; include the chain id, so that they do not share pages.
  const chain = useCurrentChain()?.id
  const queryKey = ['pages', ...listKey, chain]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    // Drop the pages on leaving, so that the next visit starts at the top of the current list.
    gcTime: 0,
  })
  const { data, refetch, isError, fetchNextPage, hasNextPage, isFetching } = query
  const pages = data?.pages.length ?? 0
  const [behind, setBehind] = useState(false)
  const seen = useRef(revision)

  useEffect(() => {
    if (revision === undefined || revision === seen.current) return
    const first = seen.current === undefined
    seen.current = revision
    if (isError) void refetch()
    else if (first) return
    else if (pages <= FOLLOWED_PAGES) void refetch()
    else setBehind(true)
  }, [revision, pages, isError, refetch])

  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return {
    rows,
    total: data?.pages[0]?.total ?? undefined,
    /** Tip height of the first page. */
    height: data?.pages[0]?.height,
    error: query.error,
    complete: rows !== undefined && !hasNextPage,
    loadingMore: query.isFetchingNextPage,
    /** Newer rows exist that are not loaded. */
    behind,
    retry: () => void refetch(),
    renew() {
      setBehind(false)
      // Keep only the first page, which is refetched; the rest loads on scrolling.
      queries.setQueryData<InfiniteData<ListPage<Row>, string | null>>(queryKey, (old) =>
        old ? { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) } : undefined,
      )
      void refetch()
    },
    more() {
      if (hasNextPage && !isFetching && !isError) void fetchNextPage()
    },
  }
}
