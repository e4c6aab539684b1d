import { useRpc } from '../../node/queries.ts'

/** Changes whenever the lists of the wallet may have: with each block, and with what the wallet sends and receives. */
export function useRevision(): string | undefined {
  const { data: summary } = useRpc('getwalletsummary', {})
  const { data: info } = useRpc('getwalletinfo', {})
  if (!summary || !info) return undefined
  return [summary.hash, info.txcount, summary.total, summary.pending, summary.locked].join(':')
}
