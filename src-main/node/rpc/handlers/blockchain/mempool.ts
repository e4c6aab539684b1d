import type { Handlers } from '#shared/rpc/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { compareBytes } from '../../../util/index.ts'

type Names = 'getmempoolinfo' | 'getmempoolsummary' | 'getrawmempool'

interface Deps {
  readonly mempool: Mempool
  readonly params: ChainParams
}

export function createMempoolHandlers({ mempool, params }: Deps): Pick<Handlers, Names> {
  return {
    // Listeners were notified before the transaction was in the pool.
    getmempoolinfo: () => ({ ...mempool.stats(), ...(params.network === 'regtest' && { fullyNotified: true }) }),
    getrawmempool({ verbose }) {
      const entries = [...mempool.entries()].sort((a, b) => compareBytes(a.txid, b.txid))
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
