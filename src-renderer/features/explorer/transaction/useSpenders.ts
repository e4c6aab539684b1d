import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useNode } from '../../../node/context.tsx'
import { rpcKey } from '../../../node/queries.ts'

type Spender = MethodResult<'listspenders'>[number]

/** Number of outputs per call. */
export const SPENDER_PAGE = 100

/** Loads the spenders of the outputs on the given pages. `off` is true if a call failed, as without a spent index. */
export function useSpenders(txid: string, pages: readonly number[]) {
  const { client } = useNode()
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = { txid, from: page * SPENDER_PAGE, count: SPENDER_PAGE }
      return {
        queryKey: rpcKey('listspenders', input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call('listspenders', input, { signal }),
      }
    }),
    combine: (results) => ({
      rows: results.map(({ data }) => data),
      off: results.some(({ error }) => error !== null),
    }),
  })
  const spenders = useMemo(() => {
    const byOutput = new Map<number, Spender>()
    for (const rows of answers.rows) for (const row of rows ?? []) byOutput.set(row.n, row)
    return byOutput
  }, [answers.rows])
  const known = (n: number) => answers.rows[pages.indexOf(Math.floor(n / SPENDER_PAGE))] !== undefined
  return {
    off: answers.off,
    of: (n: number): Spender | null | undefined => (known(n) ? (spenders.get(n) ?? null) : undefined),
  }
}
