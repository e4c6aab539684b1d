import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { formatAmount } from '#shared/units.ts'
import type { IndexedAddress } from '../../../core/index.ts'
import { encodeAddress, findScriptAddress, indexedAddress } from '../../../script/index.ts'
import { equal, toDisplayHex, toHex } from '../../../util/index.ts'
import { ccAddress } from '../../framework/ccAddress.ts'
import { isSettled } from '../../framework/notarised.ts'
import { toConditionKey, toValidKey } from '../../framework/rawKey.ts'
import { type ContractDeps, createContractCalls, failed, readTxid } from '../../framework/rpc/contractGate.ts'
import { keyAddress, txidKey } from '../../framework/txidMarker.ts'
import { displayText } from '../../tokens/index.ts'
import {
  coinBytes,
  decodeDeposit,
  depositAddress,
  depositScript,
  externalAddress,
  findBind,
  GATEWAY_TOKENS_SCRIPT,
  type GatewayBind,
  listCompletedWithdrawals,
  listOpenWithdrawals,
} from '../index.ts'

const TOKENS_ADDRESS = findScriptAddress(GATEWAY_TOKENS_SCRIPT, { cc: true })

/** Handlers of the methods that list pending deposits and withdrawals (gateways.md §7). */
export function createGatewayListHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'gateways', 'gateways')
  const isFree = (hash: Uint8Array): boolean => deps.mempool.spender({ hash, index: 0 }) === undefined
  /** Returns 1 if this node is one of the signers, else 0. */
  const queueFlag = ({ keys }: GatewayBind, pubkey: Uint8Array): number =>
    keys.some((key) => equal(toValidKey(key), pubkey)) ? 1 : 0

  return defineHandlers({
    gatewayspendingdeposits({ bindtxid, coin }) {
      const reads = gate.reads()
      const id = readTxid(bindtxid)
      const bind = findBind(id, coinBytes(coin), reads)
      if (typeof bind === 'string') return failed(bind)
      const own = indexedAddress(depositScript(reads.pubkey)) as IndexedAddress
      const pending = [...reads.addressIndex.unspent(own)].flatMap(({ txid, index, satoshis }) => {
        const tx = index === 0 && satoshis === CONTRACT_FEE ? reads.view.transaction(txid)?.tx : undefined
        const deposit = tx && decodeDeposit(tx)
        if (!deposit || !equal(deposit.bind, id) || !equal(deposit.coin, bind.coin) || !isFree(txid)) return []
        const key = toConditionKey(deposit.destination)
        return {
          ...{ cointxid: toDisplayHex(deposit.coinTxid), deposittxid: toDisplayHex(txid) },
          ...{ deposittxidaddr: keyAddress(txidKey(txid)), depositaddr: depositAddress(bind) },
          tokens_destination_address: encodeAddress(ccAddress(EVAL_CODES.tokens, key)),
          ...{ claim_pubkey: toHex(key), amount: Number(deposit.amount) / 1e8 },
          confirmed_or_notarized: isSettled(reads.view, txid),
        }
      })
      return { coin, pending }
    },
    gatewayspendingwithdraws({ bindtxid, coin }) {
      const reads = gate.reads()
      const id = readTxid(bindtxid)
      const bind = findBind(id, coinBytes(coin), reads)
      if (typeof bind === 'string') return failed(bind)
      const queueflag = queueFlag(bind, reads.pubkey)
      const pending = [...listOpenWithdrawals(id, bind, reads)].flatMap(
        ({ last, txid, tx, terms, signatures, hex }) => {
          const held = tx.vout[1]
          const there = held && findScriptAddress(held.scriptPubKey, { cc: true }) === TOKENS_ADDRESS
          if (!there || !isFree(last)) return []
          const signer = { depositaddr: depositAddress(bind), signeraddr: externalAddress(reads.pubkey, bind) }
          const signed = { number_of_signs: signatures, last_txid: toDisplayHex(last) }
          return {
            withdrawtxid: toDisplayHex(txid),
            withdrawtxidaddr: externalAddress(txidKey(txid), bind),
            withdrawaddr: externalAddress(toValidKey(terms.destination), bind),
            amount: formatAmount(held.value),
            confirmed_or_notarized: isSettled(reads.view, txid),
            ...(queueflag === 1 && signer),
            ...(bind.n > 1 && { ...signed, ...(hex && signatures > 0 && { hex: displayText(hex) }) }),
          }
        },
      )
      return { coin, pending, queueflag }
    },
    gatewaysprocessed({ bindtxid, coin }) {
      const reads = gate.reads()
      const bind = findBind(readTxid(bindtxid), coinBytes(coin), reads)
      if (typeof bind === 'string') return failed(bind)
      const processed = [...listCompletedWithdrawals(bind.coin, reads)].flatMap(
        ({ txid, withdraw, tx, terms, hex }) => {
          const held = tx.vout[1]
          if (!held || !isFree(txid)) return []
          return {
            completesigningtxid: toDisplayHex(txid),
            withdrawtxid: toDisplayHex(withdraw),
            withdrawtxidaddr: externalAddress(txidKey(withdraw), bind),
            withdrawaddr: externalAddress(toValidKey(terms.destination), bind),
            confirmed_or_notarized: isSettled(reads.view, txid),
            amount: formatAmount(held.value),
            hex: displayText(hex),
          }
        },
      )
      return { coin, processed, queueflag: queueFlag(bind, reads.pubkey) }
    },
  })
}
