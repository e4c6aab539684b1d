import { priceText } from '#shared/price.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { englishText } from '#shared/sentences/english.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import { branchIdAt, isEvalCodeEnabled } from '../../consensus/index.ts'
import { type OutPoint, type Transaction, type TxOut, transactionSize } from '../../primitives/index.ts'
import { isUnspendable } from '../../script/index.ts'
import { computeTotals } from '../../transactions/index.ts'
import { toDisplayHex, yieldToEventLoop } from '../../util/index.ts'
import { toRefusalSentence } from '../format/refusalText.ts'
import { changeAmong, findOutputPurposes, type OutputPurposes } from './change.ts'
import { computeCost } from './cost.ts'
import { createFamiliarity, type Familiarity } from './familiarity.ts'
import { createTransactionGatherer, type ExplainDeps, type GatheredTransaction } from './gather.ts'
import { createDescribe, createOwners, type DescribedOutput, encodeKey, encodeUnits } from './parts.ts'
import { markReturned } from './returned.ts'
import { hasAllSignatures } from './signatures.ts'
import { buildSummary } from './summary.ts'
import { collectTokens } from './tokens.ts'
import { collectWarnings, MISSING, UNSIGNED } from './warnings.ts'
import { withTransactions } from './withTransactions.ts'

const OUTPUTS_PER_SLICE = 200

/**
 * Creates the function that explains transactions from the node's data, for `explaintransaction`.
 * @param before unsent transactions whose outputs the explained transaction may spend
 * @param payer addresses and public keys of another wallet that pays; outputs to them are change
 */
export function createExplainer(
  given: ExplainDeps,
  before: readonly Transaction[] = [],
  payer: ReadonlySet<string> = new Set(),
) {
  const deps = before.length === 0 ? given : { ...given, mempool: withTransactions(given.mempool, before) }
  const gather = createTransactionGatherer(deps)
  const findFamiliarity = createFamiliarity({ wallet: deps.wallet, ccEnabled: deps.params.ccEnabled })

  return async (tx: Transaction, signal: AbortSignal): Promise<Explanation> => {
    const gathered = gather(tx)
    const pause = async () => {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const describe = createDescribe(createOwners(deps.wallet), gathered.contracts, deps.params.ccEnabled)
    const spent = await mapInSlices(gathered.spent, (output) => output && describe(output), pause)
    const described = await mapInSlices(tx.vout, describe, pause)
    const purposes = findOutputPurposes(deps.wallet, gathered)
    const inputs = encodeInputs(deps, gathered, spent)
    const change = changeAmong(purposes, inputs, described)
    const { complete, refused } = await checkAcceptance(deps, gathered, signal)
    const spends = inputs.some(({ owner }) => owner === 'own' || owner === 'imported')
    const payees = described.map((output, n) => (output.owner === 'foreign' && !change.has(n) ? output : undefined))
    const isPayment = gathered.state === 'unsent' && spends
    const familiar = isPayment ? await findFamiliarity({ txid: gathered.txid, payees }, pause) : []
    const listed = encodeOutputs(gathered, described, { change, purposes, familiar })
    const outputs = markReturned(listed, inputs, payer)
    const facts = {
      txid: toDisplayHex(gathered.txid),
      size: transactionSize(tx),
      coinbase: gathered.coinbase,
      state: gathered.state,
      ...(gathered.confirmations !== undefined && { confirmations: gathered.confirmations }),
      complete,
      refused: refused ? englishText(refused) : null,
      inputs,
      outputs,
      ...computeSums(gathered, inputs, outputs),
      module: gathered.contracts.module ?? null,
      action: gathered.contracts.action ?? null,
      order: encodeOrder(gathered.contracts.order),
      tokens: collectTokens(gathered, described),
    }
    const coin = deps.params.name === '' ? 'coins' : deps.params.name
    const summary = buildSummary(facts, coin, gathered.contracts)
    const warnings = collectWarnings(facts, gathered, {
      refused,
      allows: (code) => isEvalCodeEnabled(deps.params.evalCodes, code, deps.chain.tip().height),
    })
    return {
      ...facts,
      summary: summary.map(englishText).join(' '),
      warnings: warnings.map(englishText),
      said: { summary, warnings, ...(refused && { refused }) },
    }
  }
}

function encodeOrder(order: GatheredTransaction['contracts']['order']): Explanation['order'] {
  if (order === undefined) return null
  const { units, coins, left } = order
  return { units, coins, ...(units > 0n && coins > 0n && { price: priceText(coins, units) }), ...(left && { left }) }
}

async function mapInSlices<T, R>(items: readonly T[], work: (item: T) => R, pause: () => Promise<void>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length % OUTPUTS_PER_SLICE === OUTPUTS_PER_SLICE - 1) await pause()
    results.push(work(item))
  }
  return results
}

