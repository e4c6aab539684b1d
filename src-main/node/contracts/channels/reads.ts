import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { transactionsTo, unspentAt } from '../framework/addressTransactions.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { paysTree } from '../framework/outputRules.ts'
import { type ChannelData, findChannelData } from './codec.ts'
import { fundScript, markerScript } from './scripts.ts'

/** The opening transaction of a channel with its terms. */
export interface OpenChannel {
  readonly txid: Uint8Array
  readonly tx: Transaction
  readonly terms: ChannelData
}

/** Returns the channels that a key opened or receives from, oldest first. */
export function listChannels(pubkey: Uint8Array, reads: ContractReads): OpenChannel[] {
  return [...transactionsTo(ccScript(ccOne(EVAL_CODES.channels, pubkey)), reads)].flatMap(({ txid, tx }) => {
    const terms = findChannelData(tx)
    return terms?.func === 'O' ? [{ txid, tx, terms }] : []
  })
}

export function findChannel(txid: Uint8Array, { view }: Pick<ContractReads, 'view'>): OpenChannel | undefined {
  const tx = view.transaction(txid)?.tx
  const terms = tx && findChannelData(tx)
  return tx && terms?.func === 'O' ? { txid, tx, terms } : undefined
}

/** A transaction of a channel with its data. */
export interface ChannelStep {
  readonly txid: Uint8Array
  readonly tx: Transaction
  readonly data: ChannelData
}

const ofChannel = (txid: Uint8Array, own: Uint8Array, data: ChannelData): boolean =>
  equal(data.openTxid, txid) || equal(own, txid)

/** Returns a channel's steps as one of its ends sees them: confirmed steps, then unconfirmed payments. */
export function channelSteps(txid: Uint8Array, pubkey: Uint8Array, reads: ContractReads): ChannelStep[] {
  const steps: ChannelStep[] = []
  for (const found of transactionsTo(ccScript(ccOne(EVAL_CODES.channels, pubkey)), reads)) {
    const data = findChannelData(found.tx)
    if (data && ofChannel(txid, found.txid, data)) steps.push({ txid: found.txid, tx: found.tx, data })
  }
  return [...steps, ...waitingPayments(txid, reads)]
}

function waitingPayments(txid: Uint8Array, { mempool }: Pick<ContractReads, 'mempool'>): ChannelStep[] {
  return [...mempool.entries()].flatMap(({ tx }) => {
    const data = findChannelData(tx)
    return data?.func === 'P' && equal(data.openTxid, txid) ? [{ txid: computeTxid(tx), tx, data }] : []
  })
}

/**
 * Returns the step whose first output currently holds the channel's coins; unconfirmed payments are continued. Returns
 * undefined if nothing is left or another transaction spends it.
 */
export function latestStep({ txid, terms }: OpenChannel, pubkey: Uint8Array, reads: ContractReads) {
  const marker = equal(terms.source, pubkey) ? 1 : 2
  const key = marker === 1 ? terms.source : terms.destination
  for (const { from, index, value } of unspentAt(fundScript(terms.source, terms.destination), reads)) {
    const data = findChannelData(from.tx)
    if (index !== 0 || value === 0n || !data || !ofChannel(txid, from.txid, data)) continue
    if (!paysTree(from.tx.vout[marker], markerScript(key))) continue
    const step: ChannelStep = { txid: from.txid, tx: from.tx, data }
    const last = reads.mempool.spender({ hash: from.txid, index: 0 })
      ? findLastPayment(waitingPayments(txid, reads))
      : step
    return last && { step: last, marker }
  }
  return undefined
}

function findLastPayment(payments: readonly ChannelStep[]): ChannelStep | undefined {
  return payments.toSorted((a, b) => a.data.count - b.data.count)[0]
}
