import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputsWithFallback,
  type UnlockingTree,
} from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { computeAge } from '../framework/age.ts'
import { parseCoinsOr, parseWholeOr } from '../framework/coinAmount.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { txidKey } from '../framework/txidMarker.ts'
import { selectTokenCoins } from '../tokens/build.ts'
import { encodeTokenTransfer } from '../tokens/codec.ts'
import { type DecodedHeirPlan, encodeHeir, type HeirMoveData, type HeirPlanData, PAYLOAD_HEIR } from './codec.ts'
import { heirCoins, heirPlan } from './funds.ts'
import { HEIR_MARKER_SCRIPT } from './keys.ts'
import { type HeirPlan, sharedScript } from './plan.ts'

const NORMAL_INPUTS = 64
const FEE_INPUTS = 4
const CLAIM_FEE_INPUTS = 3

const fail = (text: string): never => {
  throw new BuildError('request', text)
}

/** A new inheritance, as requested by a call. */
export interface HeirRequest {
  readonly funds: string
  readonly name: string
  /** 33 bytes; undefined if the text is not a key */
  readonly heir: Uint8Array | undefined
  /** seconds */
  readonly inactivity: string
  readonly memo: string
  /** undefined for coins; an all-zero id is rejected */
  readonly tokenId: Uint8Array | undefined
}

/** Builds a plan with coins or tokens that the heir can spend later. @throws BuildError */
export function buildHeirFund(request: HeirRequest, context: ContractContext): Transaction {
  const { heir, tokenId } = request
  const amount = parseAmount(request.funds, tokenId, 'incorrect amount')
  if (heir === undefined || !secp256k1.isPublicKey(heir)) return fail('incorrect pubkey')
  const inactivity = parseWholeOr(request.inactivity, 'incorrect inactivity time')
  if (tokenId && (tokenId.every((byte) => byte === 0) || !context.tokens?.token(tokenId))) fail('incorrect tokenid')
  const bytes = (text: string) => new TextEncoder().encode(text)
  const data: HeirPlanData = {
    ...{ func: 'F', owner: context.pubkey, heir, inactivity, name: bytes(request.name), memo: bytes(request.memo) },
  }
  const marker = { value: CONTRACT_FEE, scriptPubKey: HEIR_MARKER_SCRIPT }
  const terms = { ...data, conditionKeys: [context.pubkey, heir] as const }
  return fund({ data, terms, tokenId, amount, marker, missing: 'could not find owner inputs' }, context)
}

/** Builds a transaction that adds funds to the node's own plan. @throws BuildError */
export function buildHeirAdd(fundingTxid: Uint8Array, funds: string, context: ContractContext): Transaction {
  const plan = requirePlan(fundingTxid, context)
  const { tokenId } = plan.data
  const amount = parseAmount(funds, tokenId, 'invalid amount')
  if (!equal(plan.terms.owner, context.pubkey)) fail('adding funds is only allowed for the owner of this contract')
  const data: HeirMoveData = { func: 'A', fundingTxid, begun: plan.begun ? 1 : 0 }
  const marker = { value: CONTRACT_FEE, scriptPubKey: p2pkScript(txidKey(fundingTxid)) }
  const missing = "can't find owner inputs"
  return fund({ data, terms: plan.terms, tokenId, amount, marker, missing }, context)
}

/** Builds a claim of coins or tokens from a plan, by its owner or its heir. @throws BuildError */
export function buildHeirClaim(fundingTxid: Uint8Array, funds: string, context: ContractContext): Transaction {
  const plan = requirePlan(fundingTxid, context)
  const { tokenId } = plan.data
  const amount = parseAmount(funds, tokenId, 'invalid amount')
  const isHeir = equal(plan.terms.heir, context.pubkey)
  const waited = BigInt(computeAge(plan.latest, context.view).seconds) > plan.terms.inactivity
  if (isHeir && !plan.begun && !waited) fail('spending is not allowed yet for the heir')
  if (!isHeir && !equal(plan.terms.owner, context.pubkey)) fail('sign error')
  const fee = selectNormalInputsWithFallback(context, CONTRACT_FEE, CLAIM_FEE_INPUTS)
  if (fee === undefined) throw new BuildError('funds', "can't find sufficient user inputs to pay transaction fee")
  const coins = heirCoins(fundingTxid, plan, context, amount)
  const rest = sumValues(coins) - amount
  if (rest < 0n) throw new BuildError('funds', "can't find heir CC funding")
  const shared = sharedScript(plan.terms, tokenId !== undefined)!
  const outputs: TxOut[] = [{ value: amount, scriptPubKey: ownScript(context.pubkey, tokenId) }]
  if (rest > 0n) outputs.push({ value: rest, scriptPubKey: shared })
  const data: HeirMoveData = { func: 'C', fundingTxid, begun: isHeir || plan.begun ? 1 : 0 }
  return finaliseTransaction(
    {
      inputs: [...fee, ...coins],
      outputs,
      data: opReturn(data, plan.terms, tokenId),
      unlocking: trees(plan.terms, context),
    },
    context,
  )
}

