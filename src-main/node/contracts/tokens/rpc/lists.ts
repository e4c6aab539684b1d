import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainView, MempoolView } from '../../../core/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import { failed } from '../../framework/rpc/contractGate.ts'
import type { TokenRecord } from '../../framework/tokenView.ts'
import { displayText, type TokenEvent, tokenAddress } from '../index.ts'
import { createTokenGate, parseTokenId, type TokenGateDeps } from './tokenGate.ts'

interface TokenListsDeps extends TokenGateDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
}

/** Returns the type that tokenhistory shows for an event. */
function eventType(kind: TokenEvent['kind']): 'create' | 'transfer' | 'burn' | 'order' | 'other' {
  if (kind === 'create' || kind === 'transfer' || kind === 'burn') return kind
  return kind === 'lost' ? 'other' : 'order'
}

const encodeToken = (record: TokenRecord) => ({
  tokenid: toDisplayHex(record.tokenId),
  owner: toHex(record.owner),
  name: displayText(record.name),
  supply: record.supply,
  description: displayText(record.description),
  ...(record.nftData && record.nftData.length > 0 && { data: toHex(record.nftData) }),
})

/** Handlers of the methods that read the token index: tokens, their holders and their history. */
export function createTokenListHandlers(deps: TokenListsDeps) {
  const { chain, mempool } = deps
  const gate = createTokenGate(deps)

  return defineHandlers({
    tokeninfo({ tokenid }) {
      const { tokens } = gate.reading()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId) return failed('cant find tokenid')
      const record = tokens.token(tokenId)
      if (record) return { result: 'success', ...encodeToken(record) }
      if (mempool.get(tokenId)) return failed('the transaction is still in mempool')
      return failed(chain.transaction(tokenId) ? 'tokenid isnt token creation txid' : 'cant find tokenid')
    },
    tokenlist: () => gate.reading().tokens.list().map(toDisplayHex),
    tokensummary({ limit, offset, filter }) {
      const { tokens, pubkey } = gate.reading()
      const { total, items } = tokens.newest({ limit, offset, filter })
      const rows = items.map((record) => ({
        ...encodeToken(record),
        height: record.height,
        mybalance: pubkey ? tokens.available(record.tokenId, pubkey, mempool) : 0n,
      }))
      return { total, rows }
    },
    tokenholders({ tokenid, limit, offset }) {
      const { tokens } = gate.reading()
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
      const { tokens } = gate.reading()
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
        ...(event.sender && { from: tokenAddress(record, event.sender), frompubkey: toHex(event.sender) }),
        ...(event.recipient && { to: tokenAddress(record, event.recipient), topubkey: toHex(event.recipient) }),
      }))
      return { result: 'success', tokenid, total, rows }
    },
  })
}
