import { collectEvalCodes, type Fulfillment, readFulfillment } from '../conditions/index.ts'
import type {
  AddressDelta,
  AddressIndexView,
  AddressUnspent,
  BlockEntry,
  CcEvaluator,
  CcVerdict,
  CcView,
  ConfirmedTx,
  Logger,
} from '../core/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { computeTxid } from '../primitives/index.ts'
import {
  isPayToCryptoCondition,
  isPayToPublicKeyHash,
  isPayToScriptHash,
  isPushOnly,
  OP,
  opAt,
  parseOps,
  payToPublicKey,
} from '../script/index.ts'
import { compareBytes, hashKey, littleEndianOrder, outpointKey } from '../util/index.ts'
import type { ScriptJob, Verifier } from '../verify/index.ts'

/** The block whose transactions are evaluated. */
export interface EvaluatedBlock {
  readonly parent: BlockEntry
  readonly height: number
  readonly txs: readonly Transaction[]
}

type Evaluate = (evalCode: Uint8Array, inputIndex: number) => CcVerdict

export interface ConditionEvaluatorDeps {
  /** transactions connected below the block, verified or not yet */
  readonly transactions: { transaction(txid: Uint8Array): ConfirmedTx | undefined }
  readonly tree: { byHeight(height: number): BlockEntry | undefined }
  readonly verifier: Verifier
  readonly evaluator: CcEvaluator | undefined
  readonly addressIndex: AddressIndexView | undefined
  /** See CcView. Called with the height of the parent of the evaluated block. */
  readonly notarisedHeight: (tipHeight: number) => number
  readonly ccEnabled: boolean
  readonly logger: Logger
}

/**
 * Has the contracts evaluate the crypto-conditions of a block (crypto-conditions.md §4). Signatures are verified
 * separately, possibly later and on other threads. Both checks must succeed.
 */
export class ConditionEvaluator {
  readonly #deps: ConditionEvaluatorDeps

  constructor(deps: ConditionEvaluatorDeps) {
    this.#deps = deps
  }

