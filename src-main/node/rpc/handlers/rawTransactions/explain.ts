import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { asString } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_PAYER_ADDRESSES } from '#shared/rpc/methods/explain.ts'
import { fromDisplayHex, isHex } from '../../../util/index.ts'
import { createExplainer } from '../../explain/explain.ts'
import type { ExplainDeps } from '../../explain/gather.ts'
import { decodeFailed, parseHexTransaction, parseTransactions } from '../../format/readTransactions.ts'

/** Maximum size of a transaction in the network, in bytes. */
const MAX_TX_BYTES = 200_000
const TXID_DIGITS = 64

/** @throws RpcError if there are too many addresses or one is invalid */
function readPayer(given: readonly JsonValue[] | undefined): ReadonlySet<string> {
  if (given !== undefined && given.length > MAX_PAYER_ADDRESSES) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `At most ${MAX_PAYER_ADDRESSES} addresses a call`)
  }
  return new Set((given ?? []).map((item) => asString(item)))
}

export function createExplainHandlers(deps: ExplainDeps) {
  const { chain, mempool, wallet } = deps
  const explainAlone = createExplainer(deps)

  const known = (id: string) => {
    const txid = fromDisplayHex(id)
    // The wallet keeps transactions that a conflict or a restart removed from the mempool.
    const tx = mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx ?? wallet?.ledger.get(txid)?.tx
    if (!tx) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'No information available about transaction')
    return tx
  }

  return defineHandlers({
    explaintransaction({ transaction: text, before, payer: given }, { signal }) {
      if (text.length > 2 * MAX_TX_BYTES)
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The transaction is too large')
      if (!isHex(text)) throw decodeFailed()
      const payer = readPayer(given)
      if (before !== undefined) {
        if (before.length > 2 * MAX_TX_BYTES || !isHex(before)) throw decodeFailed()
        return createExplainer(deps, parseTransactions(before), payer)(parseHexTransaction(text, true), signal)
      }
      const explain = payer.size > 0 ? createExplainer(deps, [], payer) : explainAlone
      return explain(text.length === TXID_DIGITS ? known(text) : parseHexTransaction(text, true), signal)
    },
  })
}
