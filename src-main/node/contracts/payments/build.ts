import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, classify, decodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  selectNormalInputsWithFallback,
  type UnlockingTree,
} from '../../transactions/index.ts'
import { fromDisplayHex, fromHex, isHex } from '../../util/index.ts'
import type { UnspentOutput } from '../framework/addressTransactions.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import {
  encodePayee,
  encodePlan,
  findPlanData,
  type OutputData,
  type PayeeData,
  type PaymentsPlan,
  scriptWithData,
} from './codec.ts'
import { blocksLeft, paymentsCoins } from './funds.ts'
import { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_KEY, PAYMENTS_MARKER_SCRIPT, paymentsPlanTree } from './keys.ts'
import { coinsItem, type PaymentsRequest, readRequest, wholeItem } from './request.ts'
import { computeShare, listPayees } from './validate.ts'

const MANY = 1000
const RELEASE_INPUTS = 512
const MERGE_INPUTS = 1024

const fail = (text: string): never => {
  throw new BuildError('request', text)
}

function idItem(item: string | number | undefined): Uint8Array {
  return typeof item === 'string' && item.length === 64 && isHex(item) ? fromDisplayHex(item) : new Uint8Array(32)
}

function hexItem(item: string | number | undefined): Uint8Array {
  return typeof item === 'string' && isHex(item) ? fromHex(item) : fail('invalid params or cant find txfee')
}

/** Builds the description of one receiver of a plan. @throws BuildError */
export function buildPaymentsPayee(text: string, context: ContractContext): Transaction {
  const [share, to, data] = readRequest(text, 2, 3)
  const scriptPubKey = receiverScript(to)
  if (classify(scriptPubKey, { cc: true }).type === 'nonstandard') fail('scriptPubkey is not valid payment.')
  const allocation = BigInt(wholeItem(share))
  if (allocation <= 0n) fail('invalid params or cant find txfee')
  const opReturn = data === undefined ? new Uint8Array(0) : hexItem(data)
  const inputs = selectNormalInputsWithFallback(context, 2n * CONTRACT_FEE, 10)
  if (inputs === undefined) throw new BuildError('funds', 'invalid params or cant find txfee')
  const payload = encodePayee({ allocation, scriptPubKey, opReturn })
  return finaliseTransaction({ inputs, outputs: [], data: payload, unlocking: [] }, context)
}

function receiverScript(item: string | number | undefined): Uint8Array {
  const address = typeof item === 'string' ? decodeAddress(item) : undefined
  if (address) return address.kind === 'scripthash' ? p2shScript(address.hash) : p2pkhScript(address.hash)
  return typeof item === 'string' && isHex(item) ? fromHex(item) : fail('scriptPubkey is not valid payment.')
}

