import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MethodName } from '#shared/rpc/index.ts'

const CHANGED: readonly MethodName[] = [
  'getinfo',
  'getpeerinfo',
  'getsyncstate',
  'listaddednodes',
  'listbanned',
  'listbans',
  'listpeers',
  'previewban',
]

/** Refreshes what an action changed at once; its effects on the network come by events and polling. */
export function useNetworkRenewal(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const method of CHANGED) void queries.invalidateQueries({ queryKey: ['rpc', method] })
  }, [queries])
}
