import { useRpc } from '../../node/queries.ts'

/**
 * Returns a text that changes when the wallet's lists may have changed: with each block, and with sent and received
 * transactions.
 */
export function useRevision(): string | undefined {
  const { data: summary } = useRpc('getwalletsummary', {})
  const { data: info } = useRpc('getwalletinfo', {})
  if (!summary || !info) return undefined
  return [summary.hash, info.txcount, summary.total, summary.pending, summary.locked].join(':')
}
