import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { compareBytes, yieldToEventLoop } from '../../../util/index.ts'
import { createKindFinder, type KindDeps } from '../../explain/kind.ts'

interface BlockchainMempoolDeps extends KindDeps {
  readonly mempool: Mempool
  readonly params: ChainParams
}

const KINDS_PER_SLICE = 20

export function createMempoolHandlers(deps: BlockchainMempoolDeps) {
  const { mempool, params } = deps
  const findKind = createKindFinder(deps)
  return defineHandlers({
    // `fullyNotified` is always set: listeners were notified before the transaction was in the pool.
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
    async getmempoolsummary({ count }, { signal }) {
      const entries = [...mempool.entries()]
      const { size, bytes } = mempool.stats()
      const transactions = []
      for (const entry of entries.slice(-count).reverse()) {
        if (transactions.length % KINDS_PER_SLICE === KINDS_PER_SLICE - 1) {
          await yieldToEventLoop()
          signal.throwIfAborted()
        }
        const { txidHex, tx, spent, fee, time } = entry
        transactions.push({ txid: txidHex, kind: findKind(tx, spent), size: entry.size, fee, time })
      }
      return { size, bytes, fees: entries.reduce((sum, { fee }) => sum + fee, 0n), transactions }
    },
  })
}
