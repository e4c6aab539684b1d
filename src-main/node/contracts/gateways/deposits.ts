import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, findScriptAddress, indexedAddress, p2pkScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputsWithFallback,
} from '../../transactions/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { displayText } from '../framework/displayText.ts'
import { fulfillmentTrees } from '../framework/fulfillmentTrees.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { isSettled } from '../framework/notarised.ts'
import { type RawKey, toConditionKey, toValidKey } from '../framework/rawKey.ts'
import { keyAddress, txidKey } from '../framework/txidMarker.ts'
import { type BlockRoot, BlockRoots } from '../oracles/blockRoots.ts'
import { openTokenReader } from '../tokens/reader.ts'
import {
  decodeDeposit,
  decodeGatewayClaim,
  decodeWithdraw,
  findGatewayFunc,
  GATEWAY_FUNC,
  type GatewayBind,
  type GatewayDeposit,
} from './codec.ts'
import { type DepositClaimTerms, type DepositTerms, encodeDeposit, encodeDepositClaim } from './encode.ts'
import { depositScript, GATEWAY_TOKENS_SCRIPT } from './keys.ts'
import { fail, requireBind } from './lookups.ts'
import { roughCoins } from './sixDigits.ts'
import { paidToSigners } from './verifyDeposit.ts'

const DEPOSIT_INPUTS = 3
const CLAIM_INPUTS = 60
/** Maximum number of oracle data items that one deposit searches. Takes about two seconds. */
const MAX_ORACLE_DATA = 10_000
const TOKENS = indexedAddress(GATEWAY_TOKENS_SCRIPT) as IndexedAddress

/**
 * Builds a deposit: it proves, by the published block roots, that the other chain's transaction paid the signers.
 * @throws BuildError
 */
export function buildDeposit(terms: DepositTerms, context: ContractContext): Transaction {
  const { view, mempool } = context
  const { bind: bindTxid, coin, height, coinTxid, destination } = terms
  const bind = requireBind(bindTxid, coin, context)
  if (!isSettled(view, bindTxid)) fail('gatewaysbind tx not yet confirmed/notarized')
  const { root, publishers } = findRoot(bind, height, context)
  const marker = p2pkScript(txidKey(coinTxid))
  const address = keyAddress(txidKey(coinTxid))
  // Only the mempool is searched: the reference does not find a confirmed deposit of the same coins, nor do the rules
  // check it.
  for (const { tx } of mempool.entries()) {
    const exists = tx.vout.some(({ scriptPubKey }) => findScriptAddress(scriptPubKey, { cc: true }) === address)
    if (exists) fail(`cointxid.${toDisplayHex(coinTxid)} already exists`)
  }
  const outputs = view.transaction(bind.oracle)?.tx.vout.length ?? 0
  if (paidToSigners(terms, bind, { root, outputs }) !== terms.amount) fail('deposittxid didnt validate')
  const inputs = selectNormalInputsWithFallback(context, 3n * CONTRACT_FEE, DEPOSIT_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'cant find enough inputs')
  const own: TxOut[] = [
    { value: CONTRACT_FEE, scriptPubKey: depositScript(destination) },
    { value: CONTRACT_FEE, scriptPubKey: marker },
  ]
  return finaliseTransaction({ inputs, outputs: own, data: encodeDeposit(terms, publishers), unlocking: [] }, context)
}

/**
 * Finds the root of a block of the other chain on which enough signers agree, and all signers that published a root for
 * it.
 */
function findRoot(bind: GatewayBind, height: number, { view, addressIndex, mempool }: ContractContext) {
  const roots = new BlockRoots({ addressIndex, chain: view, mempool }, bind.oracle, MAX_ORACLE_DATA)
  const publishers: { key: Uint8Array; txid: Uint8Array }[] = []
  let root: Uint8Array | undefined
  let agreeing = 0
  for (const key of bind.keys) {
    const published = publishedRoot(roots, key, height)
    if (published === undefined) continue
    root ??= published.root
    if (equal(published.root, root)) agreeing++
    publishers.push({ key: toValidKey(key), txid: published.txid })
  }
  const signers = bind.keys.length
  if (root !== undefined && agreeing >= Math.floor(signers / 2)) return { root, publishers }
  const id = toDisplayHex(bind.oracle)
  return fail(
    `couldnt find merkleroot for ht.${height} ${displayText(bind.coin)} oracle.${id} m.${agreeing} vs n.${signers}`,
  )
}

function publishedRoot(roots: BlockRoots, key: RawKey, height: number): BlockRoot | undefined {
  try {
    return roots.find(key, height)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return fail(`the root of block ${height} was not found in the latest ${MAX_ORACLE_DATA} data items of the oracle`)
  }
}

