import {
  CONTRACT_FEE,
  isMovableToken,
  MAX_NFT_DATA,
  MAX_TOKEN_DESCRIPTION,
  MAX_TOKEN_NAME,
} from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { tokenCcOne } from '../../conditions/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import {
  type BuildContext,
  BuildError,
  type CoinSource,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputs,
} from '../../transactions/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { fulfillmentTrees } from '../framework/fulfillmentTrees.ts'
import type { TokenCoin } from '../framework/tokenView.ts'
import { encodeTokenCreate, encodeTokenTransfer, PAYLOAD_NFT } from './codec.ts'
import { BURN_PUBLIC_KEY, TOKENS_KEY } from './keys.ts'
import { MARKER_SCRIPT } from './outputs.ts'
import type { TokenQueries } from './queries.ts'

/** Maximum number of inputs that the reference selects. */
const CREATE_INPUTS = 64
const FEE_INPUTS = 3
const TOKEN_INPUTS = 60
/**
 * Input limit of this node if the reference's limit does not suffice. Such transactions are below the relay limit (100
 * kB), and the fixed fee is sufficient.
 */
const MORE_INPUTS = 500

export interface TokenCreateRequest {
  readonly name: Uint8Array
  /** units; 1 for an NFT */
  readonly supply: bigint
  readonly description: Uint8Array
  /** NFT data; the first byte is the eval code of the contract that validates its transfers */
  readonly data?: Uint8Array
}

export interface TokenTransferRequest {
  readonly tokenId: Uint8Array
  /** see `isTokenDestination` */
  readonly destination: Uint8Array
  /** units */
  readonly amount: bigint
}

/**
 * Returns true if tokens may be sent to these 33 bytes: a point of the curve, or the burn key, which is not on the
 * curve.
 */
export function isTokenDestination(publicKey: Uint8Array): boolean {
  return equal(publicKey, BURN_PUBLIC_KEY) || (publicKey.length === 33 && secp256k1.isPublicKey(publicKey))
}

/**
 * Builds a signed transaction that creates a token (tokens.md §2). `coins` must belong to the context's key.
 * @throws BuildError
 */
export function buildTokenCreate(
  request: TokenCreateRequest,
  context: BuildContext & { readonly coins: CoinSource },
): Transaction {
  const { name, supply, description, data } = request
  checkCreate(request)
  const inputs = selectNormalCoins(context, supply + 2n * CONTRACT_FEE, CREATE_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'cant find normal inputs')
  const payloads = data === undefined ? [] : [{ id: PAYLOAD_NFT, blob: data }]
  const outputs = [
    { value: CONTRACT_FEE, scriptPubKey: MARKER_SCRIPT },
    { value: supply, scriptPubKey: holderScript(data?.[0], context.pubkey) },
  ]
  const opReturn = encodeTokenCreate({ owner: context.pubkey, name, description, payloads })
  return finaliseTransaction({ inputs, outputs, data: opReturn, unlocking: [] }, context)
}

function checkCreate({ name, supply, description, data }: TokenCreateRequest): void {
  const fail = (text: string): never => {
    throw new BuildError('request', text)
  }
  if (name.length === 0 || name.length > MAX_TOKEN_NAME) fail('Token name must not be empty and up to 32 characters')
  if (supply <= 0n) fail('Token supply must be positive')
  if (description.length > MAX_TOKEN_DESCRIPTION) fail('Token description must be <= 4096 characters')
  if (data === undefined) return
  if (data.length > MAX_NFT_DATA) fail('Non-fungible data size must be <= 10001')
  if (data.length === 0) fail('Non-fungible data incorrect')
  if (supply !== 1n) fail('for non-fungible tokens tokensupply should be equal to 1')
}

/**
 * Builds a signed transaction that moves tokens of the context's key (tokens.md §2). `coins` are the wallet's and pay
 * the fee.
 * @throws BuildError, also for an NFT whose contract accepts no transfer
 */
export function buildTokenTransfer(
  request: TokenTransferRequest,
  context: BuildContext & { readonly coins: CoinSource; readonly tokens: TokenQueries },
): Transaction {
  const { tokenId, destination, amount } = request
  if (tokenId.every((byte) => byte === 0)) throw new BuildError('request', 'invalid tokenid')
  if (amount <= 0n) throw new BuildError('request', 'amount must be positive')
  if (!isTokenDestination(destination)) throw new BuildError('request', 'invalid destination pubkey')
  const nftCode = context.tokens.token(tokenId)?.nftData?.[0]
  requireMovable(nftCode, context)
  return assembleTransfer(request, context, nftCode)
}

