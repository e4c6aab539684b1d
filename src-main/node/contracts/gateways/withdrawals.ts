import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputs,
  selectNormalInputsWithFallback,
} from '../../transactions/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { fulfillmentTrees } from '../framework/fulfillmentTrees.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { isSettled } from '../framework/notarised.ts'
import { selectTokenCoins } from '../tokens/build.ts'
import { TOKENS_KEY } from '../tokens/keys.ts'
import {
  decodeBind,
  decodeComplete,
  decodePartialSign,
  decodeWithdraw,
  findGatewayFunc,
  GATEWAY_FUNC,
  type GatewayBind,
} from './codec.ts'
import { encodeComplete, encodeMarkDone, encodePartialSign, encodeWithdraw, type WithdrawTerms } from './encode.ts'
import { GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'
import { fail, listOpenWithdrawals, requireBind } from './lookups.ts'

const WITHDRAW_INPUTS = 2
const ONE_INPUT = 1
/** Maximum number of signatures, which is encoded in one byte. */
const MAX_SIGNATURES = 255
/** The rules check the number of signatures, but komodod's builders do not (gateways.md §3.2). */
const WRONG_NUMBER = 'invalid number of signs!'

/** Returns tokens to the gateway in exchange for coins on the other chain. @throws BuildError */
export function buildWithdraw(terms: WithdrawTerms, context: ContractContext): Transaction {
  const { bind: bindTxid, coin, amount } = terms
  const bind = requireBind(bindTxid, coin, context)
  if (!isSettled(context.view, bindTxid)) fail('gatewaysbind tx not yet confirmed/notarized')
  for (const _ of listOpenWithdrawals(bindTxid, bind, context)) {
    fail('unable to create withdraw, another withdraw pending')
  }
  if (amount <= 0n) fail('amount must be positive')
  const fee = selectNormalInputsWithFallback(context, 2n * CONTRACT_FEE, WITHDRAW_INPUTS)
  if (fee === undefined) throw new BuildError('funds', 'cant find enough normal inputs')
  const tokens = ownTokens(bind, amount, context)
  const rest = tokens.reduce((sum, { value }) => sum + value, 0n) - amount
  const outputs: TxOut[] = [
    { value: CONTRACT_FEE, scriptPubKey: GATEWAY_MARKER_SCRIPT },
    { value: amount, scriptPubKey: GATEWAY_TOKENS_SCRIPT },
  ]
  if (rest > 0n) outputs.push({ value: rest, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, context.pubkey)) })
  const unlocking = fulfillmentTrees(TOKENS_KEY, 0, context.pubkey, context.keys)
  const data = encodeWithdraw(bind.tokenId, terms)
  return finaliseTransaction({ inputs: [...fee, ...tokens], outputs, data, unlocking }, context)
}

function ownTokens({ tokenId }: GatewayBind, amount: bigint, context: ContractContext) {
  try {
    return selectTokenCoins(context.tokens?.coins(tokenId, context.pubkey) ?? [], amount, context)
  } catch (error) {
    const text = 'not enough balance of tokens for withdraw'
    throw error instanceof BuildError ? new BuildError('funds', text) : error
  }
}

/** A signing step, as requested by a call. */
export interface SigningRequest {
  /** the withdrawal, or the previous signature */
  readonly last: Uint8Array
  readonly coin: Uint8Array
  /** the other chain's transaction */
  readonly hex: string
}

/**
 * Builds the record of one more signature of the other chain's transaction.
 * @throws BuildError, also beyond the number of signatures that the gateway requires
 */
export function buildPartialSign({ last, coin, hex }: SigningRequest, context: ContractContext): Transaction {
  const { required, ...step } = signedStep(last, coin, context, `can't find last tx ${toDisplayHex(last)}`)
  if (step.signatures > required) fail(WRONG_NUMBER)
  const data = encodePartialSign({ ...step, coin, hex }, context.pubkey)
  return spendMarker(last, { value: CONTRACT_FEE, scriptPubKey: GATEWAY_MARKER_SCRIPT }, data, context, 'partialsign')
}

/**
 * Builds the record of the fully signed transaction.
 * @throws BuildError, also below the number of signatures that the gateway requires
 */
export function buildCompleteSigning({ last, coin, hex }: SigningRequest, context: ContractContext): Transaction {
  const { required, ...step } = signedStep(last, coin, context, `invalid last txid ${toDisplayHex(last)}`)
  if (step.signatures < required) fail(WRONG_NUMBER)
  const data = encodeComplete({ ...step, coin, hex })
  return spendMarker(
    last,
    { value: CONTRACT_FEE, scriptPubKey: GATEWAY_MARKER_SCRIPT },
    data,
    context,
    'completesigning',
  )
}