interface Funding {
  readonly data: HeirPlanData | HeirMoveData
  readonly terms: DecodedHeirPlan
  readonly tokenId: Uint8Array | undefined
  readonly amount: bigint
  readonly marker: TxOut
  /** error text if coins or tokens do not suffice */
  readonly missing: string
}

function fund({ data, terms, tokenId, amount, marker, missing }: Funding, context: ContractContext): Transaction {
  const shared = sharedScript(terms, tokenId !== undefined)!
  const outputs: TxOut[] = [{ value: amount, scriptPubKey: shared }, marker]
  const fees = 2n * CONTRACT_FEE
  const normal = selectNormalInputsWithFallback(
    context,
    tokenId ? fees : amount + fees,
    tokenId ? FEE_INPUTS : NORMAL_INPUTS,
  )
  if (normal === undefined) throw new BuildError('funds', tokenId ? 'could not find normal inputs for txfee' : missing)
  const units = tokenId ? ownTokens(tokenId, amount, missing, context) : []
  if (tokenId && sumValues(units) > amount)
    outputs.push({ value: sumValues(units) - amount, scriptPubKey: ownScript(context.pubkey, tokenId) })
  const inputs = [...normal, ...units]
  return finaliseTransaction(
    { inputs, outputs, data: opReturn(data, terms, tokenId), unlocking: trees(terms, context) },
    context,
  )
}

const sumValues = (coins: readonly SpendableCoin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

function ownTokens(tokenId: Uint8Array, amount: bigint, missing: string, context: ContractContext): SpendableCoin[] {
  if (context.tokens?.token(tokenId)?.nftData)
    fail('this token is not fungible: an inheritance can hold fungible tokens only')
  try {
    return selectTokenCoins(context.tokens?.coins(tokenId, context.pubkey) ?? [], amount, context)
  } catch (error) {
    throw error instanceof BuildError ? new BuildError('funds', missing) : error
  }
}

function requirePlan(
  fundingTxid: Uint8Array,
  context: ContractContext,
): HeirPlan & { readonly terms: DecodedHeirPlan } {
  const plan = heirPlan(fundingTxid, context)
  if (plan === undefined) return fail("can't find any heir CC funding transactions")
  const { terms } = plan
  return terms === undefined ? fail("can't find any heir CC funding transactions") : { ...plan, terms }
}

function parseAmount(text: string, tokenId: Uint8Array | undefined, refusal: string): bigint {
  return tokenId === undefined ? parseCoinsOr(text, refusal) : parseWholeOr(text, refusal)
}

/** Returns the script that receives claimed coins or tokens. */
function ownScript(pubkey: Uint8Array, tokenId: Uint8Array | undefined): Uint8Array {
  return tokenId === undefined ? p2pkScript(pubkey) : ccScript(ccOne(EVAL_CODES.tokens, pubkey))
}

function opReturn(data: HeirPlanData | HeirMoveData, terms: HeirPlanData, tokenId: Uint8Array | undefined): Uint8Array {
  const blob = encodeHeir(data)
  if (tokenId === undefined) return blob
  const pubkeys = [terms.owner, terms.heir]
  return encodeTokenTransfer({ tokenId, pubkeys, payloads: [{ id: PAYLOAD_HEIR, blob }] })
}

function trees({ owner, heir }: HeirPlanData, { keys, pubkey }: ContractContext): UnlockingTree[] {
  const privateKey = keys.keyOf(hash160(pubkey))?.privateKey
  if (privateKey === undefined) throw new BuildError('key', 'the private key of -pubkey is not in the wallet')
  return [
    { tree: ccOneOfTwo(EVAL_CODES.heir, owner, heir), privateKey },
    { tree: tokenCcOneOfTwo(EVAL_CODES.heir, 0, owner, heir), privateKey },
    { tree: ccOne(EVAL_CODES.tokens, pubkey), privateKey },
  ]
}