/** @throws BuildError for an NFT whose contract accepts no transfer, or is not enabled on this chain */
export function requireMovable(nftCode: number | undefined, { allows }: Pick<BuildContext, 'allows'>): void {
  if (nftCode === undefined) return
  if (!isMovableToken(nftCode)) throw new BuildError('request', unmovableText(nftCode))
  if (allows?.(nftCode) === false) throw new BuildError('request', disallowedText(nftCode))
}

const disallowedText = (nftCode: number): string =>
  `this NFT cannot be moved: its data begin with ${toHex(Uint8Array.of(nftCode))}, the code of a contract that -ac_ccenable of this chain does not enable`

/** Explains why an NFT can be neither sent nor sold: the contract of this code also validates every transfer. */
function unmovableText(nftCode: number): string {
  return `this NFT cannot be moved: its data begin with ${toHex(Uint8Array.of(nftCode))}, and no module accepts this code`
}

/** Builds the transfer as the reference does, also for an NFT. */
export function assembleTransfer(
  { tokenId, destination, amount }: TokenTransferRequest,
  context: BuildContext & { readonly coins: CoinSource; readonly tokens: TokenQueries },
  nftCode: number | undefined,
): Transaction {
  const fee = selectNormalCoins(context, CONTRACT_FEE, FEE_INPUTS)
  if (fee === undefined) throw new BuildError('funds', 'insufficient normal inputs for tx fee')
  const tokens = selectTokenCoins(context.tokens.coins(tokenId, context.pubkey), amount, context)
  const change = tokens.reduce((sum, { value }) => sum + value, 0n) - amount
  const outputs: TxOut[] = [{ value: amount, scriptPubKey: holderScript(nftCode, destination) }]
  if (change > 0n) outputs.push({ value: change, scriptPubKey: holderScript(nftCode, context.pubkey) })
  const data = encodeTokenTransfer({ tokenId, pubkeys: [destination], payloads: [] })
  const unlocking = fulfillmentTrees(TOKENS_KEY, nftCode ?? 0, context.pubkey, context.keys)
  return finaliseTransaction({ inputs: [...fee, ...tokens], outputs, data, unlocking }, context)
}

/** TokCC1(E, 0, key) */
export function holderScript(nftCode: number | undefined, publicKey: Uint8Array): Uint8Array {
  return ccScript(tokenCcOne(nftCode ?? EVAL_CODES.tokens, 0, publicKey))
}

/**
 * Selects coins of at least `total`: within the reference's number of inputs if possible, else within this node's
 * limit. Returns undefined if the coins do not suffice.
 */
export function selectNormalCoins(
  { coins, mempool }: BuildContext & { readonly coins: CoinSource },
  total: bigint,
  maxInputs: number,
): SpendableCoin[] | undefined {
  return selectNormalInputs(coins, total, maxInputs, mempool) ?? selectNormalInputs(coins, total, MORE_INPUTS, mempool)
}

/**
 * Selects token outputs of at least `amount`. First as the reference does: in index order, without outputs too small to
 * reach the amount within its number of inputs. If that fails although there are enough units, it selects the largest
 * outputs.
 * @throws BuildError if the outputs do not suffice
 */
export function selectTokenCoins(all: readonly TokenCoin[], amount: bigint, { mempool }: BuildContext): TokenCoin[] {
  const free = all.filter(({ outpoint }) => mempool.spender(outpoint) === undefined)
  const min = amount / BigInt(TOKEN_INPUTS)
  const usable = free.filter(({ value }) => value >= min)
  const usual = upTo(usable, amount, TOKEN_INPUTS)
  if (usual.reached) return usual.coins
  const largest = upTo([...free].sort(byValue), amount, MORE_INPUTS)
  if (largest.reached) return free.filter((coin) => largest.coins.includes(coin))
  if (largest.coins.length === MORE_INPUTS) {
    const text = `insufficient token inputs: the balance is spread over ${free.length} outputs, and one transaction can spend ${MORE_INPUTS} outputs with ${largest.sum} units. Send smaller amounts to yourself first`
    throw new BuildError('funds', text)
  }
  throw new BuildError('funds', usable.length === 0 ? 'no token inputs' : 'insufficient token inputs')
}

const byValue = (a: TokenCoin, b: TokenCoin): number => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0)

/** Takes coins until they reach the amount, or the maximum number is reached. */
function upTo(coins: readonly TokenCoin[], amount: bigint, maxInputs: number) {
  const taken: TokenCoin[] = []
  let sum = 0n
  for (const coin of coins) {
    if (sum >= amount || taken.length >= maxInputs) break
    taken.push(coin)
    sum += coin.value
  }
  return { coins: taken, sum, reached: sum >= amount }
}