/** Checks whether the transaction is completely signed, and whether this node would accept it to the mempool. */
async function checkAcceptance(
  { params, chain, mempool }: ExplainDeps,
  { tx, state, spent, coinbase }: GatheredTransaction,
  signal: AbortSignal,
): Promise<{ readonly complete: boolean; readonly refused?: Sentence | undefined }> {
  if (state !== 'unsent') return { complete: true }
  if (spent.includes(undefined)) return { complete: false, refused: MISSING }
  const branchId = branchIdAt(chain.upgrades(), chain.tip().height + 1)
  const complete = coinbase || (await hasAllSignatures(tx, spent, { branchId, ccEnabled: params.ccEnabled }, signal))
  // Skip the mempool check if it is certain to fail: it runs without yielding, and twice if scripts fail.
  if (!complete) return { complete, refused: UNSIGNED }
  const refusal = (await mempool.prove(tx)) ?? mempool.refusal(tx)
  return { complete, refused: refusal && toRefusalSentence(refusal) }
}

function encodeInputs(
  { chain, mempool }: ExplainDeps,
  { tx, state, spent, contracts }: GatheredTransaction,
  described: readonly (DescribedOutput | undefined)[],
): Explanation['inputs'] {
  const isGone = (outpoint: OutPoint) =>
    mempool.spender(outpoint) !== undefined || (!mempool.coin(outpoint) && !chain.coin(outpoint))
  return spent.map((output, i): Explanation['inputs'][number] => {
    const { prevout } = tx.vin[i]!
    const place = { txid: toDisplayHex(prevout.hash), vout: prevout.index }
    const known = described[i]
    if (!output || !known) return { ...place, address: null, amount: null, type: null, owner: 'unknown', gone: false }
    const { address, type, owner, pubkey } = known
    const gone = state === 'unsent' && isGone(prevout)
    const units = encodeUnits(contracts.tokens.inputs[i])
    return { ...place, address, amount: output.value, type, owner, gone, ...encodeKey(pubkey), ...units }
  })
}

interface OutputDetails {
  readonly change: ReadonlySet<number>
  readonly purposes: OutputPurposes
  readonly familiar: readonly Familiarity[]
}

function encodeOutputs(
  { tx, contracts }: GatheredTransaction,
  described: readonly DescribedOutput[],
  { change, purposes, familiar }: OutputDetails,
): Explanation['outputs'] {
  return described.map(({ address, type, owner, pubkey }, n): Explanation['outputs'][number] => {
    const output = tx.vout[n]!
    const purpose = purposes.get(n)
    return {
      ...{ n, address, amount: output.value, type, owner },
      change: change.has(n),
      ...(purpose && { made: purpose }),
      role: outputRole(output, n, { type, owner }, contracts, change),
      ...encodeKey(pubkey),
      ...encodeUnits(contracts.tokens.outputs[n]),
      ...familiar[n],
    }
  })
}

function outputRole(
  { scriptPubKey }: TxOut,
  n: number,
  { type, owner }: Pick<DescribedOutput, 'type' | 'owner'>,
  contracts: GatheredTransaction['contracts'],
  change: ReadonlySet<number>,
): Explanation['outputs'][number]['role'] {
  if (type === 'nulldata' || isUnspendable(scriptPubKey)) return 'data'
  if (contracts.tokens.outputs[n]) return 'token'
  if (contracts.markers.has(n)) return 'marker'
  if (owner === 'contract' || type === 'cryptocondition') return 'contract'
  return change.has(n) ? 'change' : 'payment'
}

/** Computes the sums of an explanation. The inputs are worth exactly paid + kept + change + fee. */
function computeSums(
  { tx, coinbase, contracts }: GatheredTransaction,
  inputs: Explanation['inputs'],
  outputs: Explanation['outputs'],
) {
  const spentInputs = inputs.map(({ amount, owner }) => ({
    value: amount,
    own: owner === 'own' || owner === 'imported',
  }))
  const paidOutputs = outputs.map(
    ({ n, amount, owner, change }) =>
      ({
        value: amount,
        purpose: change ? 'change' : owner === 'own' ? 'kept' : contracts.locked.has(n) ? 'locked' : 'leaves',
      }) as const,
  )
  const isTransparent = tx.valueBalance === 0n && tx.joinSplits.length === 0
  const totals = computeTotals(coinbase ? null : spentInputs, paidOutputs, isTransparent)
  const { spent, spentOwn, kept, change, fee } = totals
  const feerate = fee === null ? null : (fee * 1000n) / BigInt(transactionSize(tx))
  const cost = computeCost({ inputs, outputs, fee, locked: contracts.locked })
  return { spent, spentown: spentOwn, paid: totals.leaves + totals.locked, kept, change, fee, feerate, cost }
}