/** Builds a claim of the gateway's tokens for a deposit to this node's key. @throws BuildError */
export function buildDepositClaim(terms: DepositClaimTerms, context: ContractContext): Transaction {
  const { bind: bindTxid, amount, destination } = terms
  const { tokenId } = requireDeposit(terms, context)
  if (amount <= 0n) fail('amount must be positive')
  const tokens = selectGatewayTokens(bindTxid, terms, tokenId, context)
  const rest = tokens.reduce((sum, { value }) => sum + value, 0n) - amount
  if (rest < 0n) throw new BuildError('funds', 'cant find enough tokens in gateways address for given amount')
  const marker: SpendableCoin = {
    outpoint: { hash: terms.deposit, index: 0 },
    ...{ value: CONTRACT_FEE, scriptPubKey: depositScript(destination) },
  }
  const outputs: TxOut[] = [{ value: amount, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, destination)) }]
  if (rest > 0n) outputs.push({ value: rest, scriptPubKey: GATEWAY_TOKENS_SCRIPT })
  const unlocking = fulfillmentTrees(GATEWAYS_KEY, 0, context.pubkey, context.keys)
  const data = encodeDepositClaim(tokenId, terms)
  return finaliseTransaction({ inputs: [...tokens, marker], outputs, data, unlocking }, context)
}

function requireDeposit(terms: DepositClaimTerms, context: ContractContext): GatewayBind {
  const { view, pubkey } = context
  const { bind: bindTxid, coin, deposit: depositTxid, destination, amount } = terms
  const bind = requireBind(bindTxid, coin, context)
  if (!isSettled(view, bindTxid)) fail('gatewaysbind tx not yet confirmed/notarized')
  const tx = view.transaction(depositTxid)?.tx
  // Here and below the reference prints the id of the binding instead of the deposit.
  if (tx === undefined) return fail(`cant find deposittxid ${toDisplayHex(bindTxid)}`)
  const deposit = decodeDeposit(tx)
  if (deposit === undefined || !equal(deposit.coin, coin)) {
    return fail(`invalid coin - deposittxid ${toDisplayHex(bindTxid)} coin.${displayText(deposit?.coin ?? coin)}`)
  }
  if (!isSettled(view, depositTxid)) fail('gatewaysdeposit tx not yet confirmed/notarized')
  const receiver = toConditionKey(deposit.destination)
  if (!equal(receiver, destination)) fail('different destination pubkey from desdeposit tx')
  const own = equal(receiver, pubkey) ? deposit.amount : 0n
  if (own !== amount) {
    const id = toDisplayHex(depositTxid)
    fail(
      `invalid Gateways deposittxid ${id} ${roughCoins(own)} != ${roughCoins(amount)}, remember claim must be done from destination pubkey from deposit tx!`,
    )
  }
  requireMarker(tx, deposit)
  return bind
}

/** Checks the marker that a claim spends, which a hand-made deposit may lack. */
function requireMarker({ vout }: Transaction, { destination }: GatewayDeposit): void {
  const marker = vout[0]
  const marked =
    marker?.value === CONTRACT_FEE && equal(marker.scriptPubKey, depositScript(toConditionKey(destination)))
  if (!marked) fail('invalid CC marker vout for gatewaysdeposit!')
}

/** Selects confirmed token outputs of this gateway, in index order, until they cover the amount. */
function selectGatewayTokens(
  bindTxid: Uint8Array,
  { coin, amount }: DepositClaimTerms,
  tokenId: Uint8Array,
  { addressIndex, mempool, view, memo }: ContractContext,
): SpendableCoin[] {
  const reader = openTokenReader({ find: (id) => view.transaction(id)?.tx, memo })
  const taken: SpendableCoin[] = []
  let sum = 0n
  for (const { txid, index, satoshis, scriptPubKey } of addressIndex.unspent(TOKENS)) {
    if (sum >= amount || taken.length >= CLAIM_INPUTS) break
    const tx = view.transaction(txid)?.tx
    if (tx === undefined || !isGatewayTokenOutput(tx, { txid, index }, { bindTxid, coin, tokenId })) continue
    if (mempool.spender({ hash: txid, index }) || reader.unitsOf(tx, index, tokenId, true) === 0n) continue
    taken.push({ outpoint: { hash: txid, index }, value: satoshis, scriptPubKey })
    sum += satoshis
  }
  return taken
}

interface Gateway {
  readonly bindTxid: Uint8Array
  readonly coin: Uint8Array
  readonly tokenId: Uint8Array
}

/** Returns true if the output holds tokens of this gateway: an output of its binding, a withdrawal, or a claim's change. */
function isGatewayTokenOutput(
  tx: Transaction,
  { txid, index }: { readonly txid: Uint8Array; readonly index: number },
  { bindTxid, coin, tokenId }: Gateway,
): boolean {
  const func = findGatewayFunc(tx)
  if (func === GATEWAY_FUNC.bind) return index === 0 && equal(txid, bindTxid)
  const step =
    func === GATEWAY_FUNC.withdraw
      ? decodeWithdraw(tx)
      : func === GATEWAY_FUNC.claim
        ? decodeGatewayClaim(tx)
        : undefined
  if (step === undefined || index !== 1 || !equal(step.bind, bindTxid)) return false
  return equal(step.coin, coin) && equal(step.tokenId, tokenId)
}
