import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { NodeEvent } from '#shared/events.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { forgetNodeAnswers, type ListedChains, showChain } from './chains.ts'
import { advanceClaim } from './claimEvents.ts'
import type { NodeAccess } from './client.ts'
import { useNode } from './context.tsx'
import { changedBy } from './invalidation.ts'
import { rpcKey } from './queries.ts'
import { createRenewal } from './renewal.ts'

/** Refetches visible queries on events and after reconnects. Mounted once. */
export function useLiveQueries(): void {
  const node = useNode()
  const queries = useQueryClient()

  useEffect(() => {
    const renewal = createRenewal(queries)
    const end = node.onEvent((event) => {
      if (event.type === 'status') return showStatus(queries, event)
      if (event.type === 'progress') return
      if (event.type === 'chain') {
        renewal.cancel()
        // Answers of another chain must neither stay on screen nor arrive later.
        forgetNodeAnswers(queries)
        showChain(queries, event.id)
        return
      }
      if (event.type === 'faucet' && showClaim(queries, event)) return
      renewal.add(changedBy(event))
    })
    const endLosses = node.bridge.onConnection(() => {
      if (node.bridge.connection().state === 'lost') renewal.takeBack()
    })
    return () => {
      renewal.cancel()
      end()
      endLosses()
    }
  }, [node, queries])

  useEffect(() => {
    let lost = node.bridge.connection().state === 'lost'
    return node.bridge.onConnection(() => {
      const { state } = node.bridge.connection()
      if (state === 'live') void (lost ? catchUp(node, queries) : askAgainWhatFailed(queries))
      lost = state === 'lost'
    })
  }, [node, queries])
}

function showStatus(queries: QueryClient, { phase, detail, progress }: Extract<NodeEvent, { type: 'status' }>): void {
  const key = rpcKey('getnodestatus', {})
  const known = queries.getQueryData<MethodResult<'getnodestatus'>>(key)
  if (known) queries.setQueryData(key, { ...known, phase, detail, progress })
  // Calls that the node rejected during the start succeed now.
  if (phase === 'ready') void queries.invalidateQueries({ queryKey: ['rpc'] })
  else if (!known) void queries.invalidateQueries({ queryKey: key })
}

/**
 * Updates the known claim without a call.
 * @returns true if the event contains enough data for that
 */
function showClaim(queries: QueryClient, event: Extract<NodeEvent, { type: 'faucet' }>): boolean {
  const key = rpcKey('getfaucetclaim', {})
  const next = advanceClaim(queries.getQueryData<MethodResult<'getfaucetclaim'>>(key), event)
  if (next) queries.setQueryData(key, next)
  return next !== undefined
}

/** Refetches after a reconnect: another chain may be selected, and all visible data may have changed. */
async function catchUp({ client }: NodeAccess, queries: QueryClient): Promise<void> {
  const key = rpcKey('listchains', {})
  const known = queries.getQueryData<ListedChains>(key)
  try {
    const list = await client.call('listchains', {})
    if (known && known.current !== list.current) forgetNodeAnswers(queries)
    queries.setQueryData(key, list)
  } finally {
    void queries.invalidateQueries({ queryKey: ['rpc'] })
  }
}

/** Refetches only queries that timed out before the first connection. */
function askAgainWhatFailed(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['rpc'], predicate: (query) => query.state.status === 'error' })
}
