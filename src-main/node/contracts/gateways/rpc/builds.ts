import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { COIN } from '#shared/units.ts'
import { secp256k1 } from '../../../crypto/index.ts'
import { BuildError } from '../../../transactions/index.ts'
import { fromHex, isHex } from '../../../util/index.ts'
import { readCoinAmount } from '../../framework/coinAmount.ts'
import { type ContractDeps, createContractCalls, parsePubkey, readTxid } from '../../framework/rpc/contractGate.ts'
import {
  type BindRequest,
  buildBind,
  buildCompleteSigning,
  buildDeposit,
  buildDepositClaim,
  buildMarkDone,
  buildPartialSign,
  buildWithdraw,
  coinBytes,
  type SigningRequest,
} from '../index.ts'

type BindParams = Parameters<Handlers['gatewaysbind']>[0]

const MAX_SIGNERS = 15
const MAX_BYTE = 255n
const MAX_INT32 = 2n ** 31n - 1n
const MAX_INT64 = 2n ** 63n - 1n
/** Minimum number of units that the reference requires. */
const MIN_SUPPLY = COIN / 100n
const NO_BYTES = new Uint8Array(0)

const misused = (text: string) => new RpcError(RPC_ERROR.MISC, text)
const WRONG_TERMS = 'illegal M or N > 15 or tokensupply or invalid tokenid\n'
const WRONG_DEPOSIT = 'invalid param: amount, numpks or claimvout\n'

/** Parses a non-negative whole number up to `max`. @throws RpcError with the text `otherwise` */
function whole(text: string, max: bigint, otherwise: string): bigint {
  const value = /^\+?\d{1,19}$/.test(text.trim()) ? BigInt(text.trim().replace('+', '')) : undefined
  if (value === undefined || value > max) throw misused(otherwise)
  return value
}

/** Parses a public key of 33 bytes. @throws RpcError for an invalid key */
function parseKey(text: string): Uint8Array {
  const key = parsePubkey(text, secp256k1.isPublicKey)
  if (key === undefined) throw misused('invalid destination pubkey')
  return key
}

/** Parses a binding, whose keys and numbers follow each other in one list. @throws RpcError */
function bindRequest({ tokenid, oracletxid, coin, tokensupply, M, N, pubkey, ...next }: BindParams): BindRequest {
  const m = Number(whole(M, MAX_BYTE, WRONG_TERMS))
  const n = Number(whole(N, MAX_BYTE, WRONG_TERMS))
  const totalSupply = whole(tokensupply, MAX_INT64, WRONG_TERMS)
  const tokenId = readTxid(tokenid)
  const isNone = tokenId.every((byte) => byte === 0)
  // With zero required signatures, anyone could spend from the address on the other chain.
  if (m < 1 || m > n || n > MAX_SIGNERS || totalSupply < MIN_SUPPLY || isNone) throw misused(WRONG_TERMS)
  const { next1, next2, next3, next4, next5, next6, next7, next8, next9, next10 } = next
  const { next11, next12, next13, next14, next15, next16, next17, next18 } = next
  const list = [
    ...[pubkey, next1, next2, next3, next4, next5, next6, next7, next8, next9, next10],
    ...[next11, next12, next13, next14, next15, next16, next17, next18],
  ].flatMap((text) => text ?? [])
  if (list.length < n + 3) throw misused('not enough parameters for N pubkeys\n')
  if (list.length > n + 4) throw misused('too many parameters for N pubkeys\n')
  const keys = list.slice(0, n).map(parseKey)
  const bytes = list
    .slice(n)
    .map((text) => Number(whole(text, MAX_BYTE, 'invalid pubtype, p2shtype, wiftype or taddr\n')))
  const [prefix = 0, prefix2 = 0, wifType = 0, taddr = 0] = bytes
  return { tokenId, oracle: readTxid(oracletxid), coin, totalSupply, m, keys, prefix, prefix2, wifType, taddr }
}

function signingRequest(txid: string, coin: string, hex: string): SigningRequest {
  if (!isHex(hex)) throw new BuildError('request', 'hex must be hexadecimal')
  return { last: readTxid(txid), coin: coinBytes(coin), hex }
}

/**
 * Handlers that build gateway transactions (gateways.md §2, §7). They return only transactions that the mempool would
 * accept.
 */
export function createGatewayBuildHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'gateways', 'gateways')
  return defineHandlers({
    gatewaysbind: (params) => gate.build((context) => buildBind(bindRequest(params), context)),
    gatewaysdeposit: ({ bindtxid, height, coin, cointxid, claimvout, deposithex, proof, destpub, amount }) =>
      gate.build((context) => {
        const satoshis = readCoinAmount(amount, 'amount')
        if (satoshis <= 0n) throw misused(WRONG_DEPOSIT)
        const terms = {
          ...{ bind: readTxid(bindtxid), coin: coinBytes(coin), coinTxid: readTxid(cointxid) },
          height: Number(whole(height, MAX_INT32, WRONG_DEPOSIT)),
          claimVout: Number(whole(claimvout, MAX_INT32, WRONG_DEPOSIT)),
          ...{ depositHex: deposithex, proof: isHex(proof) ? fromHex(proof) : NO_BYTES },
          ...{ destination: parseKey(destpub), amount: satoshis },
        }
        return buildDeposit(terms, context)
      }),
    gatewaysclaim: ({ bindtxid, coin, deposittxid, destpub, amount }) =>
      gate.build((context) => {
        const terms = {
          ...{ bind: readTxid(bindtxid), coin: coinBytes(coin), deposit: readTxid(deposittxid) },
          ...{ destination: parseKey(destpub), amount: readCoinAmount(amount, 'amount') },
        }
        return buildDepositClaim(terms, context)
      }),
    gatewayswithdraw: ({ bindtxid, coin, withdrawpub, amount }) =>
      gate.build((context) => {
        const destination = parseKey(withdrawpub)
        const terms = { bind: readTxid(bindtxid), coin: coinBytes(coin), destination }
        return buildWithdraw({ ...terms, amount: readCoinAmount(amount, 'amount') }, context)
      }),
    gatewayspartialsign: ({ txidaddr, refcoin, hex }) =>
      gate.build((context) => buildPartialSign(signingRequest(txidaddr, refcoin, hex), context)),
    gatewayscompletesigning: ({ withdrawtxid, coin, hex }) =>
      gate.build((context) => buildCompleteSigning(signingRequest(withdrawtxid, coin, hex), context)),
    gatewaysmarkdone: ({ completesigningtx, coin }) =>
      gate.build((context) => buildMarkDone(readTxid(completesigningtx), coinBytes(coin), context)),
  })
}
