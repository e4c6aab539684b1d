import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { ccOne } from '../../../conditions/index.ts'
import type { ChainView, IndexedAddress, MempoolView } from '../../../interfaces.ts'
import {
  type BuildContext,
  buildTokenCreate,
  buildTokenTransfer,
  type CoinSource,
  displayText,
  EVAL_TOKENS,
  isTokenDestination,
  parseTokenAmount,
  parseTokenSupply,
  TOKENS_KEY,
  type TokenEvent,
  type TokenIndex,
  type TokenRecord,
  tokenAddress,
} from '../../../modules/index.ts'
import { serializeTransaction } from '../../../primitives/index.ts'
import type { Transaction } from '../../../primitives/types.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { fromDisplayHex, fromHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import {
  ADDRESS_GATE_TEXT,
  createModuleGate,
  failed,
  failure,
  GATE_TEXT,
  type ModuleFailure,
  type ModuleGateDeps,
  normalAddress,
  parsePubkey,
} from './moduleGate.ts'

interface Deps extends ModuleGateDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly tokens: TokenIndex | undefined
  /** what a module transaction is built with, for this moment's tip */
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
}

type Names =
  | 'tokenaddress'
  | 'tokenbalance'
  | 'tokencreate'
  | 'tokenholders'
  | 'tokenhistory'
  | 'tokeninfo'
  | 'tokenlist'
  | 'tokensummary'
  | 'tokentransfer'

const TOKEN_ID_LENGTH = 64

/** A token id as a client writes it: 64 hex digits. The reference guesses at anything else and can crash (finding 14). */
function parseTokenId(text: string): Uint8Array | undefined {
  return text.length === TOKEN_ID_LENGTH && isHex(text) ? fromDisplayHex(text) : undefined
}

/** A key that can hold tokens; the burn key is one although it is no point of the curve. */
const parseHolder = (text: string) => parsePubkey(text, isTokenDestination)

/** The four kinds of events that a reader of a token's history tells apart. */
function eventType(kind: TokenEvent['kind']): 'create' | 'transfer' | 'burn' | 'order' | 'other' {
  if (kind === 'create' || kind === 'transfer' || kind === 'burn') return kind
  return kind === 'lost' ? 'other' : 'order'
}

/** Turns what a builder refuses into the result that the reference gives for it; everything else is a bug. */
function built(make: () => Transaction): { result: 'success'; hex: string } | ModuleFailure {
  try {
    return { result: 'success', hex: toHex(serializeTransaction(make())) }
  } catch (error) {
    return failure(error)
  }
}

