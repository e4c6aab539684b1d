import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodParams } from '#shared/rpc/index.ts'
import type { ChainView, IndexedAddress, MempoolView } from '../../../core/index.ts'
import { serializeTransaction } from '../../../primitives/index.ts'
import type { Transaction } from '../../../primitives/types.ts'
import { encodeAddress } from '../../../script/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../transactions/index.ts'
import { fromHex, isHex, toHex } from '../../../util/index.ts'
import { ccAddress } from '../../framework/ccAddress.ts'
import {
  ADDRESS_GATE_TEXT,
  type ContractFailure,
  failed,
  failure,
  normalAddress,
  parsePubkey,
} from '../../framework/rpc/contractGate.ts'
import {
  buildTokenCreate,
  buildTokenTransfer,
  isTokenDestination,
  parseTokenAmount,
  parseTokenSupply,
  TOKENS_KEY,
  type TokenCreateRequest,
} from '../index.ts'
import { createTokenGate, parseTokenId, type TokenGateDeps } from './tokenGate.ts'

interface TokensDeps extends TokenGateDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
  /** creates the context to build contract transactions at the current tip */
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
}

/** Parses a key that can hold tokens, including the burn key, which is not a point of the curve. */
const parseHolder = (text: string) => parsePubkey(text, isTokenDestination)

/** Converts a builder's error into the reply that the reference gives. Rethrows other errors, which are bugs. */
function built(make: () => Transaction): { result: 'success'; hex: string } | ContractFailure {
  try {
    return { result: 'success', hex: toHex(serializeTransaction(make())) }
  } catch (error) {
    return failure(error)
  }
}

/** Parses the parameters of tokencreate. @throws BuildError */
export function tokenCreateRequest({
  name,
  supply,
  description,
  data,
}: MethodParams<'tokencreate'>): TokenCreateRequest {
  if (data !== undefined && !(isHex(data) && data.length > 0)) {
    throw new BuildError('request', 'Non-fungible data incorrect')
  }
  const bytes = new TextEncoder()
  return {
    name: bytes.encode(name),
    supply: parseTokenSupply(supply),
    description: bytes.encode(description),
    ...(data !== undefined && { data: fromHex(data) }),
  }
}

export function createTokenHandlers(deps: TokensDeps) {
  const { chain, mempool } = deps
  const gate = createTokenGate(deps)
  const toContractAddress = (pubkey: Uint8Array) => ccAddress(EVAL_CODES.tokens, pubkey)

  return defineHandlers({
    tokenaddress({ pubkey: text }) {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT)
      const given = text === undefined ? undefined : parseHolder(text)
      if (text !== undefined && !given) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'invalid pubkey')
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const moduleCc = toContractAddress(TOKENS_KEY.publicKey)
      const moduleNormal = normalAddress(TOKENS_KEY.publicKey)
      const ownCc = encodeAddress(toContractAddress(pubkey))
      return {
        result: 'success',
        TokensCCAddress: encodeAddress(moduleCc),
        TokensCCBalance: balance(moduleCc),
        TokensNormalAddress: encodeAddress(moduleNormal),
        TokensNormalBalance: balance(moduleNormal),
        ...(given && {
          'PubkeyCCaddress(Tokens)': encodeAddress(toContractAddress(given)),
          // The reference looks this balance up under the wrong index type, so it is always zero.
          'PubkeyCCbalance(Tokens)': 0n,
        }),
        'myCCAddress(Tokens)': ownCc,
        'myCCbalance(Tokens)': balance(toContractAddress(pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
        TokensCCaddress: encodeAddress(moduleCc),
        myCCaddress: ownCc,
      }
    },
    tokenbalance({ tokenid, pubkey: text }) {
      // If the call names a key, the node needs no key of its own.
      const { pubkey: own, tokens } = text === undefined ? gate.acting() : gate.reading()
      const tokenId = parseTokenId(tokenid)
      const record = tokenId && tokens.token(tokenId)
      // An unconfirmed transaction, or one that created no token, has a balance of 0 for every key, which is not an
      // error.
      const exists = record ?? (tokenId && (mempool.get(tokenId) ?? chain.transaction(tokenId)))
      if (!exists) return failed('cant find tokenid')
      const holder = text === undefined ? own : parseHolder(text)
      if (!holder) return failed('invalid pubkey')
      return {
        result: 'success',
        CCaddress: encodeAddress(toContractAddress(holder)),
        tokenid,
        balance: record ? tokens.available(record.tokenId, holder, mempool) : 0n,
      }
    },
    tokencreate(given) {
      const { pubkey } = gate.acting()
      return built(() =>
        buildTokenCreate(tokenCreateRequest(given), {
          ...deps.buildContext(pubkey),
          coins: deps.identityCoins(pubkey),
        }),
      )
    },
    tokentransfer({ tokenid, destpubkey, amount }) {
      const { pubkey, tokens } = gate.acting()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId) return failed('invalid tokenid')
      // The builder validates the key: the burn key, which is not a point of the curve, must be allowed.
      const destination = isHex(destpubkey) ? fromHex(destpubkey) : new Uint8Array()
      return built(() =>
        buildTokenTransfer(
          { tokenId, destination, amount: parseTokenAmount(amount) },
          { ...deps.buildContext(pubkey), coins: deps.walletCoins, tokens },
        ),
      )
    },
  })
}
