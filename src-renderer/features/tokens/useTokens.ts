import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { isFinished, type TransactionTask } from '../../tasks/tasks.ts'
import { useChainTasks } from '../../tasks/useTask.ts'

export type TokenSummary = MethodResult<'tokensummary'>['rows'][number]

export type TokenInfo = Extract<MethodResult<'tokeninfo'>, { result: 'success' }>

export interface ListedToken extends Omit<TokenSummary, 'height'> {
  /** undefined while unconfirmed */
  readonly height: number | undefined
  /** an unconfirmed transaction of this wallet that changes it */
  readonly pending: TransactionTask | undefined
}

export const TOKEN_PAGE = 1000
/** Maximum number of pages loaded automatically. A button loads further pages. */
const AUTOMATIC_PAGES = 10

/**
 * Loads all tokens of the chain, newest first, with those just created here on top. If not all are loaded, the node
 * searches for `search`. `found` is the result of that search, or undefined while the loaded rows are searched here.
 */
export function useTokens(ownKey: string | undefined, search: string) {
  const { client } = useNode()
  const tasks = useChainTasks()
  const query = useInfiniteQuery({
    queryKey: ['rpc', 'tokensummary', 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      client.call('tokensummary', { limit: TOKEN_PAGE, offset: pageParam }, { signal }),
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

  const rows = useMemo(() => {
    if (!data) return undefined
    return withTasks(
      data.pages.flatMap((page) => page.rows),
      tasks,
      ownKey,
    )
  }, [data, tasks, ownKey])
  const beyond = hasNextPage && !more && search !== ''
  const answer = useRpc('tokensummary', { limit: TOKEN_PAGE, filter: search }, { enabled: beyond })
  const found = useMemo(
    () =>
      beyond && answer.data ? { total: answer.data.total, rows: withTasks(answer.data.rows, [], ownKey) } : undefined,
    [beyond, answer.data, ownKey],
  )
  return { ...query, rows, total: data?.pages[0]?.total, found }
}

export interface ShownToken extends Omit<ListedToken, 'height' | 'mybalance'> {
  /** undefined while loading */
  readonly mybalance: bigint | undefined
  readonly sourceChain: string | undefined
}

/**
 * Loads one token with its pending changes. `row` is undefined while loading, or if neither the node nor the window
 * knows the token. `confirmed` is true if the node knows the token.
 */
export function useToken(tokenid: string, enabled: boolean) {
  const tasks = useChainTasks()
  const { data: own } = useRpc('getinfo', {})
  const info = useRpc('tokeninfo', { tokenid }, { keepPrevious: false, enabled })
  const balance = useRpc('tokenbalance', { tokenid }, { keepPrevious: false, enabled })
  const token = info.data?.result === 'success' ? info.data : undefined
  const known = balance.data?.result === 'success' ? balance.data.balance : undefined
  const listed = token ? [{ ...token, mybalance: known ?? 0n, height: 0 }] : []
  const found = withTasks(listed, tasks, own?.pubkey).find((each) => each.tokenid === tokenid)
  const row: ShownToken | undefined = found && {
    ...found,
    mybalance: found.pending ? found.mybalance : known,
    sourceChain: token?.sourceChain,
  }
  return { info, row, confirmed: token !== undefined }
}

/** Applies pending transactions immediately: new tokens as rows, transferred units as the resulting balance. */
export function withTasks(
  rows: readonly TokenSummary[],
  tasks: readonly TransactionTask[],
  ownKey: string | undefined,
): readonly ListedToken[] {
  const known = new Set(rows.map((row) => row.tokenid))
  const moving = new Map<string, TransactionTask>()
  for (const task of tasks) {
    if ('tokenid' in task.effect && !isFinished(task) && task.refusal === undefined) {
      moving.set(task.effect.tokenid, task)
    }
  }
  const fresh = tasks
    .filter((task) => !isFinished(task) && task.refusal === undefined && !known.has(task.txid))
    .toReversed()
  return [
    ...fresh.flatMap((task) => {
      const { effect } = task
      if (effect.kind !== 'token-create') return []
      const units = BigInt(effect.supply)
      const { name, description, data } = effect
      const row = { tokenid: task.txid, name, description, supply: units, mybalance: units, owner: ownKey ?? '' }
      return [{ ...row, ...(data === undefined ? {} : { data }), height: undefined, pending: task }]
    }),
    ...rows
      .toSorted((a, b) => b.height - a.height)
      .map((row) => {
        const task = moving.get(row.tokenid)
        return { ...row, mybalance: task ? balanceAfter(task, row.mybalance) : row.mybalance, pending: task }
      }),
  ]
}

/** Returns the own units after the pending transfer, not the lower number while its change is pending. */
export function balanceAfter(task: TransactionTask, otherwise: bigint): bigint {
  return 'balanceAfter' in task.effect ? BigInt(task.effect.balanceAfter) : otherwise
}
