import type { AddressIndexView, CcView, ChainView, MempoolEntry } from '../core/index.ts'

/**
 * View of pool and chain for the crypto-condition modules, while a mempool transaction is validated or built. The pool
 * comes first.
 */
export function createCcView(
  chain: ChainView,
  pool: { get(txid: Uint8Array): Pick<MempoolEntry, 'tx' | 'txid'> | undefined },
  addressIndex: AddressIndexView | undefined,
): CcView {
  return {
    tip: () => chain.tip(),
    transaction(txid) {
      const entry = pool.get(txid)
      if (entry !== undefined) return { tx: entry.tx, txid: entry.txid, height: undefined, blockTime: undefined }
      const confirmed = chain.transaction(txid)
      if (confirmed === undefined) return undefined
      const { tx, block } = confirmed
      return { tx, txid: confirmed.txid, height: block.height, blockTime: block.time }
    },
    *addressHistory(address) {
      // Without the index no address has a history. Block validation does the same, and both must decide alike.
      for (const { height } of addressIndex?.deltas(address) ?? []) {
        const block = chain.byHeight(height)
        if (block !== undefined) yield { height, blockTime: block.time }
      }
    },
    unspent: (address) => addressIndex?.unspent(address) ?? [],
    notarisedHeight: () => chain.notarisations.forContracts(chain.tip().height),
  }
}
