import type { Handlers } from '#shared/rpc/index.ts'
import type { Mempool } from '../../mempool/index.ts'

type Names = 'getmempoolinfo' | 'getmempoolsummary' | 'getrawmempool'

export function createMempoolHandlers({ mempool }: { readonly mempool: Mempool }): Pick<Handlers, Names> {
  return {
    getmempoolinfo: () => mempool.stats(),
    getrawmempool({ verbose }) {
      const entries = [...mempool.entries()]
      if (!verbose) return entries.map(({ txidHex }) => txidHex)
      return new Map(
        entries.map((entry) => [
          entry.txidHex,
          {
            size: entry.size,
            fee: entry.fee,
            time: entry.time,
            height: entry.height,
            startingpriority: mempool.startingPriority(entry),
            currentpriority: mempool.currentPriority(entry),
            depends: mempool.parents(entry).map(({ txidHex }) => txidHex),
          },
        ]),
      )
    },
    getmempoolsummary({ count }) {
      const entries = [...mempool.entries()]
      const { size, bytes } = mempool.stats()
      return {
        size,
        bytes,
        fees: entries.reduce((sum, { fee }) => sum + fee, 0n),
        transactions: entries
          .slice(-count)
          .reverse()
          .map((entry) => ({ txid: entry.txidHex, size: entry.size, fee: entry.fee, time: entry.time })),
      }
    },
  }
}
