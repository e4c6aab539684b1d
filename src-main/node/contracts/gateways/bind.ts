import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { BuildError, finaliseTransaction, selectNormalInputsWithFallback } from '../../transactions/index.ts'
import { equal, toDisplayHex, toLatin1 } from '../../util/index.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { displayText } from '../framework/displayText.ts'
import { fulfillmentTrees } from '../framework/fulfillmentTrees.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { decodeOracleCreate, type OracleCreate } from '../oracles/codec.ts'
import { selectTokenCoins } from '../tokens/build.ts'
import { findTokenData } from '../tokens/reader.ts'
import { decodeBind, findGatewayFunc, GATEWAY_FUNC } from './codec.ts'
import { type BindTerms, encodeBind } from './encode.ts'
import { GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'
import { coinBytes, fail, MARKER_ADDRESS, sumOutputsNamingToken } from './lookups.ts'
import { roughCoins } from './sixDigits.ts'

const FEE_INPUTS = 2
/** Oracle format that the rules for claims require exactly. */
const FORMAT = 'Ihh'
const OWN_COIN = 'KMD'
/** Version bytes of addresses and keys of that coin, regardless of the request. */
const OWN_BYTES = { prefix: 60, prefix2: 85, wifType: 188, taddr: 0 } as const

export interface BindRequest extends Omit<BindTerms, 'coin'> {
  readonly tokenId: Uint8Array
  readonly coin: string
}

/** Opens a gateway: locks all units of a token, which then represent a coin of another chain. @throws BuildError */
export function buildBind(request: BindRequest, context: ContractContext): Transaction {
  const { tokenId, totalSupply } = request
  const coin = coinBytes(request.coin)
  requireSigners(request, context)
  requireWholeToken(request, context)
  requireOracle(request, coin, context)
  if (isBound(tokenId, context)) fail(`${formatName(request)} already exists`)
  const fee = selectNormalInputsWithFallback(context, 2n * CONTRACT_FEE, FEE_INPUTS)
  if (fee === undefined) throw new BuildError('funds', 'cant find enough inputs')
  const tokens = allTokens(request, context)
  const outputs = [
    { value: totalSupply, scriptPubKey: GATEWAY_TOKENS_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: GATEWAY_MARKER_SCRIPT },
  ]
  const terms: BindTerms = { ...request, coin, ...(request.coin === OWN_COIN && OWN_BYTES) }
  const unlocking = fulfillmentTrees(GATEWAYS_KEY, 0, context.pubkey, context.keys)
  const data = encodeBind(tokenId, terms)
  return finaliseTransaction({ inputs: [...fee, ...tokens], outputs, data, unlocking }, context)
}

const formatName = ({ coin, tokenId }: BindRequest): string => `Gateway bind.${coin} (${toDisplayHex(tokenId)})`

/** Requires coins of every signer on this chain, as the reference does. It prints the two numbers as characters. */
function requireSigners({ keys, m }: BindRequest, { addressIndex }: ContractContext): void {
  for (const [i, key] of keys.entries()) {
    if (addressIndex.balance({ type: 1, hash: hash160(key) }).balance !== 0n) continue
    fail(`M.${String.fromCharCode(m)} N.${String.fromCharCode(keys.length)} but pubkeys[${i}] has no balance`)
  }
}

function requireWholeToken(request: BindRequest, { view, addressIndex, pubkey }: ContractContext): void {
  const { tokenId, totalSupply } = request
  const created = view.transaction(tokenId)?.tx
  const supply = (created && findTokenData(created)?.func === 'c' && created.vout[1]?.value) || 0n
  if (supply !== totalSupply) {
    const marker = encodeAddress(ccAddress(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey))
    const [total, full] = [roughCoins(totalSupply), roughCoins(supply)]
    fail(`${formatName(request)} globaladdr.${marker} totalsupply ${total} != fullsupply ${full}`)
  }
  const own = ccAddress(EVAL_CODES.tokens, pubkey)
  const held = sumOutputsNamingToken(own, tokenId, { view, addressIndex })
  if (held !== totalSupply) {
    fail(`token balance on ${encodeAddress(own)} ${roughCoins(held)}!=${roughCoins(totalSupply)}`)
  }
}

function requireOracle({ oracle, coin: name }: BindRequest, coin: Uint8Array, { view }: ContractContext): OracleCreate {
  const tx = view.transaction(oracle)?.tx
  if (tx === undefined) return fail(`cant find oracletxid ${toDisplayHex(oracle)}`)
  const created = decodeOracleCreate(contractPayload(tx))
  if (created === undefined) return fail(`mismatched oracle name  != ${name}`)
  if (toLatin1(created.format) !== FORMAT) fail(`illegal format (${displayText(created.format)}) != (${FORMAT})`)
  // The rules for claims would reject such an oracle, so the tokens could never be claimed.
  if (!equal(created.name, coin)) fail(`mismatched oracle name ${displayText(created.name)} != ${name}`)
  return created
}

/** Returns true if a gateway for the token exists, confirmed or in the mempool. */
function isBound(tokenId: Uint8Array, { addressIndex, mempool, view }: ContractContext): boolean {
  const binds = (tx: Transaction | undefined): boolean => {
    const bind = tx && findGatewayFunc(tx) === GATEWAY_FUNC.bind ? decodeBind(tx) : undefined
    return bind !== undefined && equal(bind.tokenId, tokenId)
  }
  for (const { spending, txid } of addressIndex.deltas(MARKER_ADDRESS)) {
    if (!spending && binds(view.transaction(txid)?.tx)) return true
  }
  for (const { tx } of mempool.entries()) if (binds(tx)) return true
  return false
}

function allTokens({ tokenId, totalSupply }: BindRequest, context: ContractContext) {
  try {
    return selectTokenCoins(context.tokens?.coins(tokenId, context.pubkey) ?? [], totalSupply, context)
  } catch (error) {
    throw error instanceof BuildError ? new BuildError('funds', 'cant find enough inputs') : error
  }
}
