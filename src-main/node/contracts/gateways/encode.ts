import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ByteWriter } from '../../util/index.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { encodeTokenTransfer, PAYLOAD_GATEWAYS } from '../tokens/codec.ts'
import { GATEWAY_FUNC, type GatewayFunc } from './codec.ts'

/** Encodes the OP_RETURN data of gateway transactions (gateways.md §2). Ids are in internal order; texts are bytes. */

const begin = (func: GatewayFunc): ByteWriter => new ByteWriter().u8(EVAL_CODES.gateways).u8(func)

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Wraps the data in a token transfer to `pubkey`, 33 bytes. */
const wrapped = (tokenId: Uint8Array, pubkey: Uint8Array, writer: ByteWriter): Uint8Array =>
  encodeTokenTransfer({ tokenId, pubkeys: [pubkey], payloads: [{ id: PAYLOAD_GATEWAYS, blob: writer.finish() }] })

function writeKeys(writer: ByteWriter, keys: readonly Uint8Array[]): ByteWriter {
  writer.compactSize(keys.length)
  for (const key of keys) writer.varBytes(key)
  return writer
}

/** Terms of a binding, without its token. */
export interface BindTerms {
  readonly coin: Uint8Array
  readonly totalSupply: bigint
  readonly oracle: Uint8Array
  readonly m: number
  /** 33 bytes each */
  readonly keys: readonly Uint8Array[]
  readonly taddr: number
  readonly prefix: number
  readonly prefix2: number
  readonly wifType: number
}

export function encodeBind(tokenId: Uint8Array, terms: BindTerms): Uint8Array {
  const { coin, totalSupply, oracle, m, keys, taddr, prefix, prefix2, wifType } = terms
  const writer = begin(GATEWAY_FUNC.bind).varBytes(coin).i64le(totalSupply).bytes(oracle).u8(m).u8(keys.length)
  writeKeys(writer, keys).u8(taddr).u8(prefix).u8(prefix2).u8(wifType)
  return wrapped(tokenId, GATEWAYS_KEY.publicKey, writer)
}

export interface DepositTerms {
  readonly bind: Uint8Array
  readonly coin: Uint8Array
  readonly height: number
  readonly coinTxid: Uint8Array
  readonly claimVout: number
  /** the other chain's transaction in hex */
  readonly depositHex: string
  readonly proof: Uint8Array
  /** 33 bytes */
  readonly destination: Uint8Array
  readonly amount: bigint
}

/** @param publishers signers that published the block's root, and the transactions in which they did */
export function encodeDeposit(
  terms: DepositTerms,
  publishers: readonly { readonly key: Uint8Array; readonly txid: Uint8Array }[],
): Uint8Array {
  const { bind, coin, height, coinTxid, claimVout, depositHex, proof, destination, amount } = terms
  const writer = begin(GATEWAY_FUNC.deposit).varBytes(coin).bytes(bind)
  writeKeys(
    writer,
    publishers.map(({ key }) => key),
  ).compactSize(publishers.length)
  for (const { txid } of publishers) writer.bytes(txid)
  writer.i32le(height).bytes(coinTxid).i32le(claimVout).varBytes(text(depositHex)).varBytes(proof)
  return writer.varBytes(destination).i64le(amount).finish()
}

export interface DepositClaimTerms {
  readonly bind: Uint8Array
  readonly coin: Uint8Array
  readonly deposit: Uint8Array
  /** 33 bytes */
  readonly destination: Uint8Array
  readonly amount: bigint
}

export function encodeDepositClaim(
  tokenId: Uint8Array,
  { bind, coin, deposit, destination, amount }: DepositClaimTerms,
): Uint8Array {
  const writer = begin(GATEWAY_FUNC.claim).bytes(bind).varBytes(coin).bytes(deposit)
  return wrapped(tokenId, destination, writer.varBytes(destination).i64le(amount))
}

export interface WithdrawTerms {
  readonly bind: Uint8Array
  readonly coin: Uint8Array
  /** 33 bytes */
  readonly destination: Uint8Array
  readonly amount: bigint
}

export function encodeWithdraw(tokenId: Uint8Array, { bind, coin, destination, amount }: WithdrawTerms): Uint8Array {
  const writer = begin(GATEWAY_FUNC.withdraw).bytes(bind).varBytes(coin).varBytes(destination).i64le(amount)
  return wrapped(tokenId, GATEWAYS_KEY.publicKey, writer)
}

export interface SigningTerms {
  readonly withdraw: Uint8Array
  readonly coin: Uint8Array
  /** number of signatures including this one */
  readonly signatures: number
  /** the other chain's transaction */
  readonly hex: string
}

/** @param signer 33 bytes */
export function encodePartialSign({ withdraw, coin, signatures, hex }: SigningTerms, signer: Uint8Array): Uint8Array {
  const writer = begin(GATEWAY_FUNC.partialSign).bytes(withdraw).varBytes(coin).u8(signatures)
  return writer.varBytes(signer).varBytes(text(hex)).finish()
}

export function encodeComplete({ withdraw, coin, signatures, hex }: SigningTerms): Uint8Array {
  return begin(GATEWAY_FUNC.complete).bytes(withdraw).varBytes(coin).u8(signatures).varBytes(text(hex)).finish()
}

export const encodeMarkDone = (withdraw: Uint8Array, coin: Uint8Array, complete: Uint8Array): Uint8Array =>
  begin(GATEWAY_FUNC.markDone).bytes(withdraw).varBytes(coin).bytes(complete).finish()
