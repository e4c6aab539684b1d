import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { isCoinbase, serializeTransaction } from '../../../primitives/index.ts'
import type { Transaction, TxIn, TxOut } from '../../../primitives/types.ts'
import { encodeAddress, findScriptAddress } from '../../../script/index.ts'
import { fromDisplayHex, fromHex, toDisplayHex, toHex, yieldToEventLoop } from '../../../util/index.ts'
import { admissionError, onceProven } from '../../format/admissionError.ts'
import { encodeConfirmations, lastNotarisedHeight } from '../../format/block.ts'
import { parseHexTransaction } from '../../format/readTransactions.ts'
import { describeScript, encodeScriptPubKey } from '../../format/script.ts'
import { encodeShielded } from '../../format/shielded.ts'
import { encodeHead, encodeTransaction, encodeTxInput } from '../../format/transaction.ts'

interface RawTransactionsDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Mempool
  /** True if replies contain where outputs were spent and the values of inputs (`-spentindex`). */
  readonly spentIndex: boolean
}

/** Inputs or outputs between two yields to the event loop. Each requires a lookup. */
const LOOKUPS_PER_SLICE = 100

async function inSteps<T, R>(items: readonly T[], work: (item: T, n: number) => R, signal: AbortSignal): Promise<R[]> {
  const results: R[] = []
  for (const [n, item] of items.entries()) {
    if (n % LOOKUPS_PER_SLICE === LOOKUPS_PER_SLICE - 1) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    results.push(work(item, n))
  }
  return results
}

export function createRawTransactionHandlers(deps: RawTransactionsDeps) {
  const { params, chain, mempool, spentIndex } = deps
  const cc = params.ccEnabled

  const encodeSpendingInput = (input: TxIn, coinbase: boolean) => {
    const plain = encodeTxInput(input, coinbase)
    const output = coinbase ? undefined : (mempool.coin(input.prevout) ?? chain.output(input.prevout))
    if (!spentIndex || !output) return plain
    const address = findScriptAddress(output.scriptPubKey, { cc })
    return {
      ...plain,
      ...(address !== undefined && { address }),
      value: output.value,
      valueSat: output.value,
    }
  }
  const spentFields = (outpoint: { hash: Uint8Array; index: number }) => {
    if (!spentIndex) return {}
    const pending = mempool.spender(outpoint)
    if (pending) return { spentTxId: pending.entry.txidHex, spentIndex: pending.inputIndex, spentHeight: -1 }
    const spend = chain.spend(outpoint)
    return spend ? { spentTxId: toDisplayHex(spend.txid), spentIndex: spend.inputIndex, spentHeight: spend.height } : {}
  }

  const encodeVerbose = async (tx: Transaction, txid: Uint8Array, signal: AbortSignal) => {
    const coinbase = isCoinbase(tx)
    const vin = await inSteps(tx.vin, (input) => encodeSpendingInput(input, coinbase), signal)
    const encodeOutput = (output: TxOut, n: number) => ({
      value: output.value,
      valueSat: output.value,
      n,
      scriptPubKey: encodeScriptPubKey(output, cc),
      ...spentFields({ hash: txid, index: n }),
    })
    const vout = await inSteps(tx.vout, encodeOutput, signal)
    const confirmed = mempool.get(txid) ? undefined : chain.transaction(txid)
    return {
      hex: toHex(serializeTransaction(tx)),
      ...encodeHead(tx),
      last_notarized_height: lastNotarisedHeight(chain),
      vin,
      vout,
      ...encodeShielded(tx),
      ...(confirmed && {
        blockhash: confirmed.block.hashHex,
        height: confirmed.block.height,
        ...encodeConfirmations(chain, confirmed.block),
        time: confirmed.block.time,
        blocktime: confirmed.block.time,
      }),
    }
  }

  return defineHandlers({
    async getrawtransaction({ txid: text, verbose }, { signal }) {
      const txid = fromDisplayHex(text)
      const tx = mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx
      if (!tx) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'No information available about transaction')
      return verbose === 0 ? toHex(serializeTransaction(tx)) : encodeVerbose(tx, txid, signal)
    },
    decoderawtransaction: ({ hexstring }) => encodeTransaction(parseHexTransaction(hexstring, false), cc),
    decodescript({ hexstring }) {
      const script = fromHex(hexstring)
      return { ...describeScript(script, cc), p2sh: encodeAddress({ type: 2, hash: hash160(script) }) }
    },
    sendrawtransaction({ hexstring, allowhighfees }) {
      const tx = parseHexTransaction(hexstring, false)
      const { txid } = encodeHead(tx)
      const hash = fromDisplayHex(txid)
      if (mempool.get(hash)) return txid
      const unspent = tx.vout.some((_, index) => chain.coin({ hash, index }) !== undefined)
      if (unspent) throw new RpcError(RPC_ERROR.ALREADY_IN_CHAIN, 'transaction already in block chain')
      return onceProven(mempool, tx, () => {
        const admitted = mempool.accept(tx, { rejectAbsurdFee: !allowhighfees })
        if (admitted.ok) return txid
        throw admissionError(admitted)
      })
    },
  })
}
