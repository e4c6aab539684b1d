import { useRpc } from '../../node/queries.ts'

/** Returns the state of the address index. `getsnapshot` is the only call that reports it without failing. */
export function useIndexState(): 'on' | 'off' | 'unknown' {
  const { data } = useRpc('getsnapshot', { top: '1' })
  if (data === undefined) return 'unknown'
  return 'error' in data ? 'off' : 'on'
}
