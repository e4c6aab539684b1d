import type { Handlers } from '#shared/rpc/index.ts'
import type { ChainView } from '../../../interfaces.ts'
import type { Mempool } from '../../../mempool/index.ts'
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
} from '../../../modules/assets/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../modules/index.ts'
import { serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { toHex } from '../../../util/index.ts'
import { refusalText } from '../../explain/refusalText.ts'
import { failed, type ModuleFailure } from './moduleGate.ts'
import { createOrderGate } from './orderGate.ts'
import { parseTokenId, type TokenGateDeps } from './tokenGate.ts'

interface Deps extends TokenGateDeps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

type Names = 'tokenask' | 'tokenbid' | 'tokencancelask' | 'tokencancelbid' | 'tokenfillask' | 'tokenfillbid'

type Built = { readonly result: 'success'; readonly hex: string } | ModuleFailure

/** The id of a transaction or a token; no call is about the one that is all zeros. */
const parseId = (text: string): Uint8Array | undefined => {
  const id = parseTokenId(text)
  return id?.some((byte) => byte !== 0) ? id : undefined
}

/** Runs a parser or builder; its error is answered with the reference's sentence in front. */
function attempt<T>(work: () => T, sentence?: string): { readonly value: T } | { readonly failure: ModuleFailure } {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    const own = sentence === undefined || error.message.startsWith(sentence)
    return { failure: failed(own ? error.message : `${sentence}: ${error.message}`) }
  }
}

const INVALID_IDS = { error: 'invalid parameter' } as const

/** Builds the transactions of orders. None is handed out that this node would not take. */
export function createOrderHandlers(deps: Deps): Pick<Handlers, Names> {
  const { chain, mempool } = deps
  const gate = createOrderGate(deps)

  const contextOf = ({ pubkey, tokens }: ReturnType<typeof gate.acting>): OrderContext => ({
    ...deps.buildContext(pubkey),
    coins: deps.walletCoins,
    tokens,
    find: (txid) => mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx,
    isUnspent: (outpoint) => chain.coin(outpoint) !== undefined,
  })

  const build = (sentence: string, make: (context: OrderContext) => Transaction): Built => {
    const context = contextOf(gate.acting())
    const built = attempt(() => make(context), sentence)
    if ('failure' in built) return built.failure
    const refusal = mempool.refusal(built.value)
    if (refusal) return failed(`${sentence}: ${refusalText(refusal)}`)
    return { result: 'success', hex: toHex(serializeTransaction(built.value)) }
  }

  return {
    tokenask({ numtokens, tokenid, price }) {
      gate.acting()
      const tokenId = parseId(tokenid)
      if (!tokenId) return failed('invalid parameter: the tokenid must be 64 hex digits')
      const parsed = attempt(() => {
        const units = parseUnits(numtokens, 'numtokens')
        return { tokenId, units, total: orderTotal(units, parsePrice(price)) }
      }, 'invalid parameter')
      return 'failure' in parsed
        ? parsed.failure
        : build('couldnt create ask', (context) => buildAsk(parsed.value, context))
    },
    tokenbid({ numtokens, tokenid, price }) {
      gate.acting()
      const parsedPrice = attempt(() => parsePrice(price))
      if ('failure' in parsedPrice) return parsedPrice.failure
      const tokenId = parseId(tokenid)
      if (!tokenId) return failed('invalid tokenid')
      const parsed = attempt(() => {
        const units = parseUnits(numtokens, 'bid amount')
        return { tokenId, units, total: orderTotal(units, parsedPrice.value) }
      })
      return 'failure' in parsed
        ? parsed.failure
        : build('couldnt create bid', (context) => buildBid(parsed.value, context))
    },
    tokencancelask({ tokenid, asktxid }) {
      gate.acting()
      const [tokenId, txid] = [parseId(tokenid), parseId(asktxid)]
      if (!tokenId || !txid) return INVALID_IDS
      return build('couldnt cancel ask', (context) => buildCancelAsk({ tokenId, txid }, context))
    },
    tokencancelbid({ tokenid, bidtxid }) {
      gate.acting()
      const [tokenId, txid] = [parseId(tokenid), parseId(bidtxid)]
      if (!tokenId || !txid) return INVALID_IDS
      return build('couldnt cancel bid', (context) => buildCancelBid({ tokenId, txid }, context))
    },
    tokenfillask({ tokenid, asktxid, fillunits }) {
      gate.acting()
      const units = attempt(() => parseUnits(fillunits, 'fillunits'))
      if ('failure' in units) return units.failure
      const [tokenId, txid] = [parseId(tokenid), parseId(asktxid)]
      if (!tokenId || !txid) return INVALID_IDS
      return build('couldnt fill ask', (context) => buildFillAsk({ tokenId, txid, units: units.value }, context))
    },
    tokenfillbid({ tokenid, bidtxid, fillamount }) {
      gate.acting()
      const units = attempt(() => parseUnits(fillamount, 'fillamount'))
      if ('failure' in units) return units.failure
      const [tokenId, txid] = [parseId(tokenid), parseId(bidtxid)]
      if (!tokenId || !txid) return failed('must provide tokenid and bidtxid')
      return build('couldnt fill bid', (context) => buildFillBid({ tokenId, txid, units: units.value }, context))
    },
  }
}
