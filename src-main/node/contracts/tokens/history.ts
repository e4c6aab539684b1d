import { encodeAddress } from '../../script/index.ts'
import type { Database } from '../../storage/index.ts'
import { equal } from '../../util/index.ts'
import { ASSETS_KEY } from './assetsKey.ts'
import { type TokenDirectory, toPlainBytes } from './directory.ts'
import { BURN_PUBLIC_KEY } from './keys.ts'
import { EVENT_KINDS, type TokenEventKind } from './schema.ts'

/** `order`: locked in asks; `burn`: destroyed; `shared`: either of two keys may spend; `other`: unknown keys. */
export type HolderKind = 'key' | 'order' | 'burn' | 'shared' | 'other'

export interface TokenHolder {
  readonly address: string
  readonly kind: HolderKind
  /** keys of the address, if known */
  readonly pubkeys: readonly Uint8Array[]
  readonly balance: bigint
}

export interface TokenEvent {
  readonly kind: TokenEventKind
  readonly txid: Uint8Array
  readonly height: number
  readonly amount: bigint
  readonly coins: bigint | undefined
  readonly sender: Uint8Array | undefined
  readonly recipient: Uint8Array | undefined
}

/** Queries of a token's holders and events. */
export interface HistoryQueries {
  holders(
    tokenId: Uint8Array,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly total: number; readonly items: TokenHolder[] }
  /** Returns the events, newest first. */
  history(
    tokenId: Uint8Array,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly total: number; readonly items: TokenEvent[] }
}

export function createTokenHistory(db: Database, directory: TokenDirectory): HistoryQueries {
  const count = db.prepare<[bigint], number>('SELECT count(*) FROM token_balances WHERE token = ?').pluck()
  const richest = db.prepare<[bigint, number, number], { holder: Buffer; value: bigint }>(
    'SELECT holder, value FROM token_balances WHERE token = ? ORDER BY value DESC, holder LIMIT ? OFFSET ?',
  )
  richest.safeIntegers(true)
  const owners = db
    .prepare<[Uint8Array, bigint], Buffer>(
      'SELECT owners FROM token_outputs WHERE holder = ? AND token = ? AND length(owners) > 0 LIMIT 1',
    )
    .pluck()
  const countEvents = db.prepare<[bigint], number>('SELECT count(*) FROM token_events WHERE token = ?').pluck()
  const events = db.prepare<[bigint, number, number], EventCells>(
    `SELECT txid, height, kind, amount, coins, sender, recipient FROM token_events
     WHERE token = ? ORDER BY tx DESC LIMIT ? OFFSET ?`,
  )
  events.safeIntegers(true)

  return {
    holders(tokenId, { limit, offset }) {
      const token = directory.find(tokenId)
      if (token === undefined) return { total: 0, items: [] }
      const items = richest.all(token.id, limit, offset).map(({ holder, value }) => {
        const pubkeys = splitKeys(owners.get(holder, token.id))
        const address = encodeAddress({ type: 3, hash: toPlainBytes(holder) })
        return { address, kind: classifyHolder(pubkeys), pubkeys, balance: value }
      })
      return { total: count.get(token.id) ?? 0, items }
    },
    history(tokenId, { limit, offset }) {
      const token = directory.find(tokenId)
      if (token === undefined) return { total: 0, items: [] }
      return { total: countEvents.get(token.id) ?? 0, items: events.all(token.id, limit, offset).map(toTokenEvent) }
    },
  }
}

interface EventCells {
  readonly txid: Buffer
  readonly height: bigint
  readonly kind: bigint
  readonly amount: bigint
  readonly coins: bigint | null
  readonly sender: Buffer | null
  readonly recipient: Buffer | null
}

function toTokenEvent(row: EventCells): TokenEvent {
  return {
    kind: EVENT_KINDS[Number(row.kind)]!,
    txid: toPlainBytes(row.txid),
    height: Number(row.height),
    amount: row.amount,
    coins: row.coins ?? undefined,
    sender: row.sender === null ? undefined : toPlainBytes(row.sender),
    recipient: row.recipient === null ? undefined : toPlainBytes(row.recipient),
  }
}

function classifyHolder(pubkeys: readonly Uint8Array[]): HolderKind {
  const [first, second] = pubkeys
  if (first === undefined) return 'other'
  if (second !== undefined) return 'shared'
  if (equal(first, BURN_PUBLIC_KEY)) return 'burn'
  return equal(first, ASSETS_KEY.publicKey) ? 'order' : 'key'
}

function splitKeys(owners: Buffer | undefined): Uint8Array[] {
  if (owners === undefined) return []
  const bytes = toPlainBytes(owners)
  return bytes.length === 66 ? [bytes.subarray(0, 33), bytes.subarray(33)] : [bytes]
}