export function createTokenHandlers(deps: Deps): Pick<Handlers, Names> {
  const { chain, mempool } = deps
  const bytes = new TextEncoder()

  const pass = createModuleGate(deps, { evalCode: EVAL_TOKENS, what: 'tokens', indexed: deps.tokens !== undefined })
  const gate = (withoutPubkey = GATE_TEXT) => ({
    ...pass(withoutPubkey, GATE_TEXT),
    tokens: deps.tokens as TokenIndex,
  })
  const ccAddress = (pubkey: Uint8Array) => indexedAddress(ccScript(ccOne(EVAL_TOKENS, pubkey))) as IndexedAddress

  const describe = (record: TokenRecord) => ({
    tokenid: toDisplayHex(record.tokenId),
    owner: toHex(record.owner),
    name: displayText(record.name),
    supply: record.supply,
    description: displayText(record.description),
    ...(record.nftData && record.nftData.length > 0 && { data: toHex(record.nftData) }),
  })

  return {
    tokenaddress({ pubkey: text }) {
      const { pubkey, addressIndex } = gate(ADDRESS_GATE_TEXT)
      const given = text === undefined ? undefined : parseHolder(text)
      if (text !== undefined && !given) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'invalid pubkey')
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const moduleCc = ccAddress(TOKENS_KEY.publicKey)
      const moduleNormal = normalAddress(TOKENS_KEY.publicKey)
      const ownCc = encodeAddress(ccAddress(pubkey))
      return {
        result: 'success',
        TokensCCAddress: encodeAddress(moduleCc),
        TokensCCBalance: balance(moduleCc),
        TokensNormalAddress: encodeAddress(moduleNormal),
        TokensNormalBalance: balance(moduleNormal),
        ...(given && {
          'PubkeyCCaddress(Tokens)': encodeAddress(ccAddress(given)),
          // The reference looks this one up under the wrong index type, so it is always nothing.
          'PubkeyCCbalance(Tokens)': 0n,
        }),
        'myCCAddress(Tokens)': ownCc,
        'myCCbalance(Tokens)': balance(ccAddress(pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
        TokensCCaddress: encodeAddress(moduleCc),
        myCCaddress: ownCc,
      }
    },
    tokenbalance({ tokenid, pubkey: text }) {
      const { pubkey: own, tokens } = gate()
      const tokenId = parseTokenId(tokenid)
      const record = tokenId && tokens.token(tokenId)
      // Nobody has anything of a transaction that waits, or that made no token; that is no error.
      const exists = record ?? (tokenId && (mempool.get(tokenId) ?? chain.transaction(tokenId)))
      if (!exists) return failed('cant find tokenid')
      const holder = text === undefined ? own : parseHolder(text)
      if (!holder) return failed('invalid pubkey')
      return {
        result: 'success',
        CCaddress: encodeAddress(ccAddress(holder)),
        tokenid,
        balance: record ? tokens.available(record.tokenId, holder, mempool) : 0n,
      }
    },
    tokencreate({ name, supply, description, data }) {
      const { pubkey } = gate()
      if (data !== undefined && !(isHex(data) && data.length > 0)) return failed('Non-fungible data incorrect')
      return built(() =>
        buildTokenCreate(
          {
            name: bytes.encode(name),
            supply: parseTokenSupply(supply),
            description: bytes.encode(description),
            ...(data !== undefined && { data: fromHex(data) }),
          },
          { ...deps.buildContext(pubkey), coins: deps.identityCoins(pubkey) },
        ),
      )
    },
    tokentransfer({ tokenid, destpubkey, amount }) {
      const { pubkey, tokens } = gate()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId) return failed('invalid tokenid')
      // Whether the key is one is the builder's to say: the burn key is none and must stay allowed.
      const destination = isHex(destpubkey) ? fromHex(destpubkey) : new Uint8Array()
      return built(() =>
        buildTokenTransfer(
          { tokenId, destination, amount: parseTokenAmount(amount) },
          { ...deps.buildContext(pubkey), coins: deps.walletCoins, tokens },
        ),
      )
    },
    tokeninfo({ tokenid }) {
      const { tokens } = gate()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId) return failed('cant find tokenid')
      const record = tokens.token(tokenId)
      if (record) return { result: 'success', ...describe(record) }
      if (mempool.get(tokenId)) return failed('the transaction is still in mempool')
      return failed(chain.transaction(tokenId) ? 'tokenid isnt token creation txid' : 'cant find tokenid')
    },
    tokenlist: () => gate().tokens.list().map(toDisplayHex),
    tokensummary({ limit, offset, filter }) {
      const { tokens, pubkey } = gate()
      const { total, items } = tokens.newest({ limit, offset, filter })
      const rows = items.map((record) => ({
        ...describe(record),
        height: record.height,
        mybalance: tokens.available(record.tokenId, pubkey, mempool),
      }))
      return { total, rows }
    },
    tokenholders({ tokenid, limit, offset }) {
      const { tokens } = gate()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId || !tokens.token(tokenId)) return failed('cant find tokenid')
      const { total, items } = tokens.holders(tokenId, { limit, offset })
      const rows = items.map(({ address, pubkeys, balance }) => ({
        ...(pubkeys.length === 1 && pubkeys[0] && { pubkey: toHex(pubkeys[0]) }),
        address,
        balance,
      }))
      return { result: 'success', tokenid, total, rows }
    },
    tokenhistory({ tokenid, limit, offset }) {
      const { tokens } = gate()
      const tokenId = parseTokenId(tokenid)
      const record = tokenId && tokens.token(tokenId)
      if (!record) return failed('cant find tokenid')
      const { total, items } = tokens.history(tokenId, { limit, offset })
      const rows = items.map((event) => ({
        txid: toDisplayHex(event.txid),
        height: event.height,
        time: chain.byHeight(event.height)?.time ?? 0,
        type: eventType(event.kind),
        amount: event.amount,
        ...(event.sender && { from: tokenAddress(record, event.sender) }),
        ...(event.recipient && { to: tokenAddress(record, event.recipient) }),
      }))
      return { result: 'success', tokenid, total, rows }
    },
  }
}
