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

/**
 * Returns a function that refetches the results changed by an action. Its effects on the network arrive by events and
 * polling.
 */
export function useNetworkRenewal(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const method of CHANGED) void queries.invalidateQueries({ queryKey: ['rpc', method] })
  }, [queries])
}
