import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { looseHash } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainView, MempoolView } from '../../core/index.ts'
import { fromDisplayHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface CleaningDeps {
  readonly chain: Pick<ChainView, 'tip' | 'transaction'>
  readonly mempool: MempoolView
  readonly wallet: Wallet | undefined
}

export function createCleaningHandlers({ chain, mempool, wallet }: CleaningDeps) {
  /** Returns the confirmations of a transaction that pays the wallet. @throws RpcError */
  function getDepth(text: string, { ledger }: Wallet): number {
    const txid = fromDisplayHex(looseHash(text))
    const confirmed = chain.transaction(txid)
    const tx = confirmed?.tx ?? mempool.get(txid)?.tx
    if (tx === undefined) throw new RpcError(RPC_ERROR.MISC, '\nThe transaction could not be found!\n')
    if (!tx.vout.some((output) => ledger.ownershipOf(output)))
      throw new RpcError(RPC_ERROR.MISC, '\nThe transaction is not yours!\n')
    return confirmed ? chain.tip().height - confirmed.block.height + 1 : 0
  }

  return defineHandlers({
    cleanwallettransactions({ txid }) {
      const open = needWallet(wallet)
      const { ledger } = open
      const total = ledger.transactions().length
      const removed = open.recorder.forgetOld(txid === undefined ? 0 : getDepth(txid, open))
      return {
        total_transactions: total,
        remaining_transactions: total - removed,
        removed_transactions: removed,
      }
    },
  })
}