/** Builds the transaction that removes a completed withdrawal from the list. @throws BuildError */
export function buildMarkDone(completeTxid: Uint8Array, coin: Uint8Array, context: ContractContext): Transaction {
  const { view, pubkey } = context
  const tx = view.transaction(completeTxid)?.tx
  if (tx === undefined) return fail(`invalid completesigning txid ${toDisplayHex(completeTxid)}`)
  const complete = decodeComplete(tx)
  if (complete === undefined || !equal(complete.coin, coin)) {
    return fail(`cannot decode completesigning tx opret ${toDisplayHex(completeTxid)}`)
  }
  if (!isSettled(view, completeTxid)) fail('gatewayscompletesigning tx not yet confirmed/notarized')
  const withdraw = view.transaction(complete.withdraw)?.tx
  if (withdraw === undefined) return fail(`invalid withdraw txid ${toDisplayHex(complete.withdraw)}`)
  const terms = decodeWithdraw(withdraw)
  if (terms === undefined || !equal(terms.coin, coin)) {
    return fail(`cannot decode withdraw tx opret ${toDisplayHex(complete.withdraw)}`)
  }
  if (complete.signatures < requireBindFor(terms, coin, context).m) fail(WRONG_NUMBER)
  const data = encodeMarkDone(complete.withdraw, coin, completeTxid)
  return spendMarker(completeTxid, { value: CONTRACT_FEE, scriptPubKey: p2pkScript(pubkey) }, data, context, 'markdone')
}

interface BindReference {
  readonly bind: Uint8Array
  readonly tokenId: Uint8Array
}

function requireBindFor(
  { bind: txid, tokenId }: BindReference,
  coin: Uint8Array,
  { view }: ContractContext,
): GatewayBind {
  const tx = view.transaction(txid)?.tx
  if (tx === undefined) return fail(`can't find bind tx ${toDisplayHex(txid)}`)
  const bind = decodeBind(tx)
  const fits = bind !== undefined && equal(bind.coin, coin) && equal(bind.tokenId, tokenId)
  return fits ? bind : fail(`invalid bind tx ${toDisplayHex(txid)}`)
}

/**
 * Returns the withdrawal that a step signs, the number of signatures including this one, and the number its gateway
 * requires.
 * @param missing error if `last` is neither a withdrawal nor a partial signature
 */
function signedStep(last: Uint8Array, coin: Uint8Array, context: ContractContext, missing: string) {
  const { view } = context
  const tx = view.transaction(last)?.tx
  const func = tx && findGatewayFunc(tx)
  if (tx === undefined || (func !== GATEWAY_FUNC.withdraw && func !== GATEWAY_FUNC.partialSign)) return fail(missing)
  const before = func === GATEWAY_FUNC.partialSign ? decodePartialSign(tx) : undefined
  if (func === GATEWAY_FUNC.partialSign && (before === undefined || !equal(before.coin, coin))) {
    fail(`cannot decode partialsign tx opret ${toDisplayHex(last)}`)
  }
  const withdraw = before?.withdraw ?? last
  const found = view.transaction(withdraw)?.tx
  if (found === undefined) return fail(`can't find withdraw tx ${toDisplayHex(withdraw)}`)
  const terms = decodeWithdraw(found)
  if (terms === undefined || !equal(terms.coin, coin)) return fail(`invalid withdraw tx ${toDisplayHex(withdraw)}`)
  if (!isSettled(view, withdraw)) fail('gatewayswithdraw tx not yet confirmed/notarized')
  const required = requireBindFor(terms, coin, context).m
  const signatures = (before?.signatures ?? 0) + 1
  if (signatures > MAX_SIGNATURES) fail(WRONG_NUMBER)
  return { withdraw, signatures, required }
}

/**
 * Spends the marker of the previous step and pays the fee with a single coin, because the rules require the marker
 * last.
 */
function spendMarker(
  txid: Uint8Array,
  output: TxOut,
  data: Uint8Array,
  context: ContractContext,
  step: 'partialsign' | 'completesigning' | 'markdone',
): Transaction {
  const fee = selectNormalInputs(context.coins, CONTRACT_FEE, ONE_INPUT, context.mempool)
  if (fee === undefined) throw new BuildError('funds', `error adding funds for ${step}`)
  const marker: SpendableCoin = {
    outpoint: { hash: txid, index: 0 },
    ...{ value: CONTRACT_FEE, scriptPubKey: GATEWAY_MARKER_SCRIPT },
  }
  const unlocking = fulfillmentTrees(GATEWAYS_KEY, 0, context.pubkey, context.keys)
  return finaliseTransaction({ inputs: [...fee, marker], outputs: [output], data, unlocking }, context)
}
