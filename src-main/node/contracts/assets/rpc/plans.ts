/**
 * Maps each order method's parsed parameters to a transaction builder, for the methods themselves and for
 * preparefunded.
 */
import type { MethodParams } from '#shared/rpc/index.ts'
import type { ChainView, MempoolView } from '../../../core/index.ts'
import type { Transaction } from '../../../primitives/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../transactions/index.ts'
import { type ContractFailure, failed } from '../../framework/rpc/contractGate.ts'
import type { TokenIndex } from '../../tokens/index.ts'
import { parseTokenId } from '../../tokens/rpc/tokenGate.ts'
import {
  buildAsk,
  buildBid,
  buildCancelAsk,
  buildCancelBid,
  buildFillAsk,
  buildFillBid,
  type OrderContext,
  orderTotal,
  parsePrice,
  parseUnits,
} from '../index.ts'

export interface OrderPlan {
  /** prefix of error messages, as in the reference */
  readonly sentence: string
  /** @throws BuildError */
  make(context: OrderContext): Transaction
}

interface PlansDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
}

/** Creates the context to build orders of this node's key, paid from the given coins. */
export const createOrderContext =
  ({ chain, mempool, buildContext }: PlansDeps) =>
  (pubkey: Uint8Array, tokens: TokenIndex, coins: CoinSource): OrderContext => ({
    ...{ ...buildContext(pubkey), coins, tokens },
    find: (txid) => mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx,
    isUnspent: (outpoint) => chain.coin(outpoint) !== undefined,
  })

/** Parses the id of a transaction or a token. Returns undefined for the all-zero id, which no call accepts. */
const parseId = (text: string): Uint8Array | undefined => {
  const id = parseTokenId(text)
  return id?.some((byte) => byte !== 0) ? id : undefined
}

/** Prefixes the error's message with the reference's sentence. */
function withSentence(error: unknown, sentence: string): unknown {
  if (!(error instanceof BuildError) || error.message.startsWith(sentence)) return error
  return new BuildError(error.kind, `${sentence}: ${error.message}`)
}

function plan(sentence: string, make: (context: OrderContext) => Transaction): OrderPlan {
  return {
    sentence,
    make(context) {
      try {
        return make(context)
      } catch (error) {
        throw withSentence(error, sentence)
      }
    },
  }
}

/** Runs a parameter parser and converts a BuildError into a failure reply. */
function parsing<R>(parse: () => OrderPlan | R, sentence?: string): OrderPlan | R | ContractFailure {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    return failed(sentence === undefined ? error.message : `${sentence}: ${error.message}`)
  }
}

const INVALID_IDS = { error: 'invalid parameter' } as const

export const orderPlans = {
  tokenask({ numtokens, tokenid, price }: MethodParams<'tokenask'>) {
    const tokenId = parseId(tokenid)
    if (!tokenId) return failed('invalid parameter: the tokenid must be 64 hex digits')
    return parsing<ContractFailure>(() => {
      const units = parseUnits(numtokens, 'numtokens')
      const order = { tokenId, units, total: orderTotal(units, parsePrice(price)) }
      return plan('couldnt create ask', (context) => buildAsk(order, context))
    }, 'invalid parameter')
  },
  tokenbid({ numtokens, tokenid, price }: MethodParams<'tokenbid'>) {
    return parsing<ContractFailure>(() => {
      const rate = parsePrice(price)
      const tokenId = parseId(tokenid)
      if (!tokenId) return failed('invalid tokenid')
      const units = parseUnits(numtokens, 'bid amount')
      const order = { tokenId, units, total: orderTotal(units, rate) }
      return plan('couldnt create bid', (context) => buildBid(order, context))
    })
  },
  tokencancelask({ tokenid, asktxid }: MethodParams<'tokencancelask'>) {
    const [tokenId, txid] = [parseId(tokenid), parseId(asktxid)]
    if (!tokenId || !txid) return INVALID_IDS
    return plan('couldnt cancel ask', (context) => buildCancelAsk({ tokenId, txid }, context))
  },
  tokencancelbid({ tokenid, bidtxid }: MethodParams<'tokencancelbid'>) {
    const [tokenId, txid] = [parseId(tokenid), parseId(bidtxid)]
    if (!tokenId || !txid) return INVALID_IDS
    return plan('couldnt cancel bid', (context) => buildCancelBid({ tokenId, txid }, context))
  },
  tokenfillask({ tokenid, asktxid, fillunits }: MethodParams<'tokenfillask'>) {
    return parsing<typeof INVALID_IDS>(() => {
      const units = parseUnits(fillunits, 'fillunits')
      const [tokenId, txid] = [parseId(tokenid), parseId(asktxid)]
      if (!tokenId || !txid) return INVALID_IDS
      return plan('couldnt fill ask', (context) => buildFillAsk({ tokenId, txid, units }, context))
    })
  },
  tokenfillbid({ tokenid, bidtxid, fillamount }: MethodParams<'tokenfillbid'>) {
    return parsing<ContractFailure>(() => {
      const units = parseUnits(fillamount, 'fillamount')
      const [tokenId, txid] = [parseId(tokenid), parseId(bidtxid)]
      if (!tokenId || !txid) return failed('must provide tokenid and bidtxid')
      return plan('couldnt fill bid', (context) => buildFillBid({ tokenId, txid, units }, context))
    })
  },
} as const

export type OrderMethod = keyof typeof orderPlans
