import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { MempoolEntry, MempoolView } from '../../../core/index.ts'
import { equal, toDisplayHex } from '../../../util/index.ts'
import { displayText, type TokenIndex } from '../../tokens/index.ts'
import { parseTokenId } from '../../tokens/rpc/tokenGate.ts'
import { type OrderIndex, pendingOrder } from '../index.ts'
import { createOrderGate, type OrderGateDeps } from './orderGate.ts'

interface PendingDeps extends OrderGateDeps {
  readonly mempool: MempoolView
}

type Row = MethodResult<'pendingorders'>[number]

const MAX_PENDING = 1000

interface ConsentContext {
  readonly orders: OrderIndex
  readonly tokens: TokenIndex
  readonly pubkey: Uint8Array | undefined
}

function encodePendingRow(
  { tx, txidHex, time }: MempoolEntry,
  wanted: Uint8Array | undefined,
  ground: ConsentContext,
): Row | undefined {
  const { orders, tokens, pubkey } = ground
  const pending = pendingOrder(tx)
  if (pending === undefined || (wanted && !equal(pending.tokenId, wanted))) return undefined
  const token = tokens.token(pending.tokenId)
  if (token === undefined) return undefined
  const { action, order, units, coins, taker } = pending
  const owner = pending.owner ?? orders.find(order)?.owner
  const isOwn = (key: Uint8Array | undefined) => key !== undefined && pubkey !== undefined && equal(key, pubkey)
  return {
    ...{ txid: txidHex, tokenid: toDisplayHex(pending.tokenId), name: displayText(token.name), action },
    ...{ order: toDisplayHex(order), units, coins },
    mine: taker === undefined ? isOwn(owner) : isOwn(taker),
    touchesmine: isOwn(owner) && action !== 'ask' && action !== 'bid',
    time,
  }
}

/** Handlers of the methods that list order actions in the mempool. */
export function createPendingOrderHandlers(deps: PendingDeps) {
  const gate = createOrderGate(deps)
  return defineHandlers({
    pendingorders({ tokenid }) {
      const ground = gate.reading()
      const wanted = tokenid === undefined ? undefined : parseTokenId(tokenid)
      if (tokenid !== undefined && wanted === undefined) return []
      const rows: Row[] = []
      for (const entry of deps.mempool.entries()) {
        const row = encodePendingRow(entry, wanted, ground)
        if (row && rows.push(row) === MAX_PENDING) break
      }
      return rows
    },
  })
}
