import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { MethodName } from '#shared/rpc/index.ts'

const CHANGED: readonly MethodName[] = [
  'getaddednodeinfo',
  'getinfo',
  'getpeerinfo',
  'getsyncstate',
  'listbanned',
  'listbans',
  'listpeers',
  'previewban',
]

/** What was just done shows at once; what follows from it on the network comes by events and by asking again. */
export function useNetworkRenewal(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const method of CHANGED) void queries.invalidateQueries({ queryKey: ['rpc', method] })
  }, [queries])
}