/** Builds a plan from described receivers. @throws BuildError */
export function buildPaymentsPlan(text: string, context: ContractContext): Transaction {
  const [blocks, min, ...ids] = readRequest(text, 4, MANY)
  const [lockedBlocks, minRelease] = [wholeItem(blocks), wholeItem(min)]
  if (lockedBlocks < 0 || minRelease < 0) fail('negative parameter')
  const txids = ids.map(idItem)
  const find = (txid: Uint8Array) => context.view.transaction(txid)?.tx
  const payees = [...listPayees(txids, find)]
  if (payees.length < txids.length) fail('invalid txidopret')
  if (payees.filter(({ opReturn }) => opReturn.length > 0).length > 1) fail('too many opreturns')
  const total = payees.reduce((sum, { allocation }) => sum + allocation, 0n)
  const inputs = selectNormalInputsWithFallback(context, 2n * CONTRACT_FEE, 60)
  if (inputs === undefined) throw new BuildError('funds', 'not enough normal funds')
  const outputs = [{ value: CONTRACT_FEE, scriptPubKey: PAYMENTS_MARKER_SCRIPT }]
  const data = encodePlan({ lockedBlocks, minRelease, total }, txids)
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

/** Builds a payment into a plan. @throws BuildError */
export function buildPaymentsFund(text: string, context: ContractContext): Transaction {
  const request = readRequest(text, 2, 4)
  const { createTxid } = requirePlan(request, 'invalid createtxid', context)
  const amount = coinsItem(request[1])
  if (amount <= 0n) fail('amount must be positive')
  const inputs = selectNormalInputsWithFallback(context, amount + CONTRACT_FEE, 60)
  if (inputs === undefined) throw new BuildError('funds', 'couldnt find enough funds')
  const named = request.length === 3 && wholeItem(request[2]) !== 0
  const scriptPubKey = named
    ? scriptWithData(PAYMENTS_GLOBAL_SCRIPT, { func: 'F', createTxid }, false)
    : ccScript(paymentsPlanTree(createTxid))
  return finaliseTransaction({ inputs, outputs: [{ value: amount, scriptPubKey }], unlocking: [] }, context)
}

/** A release with the requested amount and the sum of the shares. */
export interface BuiltRelease {
  readonly tx: Transaction
  readonly amount: bigint
  readonly paid: bigint
}

/** Builds a release that pays the receivers of a plan their shares. @throws BuildError */
export function buildPaymentsRelease(text: string, context: ContractContext): BuiltRelease {
  const request = readRequest(text, 2, 3)
  const { createTxid, plan } = requirePlan(request, 'couldnt find paymentscreate txid', context)
  const amount = coinsItem(request[1])
  if (amount < BigInt(plan.minRelease) * COIN) fail('amount too smal')
  const { txids } = plan
  if (txids === undefined) return fail('first snapshot has not happened yet')
  const payees = [...listPayees(txids, (txid) => context.view.transaction(txid)?.tx)]
  if (payees.length < txids.length) fail('invalid txidoprets[i]')
  if (payees.reduce((sum, { allocation }) => sum + allocation, 0n) !== plan.total) fail('totalallocations mismatch')
  const notes = payees.filter(({ opReturn }) => opReturn.length > 0)
  if (notes.length > 1) fail('too many oprets')
  const payments = computeShares(payees, amount, plan, wholeItem(request[2] ?? 0) !== 0)
  const paid = payments.reduce((sum, { value }) => sum + value, 0n)
  const outputs = notes.map(({ opReturn }) => ({ value: 0n, scriptPubKey: opReturn }))
  const coins = releaseCoins(createTxid, plan, paid + 2n * CONTRACT_FEE, context)
  const data: OutputData = { func: 'R', createTxid, amount }
  return { tx: spend(coins, [...payments, ...outputs], paid, data, context), amount, paid }
}

/** Counts the receivers of a plan, or of a list, that require a script at the end of a release. */
export function countNotes(text: string, view: ContractContext['view']): number {
  const find = (txid: Uint8Array) => view.transaction(txid)?.tx
  const [first, , ...ids] = readRequest(text, 1, MANY)
  const created = find(idItem(first))
  const txids = (created && findPlanData(created)?.txids) ?? ids.map(idItem)
  return [...listPayees(txids, find)].filter(({ opReturn }) => opReturn.length > 0).length
}

/**
 * Computes the outputs of a release. With `skipminimum` the list ends at the first share below the minimum, as in
 * komodod, even if a later share is larger: the rules reject a list with a gap (payments.md §2 and §3, 6).
 */
function computeShares(payees: readonly PayeeData[], amount: bigint, plan: PaymentsPlan, skips: boolean): TxOut[] {
  const outputs: TxOut[] = []
  for (const payee of payees) {
    const value = computeShare(payee, amount, plan.total)
    if (value >= BigInt(plan.minimum)) outputs.push({ value, scriptPubKey: payee.scriptPubKey })
    else if (skips) break
    else fail('value too small, try releasing a larger amount, or use skipminimum flag')
  }
  return outputs
}

/**
 * Selects outputs from each place until the sum is reached, so that an output of the plan's own script is always
 * included.
 */
function releaseCoins(
  createTxid: Uint8Array,
  plan: PaymentsPlan,
  wanted: bigint,
  context: ContractContext,
): UnspentOutput[] {
  const min = wanted / BigInt(RELEASE_INPUTS)
  const coins: UnspentOutput[] = []
  let sum = 0n
  for (const place of ['global', 'plan'] as const) {
    for (const coin of paymentsCoins(createTxid, place, context)) {
      if (coin.value < min || blocksLeft(coin, plan, context, false) > 0) continue
      coins.push(coin)
      sum += coin.value
      if (sum >= wanted || coins.length >= RELEASE_INPUTS) break
    }
  }
  if (sum < wanted) throw new BuildError('funds', 'couldnt find enough locked funds')
  return coins
}

/** Builds a merge of the outputs of a plan. @throws BuildError */
export function buildPaymentsMerge(text: string, context: ContractContext): Transaction {
  const { createTxid, plan } = requirePlan(readRequest(text, 1, 1), 'invalid createtxid', context)
  const coins = (['global', 'plan'] as const)
    .flatMap((place) => [...paymentsCoins(createTxid, place, context)])
    .filter((coin) => blocksLeft(coin, plan, context, true) === 0)
    .slice(0, MERGE_INPUTS)
  if (coins.length < 2) throw new BuildError('funds', 'couldnt find enough funds')
  if (coins.filter(({ value }) => value < COIN).length + 1 === coins.length) fail('cannot merge only dust')
  return spend(coins, [], 0n, { func: 'M', createTxid }, context)
}

function requirePlan(request: PaymentsRequest, missing: string, context: ContractContext) {
  const createTxid = idItem(request[0])
  const created = context.view.transaction(createTxid)?.tx
  const plan = created && created.vout.length > 1 ? findPlanData(created) : undefined
  if (created === undefined || plan === undefined) return fail(missing)
  if (plan.lockedBlocks < 0 || plan.minRelease < 0 || (plan.total <= 0n && plan.top <= 0)) fail('negative parameter')
  return { createTxid, plan }
}

function spend(
  coins: readonly UnspentOutput[],
  outputs: readonly TxOut[],
  paid: bigint,
  data: OutputData,
  context: ContractContext,
): Transaction {
  const { privateKey, publicKey } = PAYMENTS_KEY
  const tree = paymentsPlanTree(data.createTxid)
  const rest = coins.reduce((sum, { value }) => sum + value, -paid - CONTRACT_FEE)
  const change = { value: rest, scriptPubKey: scriptWithData(ccScript(tree), data, true) }
  const unlocking: UnlockingTree[] = [
    { tree: ccOne(EVAL_CODES.payments, publicKey), privateKey },
    { tree, privateKey },
  ]
  const inputs = coins.map(({ coin }) => coin)
  return finaliseTransaction({ inputs, outputs: [change, ...outputs], unlocking, change: false }, context)
}