  /**
   * Returns a predicate that is true if the contracts accept a transaction of the block. Contracts see all of the
   * block's transactions, in any order.
   */
  forBlock(block: EvaluatedBlock): (job: ScriptJob) => boolean {
    const { evaluator, verifier, ccEnabled, logger } = this.#deps
    if (!ccEnabled) return () => true
    const view = blockView(this.#deps, block)
    return (job) =>
      evaluateTransaction(job, verifier, (evalCode, inputIndex) => {
        // A condition without a contract must be rejected.
        const verdict = evaluator?.evaluate(evalCode, job.tx, inputIndex, block.height, view) ?? NO_CONTRACT
        if (!verdict.ok)
          logger.debug('crypto condition rejected', { txid: computeTxid(job.tx), inputIndex, reason: verdict.reason })
        return verdict
      })
  }
}

const NO_CONTRACT: CcVerdict = { ok: false, reason: 'no module validates this condition' }

function evaluateTransaction(job: ScriptJob, verifier: Verifier, evaluate: Evaluate): boolean {
  for (let inputIndex = 0; inputIndex < job.tx.vin.length; inputIndex++) {
    const { scriptSig } = job.tx.vin[inputIndex]!
    const use = conditionUse(scriptSig, job.spent[inputIndex]!.scriptPubKey)
    // Rare: the script reaches the operation in another way. The script is run and calls the contracts during
    // execution.
    if (use === 'inside') {
      return verifier.verify(job, (evalCode, input) => evaluate(evalCode, input).ok).ok
    }
    if (use === 'none') continue
    const fulfillment = parseFulfillment(scriptSig)
    if (fulfillment === undefined) continue
    for (const code of collectEvalCodes(fulfillment)) if (!evaluate(code, inputIndex).ok) return false
  }
  return true
}

/**
 * Returns how running an input can reach a crypto-condition, or `none`. `direct` means that the output pays to a
 * condition: the operation runs exactly once, on the single element that the input pushes, and its result decides.
 */
function conditionUse(scriptSig: Uint8Array, scriptPubKey: Uint8Array): 'none' | 'direct' | 'inside' {
  if (!isPushOnly(scriptSig) && hasConditionOperation(scriptSig)) return 'inside'
  if (isPayToPublicKeyHash(scriptPubKey) || payToPublicKey(scriptPubKey) !== undefined) return 'none'
  if (isPayToScriptHash(scriptPubKey)) return hasConditionOperation(lastPush(scriptSig)) ? 'inside' : 'none'
  if (isPayToCryptoCondition(scriptPubKey)) return 'direct'
  return hasConditionOperation(scriptPubKey) ? 'inside' : 'none'
}

function lastPush(script: Uint8Array): Uint8Array {
  let last: Uint8Array = new Uint8Array(0)
  for (const op of parseOps(script)) if (op !== undefined && op.data.length > 0) last = op.data
  return last
}

function hasConditionOperation(script: Uint8Array): boolean {
  for (const op of parseOps(script))
    if (op?.opcode === OP.OP_CHECKCRYPTOCONDITION || op?.opcode === OP.OP_CHECKCRYPTOCONDITIONVERIFY) return true
  return false
}

/**
 * Parses the fulfilment from an input's single push. Returns undefined if it is malformed, which fails the script
 * itself.
 */
function parseFulfillment(scriptSig: Uint8Array): Fulfillment | undefined {
  const push = opAt(scriptSig, 0)
  return push === undefined || push.data.length === 0 ? undefined : readFulfillment(push.data.subarray(0, -1))
}

/**
 * View for contracts while a block is being connected: the chain below it, and its own transactions as unconfirmed. The
 * coinbase is excluded, because komodod adds only the other transactions to its mempool before it evaluates.
 */
function blockView(
  { transactions, tree, addressIndex, notarisedHeight }: ConditionEvaluatorDeps,
  block: EvaluatedBlock,
): CcView {
  let own: Map<string, Transaction> | undefined
  return {
    tip: () => block.parent,
    transaction(txid) {
      own ??= new Map(block.txs.map((tx) => [hashKey(computeTxid(tx)), tx]))
      const tx = own.get(hashKey(txid))
      if (tx !== undefined)
        return tx === block.txs[0] ? undefined : { tx, txid, height: undefined, blockTime: undefined }
      const confirmed = transactions.transaction(txid)
      if (confirmed === undefined) return undefined
      return { tx: confirmed.tx, txid, height: confirmed.block.height, blockTime: confirmed.block.time }
    },
    *addressHistory(address) {
      for (const { height } of addressIndex?.deltas(address) ?? []) {
        const entry = tree.byHeight(height)
        if (entry !== undefined) yield { height, blockTime: entry.time }
      }
    },
    unspent: (address) => unspentAt(addressIndex?.deltas(address) ?? [], (txid) => transactions.transaction(txid)),
    notarisedHeight: () => notarisedHeight(block.parent.height),
    connecting: true,
  }
}

/**
 * Computes an address's unspent outputs from its history. The index's own list cannot be used while a block is being
 * connected, because some of its rows are not yet written.
 */
function unspentAt(
  history: Iterable<AddressDelta>,
  find: (txid: Uint8Array) => ConfirmedTx | undefined,
): Pick<AddressUnspent, 'txid' | 'index' | 'height'>[] {
  const unspent = new Map<string, Pick<AddressUnspent, 'txid' | 'index' | 'height'>>()
  for (const { txid, index, height, spending } of history) {
    if (!spending) unspent.set(outpointKey({ hash: txid, index }), { txid, index, height })
    else unspent.delete(outpointKey(find(txid)!.tx.vin[index]!.prevout))
  }
  return [...unspent.values()].sort((a, b) => compareBytes(a.txid, b.txid) || littleEndianOrder(a.index, b.index))
}
