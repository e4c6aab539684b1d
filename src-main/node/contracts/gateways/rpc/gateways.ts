import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import type { IndexedAddress } from '../../../core/index.ts'
import { indexedAddress } from '../../../script/index.ts'
import { fromHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { GATEWAYS_KEY } from '../../framework/gatewaysKey.ts'
import { announcedKeyLength } from '../../framework/opReturn.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from '../../framework/rpc/contractGate.ts'
import { displayText } from '../../tokens/index.ts'
import {
  decodeBind,
  depositAddress,
  externalAddress,
  findBind,
  GATEWAY_MARKER_SCRIPT,
  GATEWAY_TOKENS_SCRIPT,
  sumOutputsNamingToken,
} from '../index.ts'

const KEY_BYTES = 33
const NO_KEY = new Uint8Array(0)
const MARKER_ADDRESS = indexedAddress(GATEWAY_MARKER_SCRIPT) as IndexedAddress
const TOKENS_ADDRESS = indexedAddress(GATEWAY_TOKENS_SCRIPT) as IndexedAddress

/** Handlers of the read-only gateway methods (gateways.md §7). */
export function createGatewayHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'gateways', 'gateways')

  return defineHandlers({
    gatewaysaddress: ({ pubkey }) =>
      gate.addresses('Gateways', GATEWAYS_KEY.publicKey, pubkey) as MethodResult<'gatewaysaddress'>,
    gatewayslist() {
      const { addressIndex, view } = gate.reads()
      const ids: string[] = []
      for (const { spending, txid } of addressIndex.deltas(MARKER_ADDRESS)) {
        const tx = spending ? undefined : view.transaction(txid)?.tx
        if (tx && decodeBind(tx, true)) ids.push(toDisplayHex(txid))
      }
      return ids
    },
    gatewaysexternaladdress({ bindtxid, pubkey }) {
      const bind = findBind(readTxid(bindtxid), undefined, gate.reads())
      if (typeof bind === 'string') return failed(bind)
      const key = isHex(pubkey) ? fromHex(pubkey) : NO_KEY
      // For an invalid key the reference returns uninitialised memory.
      if (key.length === 0 || announcedKeyLength(key[0]) !== key.length) return failed('invalid pubkey')
      return { result: 'success', address: externalAddress(key, bind) }
    },
    gatewaysinfo({ bindtxid }) {
      const reads = gate.reads()
      const bind = findBind(readTxid(bindtxid), undefined, reads)
      if (typeof bind === 'string') return failed(bind)
      const remaining = sumOutputsNamingToken(TOKENS_ADDRESS, bind.tokenId, reads)
      return {
        ...{ result: 'success', name: 'Gateways', M: bind.m, N: bind.n },
        pubkeys: bind.keys.map((key) => toHex(key.subarray(0, KEY_BYTES))),
        ...{ coin: displayText(bind.coin), oracletxid: toDisplayHex(bind.oracle), taddr: bind.taddr },
        ...{ prefix: bind.prefix, prefix2: bind.prefix2, wiftype: bind.wifType, deposit: depositAddress(bind) },
        ...{ tokenid: toDisplayHex(bind.tokenId), totalsupply: formatAmount(bind.totalSupply) },
        ...{ remaining: formatAmount(remaining), issued: formatAmount(bind.totalSupply - remaining) },
      }
    },
  })
}
