import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { NumberLiteral } from '#shared/json.ts'
import { asHash, asInt32 } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import type { TimestampIndexView } from '../../../addressIndex/index.ts'
import type { Chain } from '../../../chain/index.ts'
import type { MempoolView } from '../../../core/index.ts'
import { type Block, computeTxid, isCoinbase, type Transaction } from '../../../primitives/index.ts'
import { behindLockTime, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { fromDisplayHex, toDisplayHex } from '../../../util/index.ts'
import { encodeHeader } from '../../format/block.ts'

interface AddressBlocksDeps {
  readonly chain: Chain
  readonly mempool: MempoolView
  readonly spentIndex: boolean
  /** Undefined if -timestampindex is off. */
  readonly timestampIndex: TimestampIndexView | undefined
}

const notFound = (text: string) => new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, text)

export function createAddressBlockHandlers(deps: AddressBlocksDeps) {
  const { chain, mempool, spentIndex, timestampIndex } = deps
  const encodeInputDeltas = (tx: Transaction) =>
    tx.vin.flatMap(({ prevout }, index) => {
      const spent = spentIndex ? chain.output(prevout) : undefined
      if (!spent) throw new RpcError(RPC_ERROR.INTERNAL, 'Spent information not available')
      const owner = indexedAddress(spent.scriptPubKey)
      if (!owner || owner.type === 3) return []
      return {
        address: encodeAddress(owner),
        satoshis: -spent.value,
        index,
        prevtxid: toDisplayHex(prevout.hash),
        prevout: prevout.index,
      }
    })
  /** Outputs behind a lock time are indexed but not listed here (protocol/README.md, finding 17). */
  const encodeOutputDeltas = (tx: Transaction) =>
    tx.vout.flatMap(({ scriptPubKey, value }, index) => {
      const owner = behindLockTime(scriptPubKey) ? undefined : indexedAddress(scriptPubKey)
      return owner ? { address: encodeAddress(owner), satoshis: value, index } : []
    })
  const encodeDeltas = ({ txs }: Block, genesis: boolean) =>
    txs.map((tx, index) => ({
      txid: toDisplayHex(computeTxid(tx)),
      index,
      inputs: isCoinbase(tx) ? [] : encodeInputDeltas(tx),
      // The genesis outputs cannot be spent, so they are not in the index.
      outputs: genesis ? [] : encodeOutputDeltas(tx),
    }))

  return defineHandlers({
    getblockdeltas({ blockhash }) {
      const entry = chain.byHash(fromDisplayHex(blockhash))
      if (!entry) throw notFound('Block not found')
      if (!chain.isActive(entry)) throw notFound('Block is an orphan')
      const block = chain.block(entry)
      if (!block) throw new RpcError(RPC_ERROR.INTERNAL, "Can't read block from disk")
      return {
        ...encodeHeader(chain, entry),
        size: entry.size,
        deltas: encodeDeltas(block, entry.height === 0),
        mediantime: chain.medianTimePast(entry),
      }
    },
    getblockhashes({ high, low, options }) {
      if (!timestampIndex) throw notFound('No information available for block hashes')
      const wants = (name: string) => options instanceof Map && options.get(name) === true
      const isOnChain = (hash: Uint8Array) => {
        const entry = chain.byHash(hash)
        return entry !== undefined && chain.isActive(entry)
      }
      const found = timestampIndex.blocksBetween(low, high)
      const listed = wants('noOrphans') ? found.filter(({ hash }) => isOnChain(hash)) : found
      return wants('logicalTimes')
        ? listed.map(({ hash, logicalTime }) => ({ blockhash: toDisplayHex(hash), logicalts: logicalTime }))
        : listed.map(({ hash }) => toDisplayHex(hash))
    },
    getspentinfo({ output }) {
      if (!(output instanceof Map)) throw new RpcError(RPC_ERROR.MISC, wrongCountText(methods.getspentinfo))
      const [txid, number] = [output.get('txid'), output.get('index')]
      if (typeof txid !== 'string' || !(number instanceof NumberLiteral)) throw notFound('Invalid txid or index')
      const outpoint = { hash: fromDisplayHex(asHash(txid, 'txid')), index: asInt32(number) }
      const known = spentIndex && outpoint.index >= 0
      const pending = known ? mempool.spender(outpoint) : undefined
      if (pending) return { txid: pending.entry.txidHex, index: pending.inputIndex, height: -1 }
      const spend = known ? chain.spend(outpoint) : undefined
      if (!spend) throw notFound('Unable to get spent info')
      return { txid: toDisplayHex(spend.txid), index: spend.inputIndex, height: spend.height }
    },
  })
}
