import { hash160 } from '../../crypto/index.ts'
import type { MempoolView } from '../../interfaces.ts'
import type { OutPoint } from '../../primitives/index.ts'
import { encodeAddress } from '../../script/index.ts'
import type { Database } from '../../storage/index.ts'
import { compareBytes, equal } from '../../util/index.ts'
import { ASSETS_KEY, BURN_PUBLIC_KEY } from '../evalCodes.ts'
import { tokenScript } from './outputs.ts'
import { EVENT_KINDS, type TokenEventKind } from './schema.ts'

/** A confirmed transaction that decodes as a token's create. Texts are bytes: `displayText` shows them. */
export interface TokenRecord {
  readonly tokenId: Uint8Array
  readonly owner: Uint8Array
  readonly name: Uint8Array
  readonly description: Uint8Array
  /** undefined for a fungible token */
  readonly nftData: Uint8Array | undefined
  /** units that the create locked; 0 for a fake */
  readonly supply: bigint
  readonly height: number
}

export interface TokenCoin {
  readonly outpoint: OutPoint
  /** units, and as many satoshis */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
}

export interface TokenHolding {
  readonly token: TokenRecord
  readonly balance: bigint
}

/** `order`: locked in asks; `burn`: gone; `shared`: one of two keys may spend; `other`: the script does not tell. */
export type HolderKind = 'key' | 'order' | 'burn' | 'shared' | 'other'

export interface TokenHolder {
  readonly address: string
  readonly kind: HolderKind
  /** keys behind the address, as far as known */
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

/** Everything here is confirmed state and a keyed look-up. Keys are 33 bytes, ids 32 in internal order. */
export interface TokenQueries {
  /** ids in the order of tokenlist: those with markers of the older form by age, then by id (tokens.md §5) */
  list(): Uint8Array[]
  token(tokenId: Uint8Array): TokenRecord | undefined
  balance(tokenId: Uint8Array, publicKey: Uint8Array): bigint
  /** balance without what the memory pool spends: tokenbalance */
  available(tokenId: Uint8Array, publicKey: Uint8Array, mempool: MempoolView): bigint
  /** unspent outputs of a key, in the order of the reference's unspent index: txid bytes, then output index */
  coins(tokenId: Uint8Array, publicKey: Uint8Array): TokenCoin[]
  /** every token of a key, oldest token first */
  holdings(publicKey: Uint8Array): TokenHolding[]
  holders(
    tokenId: Uint8Array,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly total: number; readonly items: TokenHolder[] }
  /** newest first */
  history(
    tokenId: Uint8Array,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly total: number; readonly items: TokenEvent[] }
}

export function createTokenQueries(db: Database): TokenQueries {
  const directory = createDirectory(db)
  const holdings = createHoldings(db, directory)
  return { ...directory.queries, ...holdings, ...createHistory(db, directory) }
}

interface TokenCells {
  readonly id: bigint
  readonly txid: Buffer
  readonly height: bigint
  readonly owner: Buffer
  readonly name: Buffer
  readonly description: Buffer
  readonly nft: Buffer | null
  readonly supply: bigint
}

interface Directory {
  readonly queries: Pick<TokenQueries, 'list' | 'token'>
  /** undefined if there is no such token */
  find(tokenId: Uint8Array): TokenCells | undefined
  byId(id: bigint): TokenCells | undefined
  nftCodes(): number[]
}

const TOKEN_COLUMNS = 'id, txid, height, owner, name, description, nft, supply'

function createDirectory(db: Database): Directory {
  const byTxid = db.prepare<[Uint8Array], TokenCells>(`SELECT ${TOKEN_COLUMNS} FROM tokens WHERE txid = ? LIMIT 1`)
  const byId = db.prepare<[bigint], TokenCells>(`SELECT ${TOKEN_COLUMNS} FROM tokens WHERE id = ?`)
  for (const statement of [byTxid, byId]) statement.safeIntegers(true)
  const oldMarked = db
    .prepare<[], Buffer>('SELECT txid FROM token_old_markers JOIN tokens ON id = token ORDER BY token, vout')
    .pluck()
  const marked = db.prepare<[], Buffer>('SELECT txid FROM token_markers WHERE spent_by IS NULL ORDER BY txid').pluck()
  const nftCodes = db
    .prepare<[], number>('SELECT DISTINCT nft_code FROM tokens WHERE nft_code IS NOT NULL ORDER BY nft_code')
    .pluck()

  return {
    queries: {
      list: () => [...oldMarked.all(), ...marked.all()].map(bytesOf),
      token(tokenId) {
        const row = byTxid.get(tokenId)
        return row && recordOf(row)
      },
    },
    find: (tokenId) => byTxid.get(tokenId),
    byId: (id) => byId.get(id),
    nftCodes: () => nftCodes.all(),
  }
}

function createHoldings(
  db: Database,
  directory: Directory,
): Pick<TokenQueries, 'balance' | 'available' | 'coins' | 'holdings'> {
  const balance = db
    .prepare<[bigint, Uint8Array], bigint>('SELECT value FROM token_balances WHERE token = ? AND holder = ?')
    .pluck()
    .safeIntegers(true)
  const counted = db
    .prepare<[bigint, Uint8Array], { value: bigint; outputs: bigint }>(
      'SELECT value, outputs FROM token_balances WHERE token = ? AND holder = ?',
    )
    .safeIntegers(true)
  const coins = db.prepare<[Uint8Array, bigint], { txid: Buffer; vout: bigint; value: bigint; height: bigint }>(
    `SELECT e.txid AS txid, o.id - o.tx AS vout, o.value AS value, e.height AS height
     FROM token_outputs o JOIN token_events e ON e.token = o.token AND e.tx = o.tx
     WHERE o.holder = ? AND o.token = ? AND o.spent_by IS NULL`,
  )
  coins.safeIntegers(true)
  const held = db.prepare<[Uint8Array], { token: bigint; value: bigint }>(
    'SELECT token, value FROM token_balances WHERE holder = ? ORDER BY token',
  )
  held.safeIntegers(true)

  function coinsOf(token: bigint, script: Uint8Array): TokenCoin[] {
    return coins
      .all(hash160(script), token)
      .map((row) => ({
        outpoint: { hash: bytesOf(row.txid), index: Number(row.vout) },
        value: row.value,
        scriptPubKey: script,
        height: Number(row.height),
      }))
      .sort(
        (a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || compareIndexes(a.outpoint.index, b.outpoint.index),
      )
  }

  return {
    balance(tokenId, publicKey) {
      const token = directory.find(tokenId)
      return token === undefined ? 0n : (balance.get(token.id, hash160(scriptOf(token, publicKey))) ?? 0n)
    },
    available(tokenId, publicKey, mempool) {
      const token = directory.find(tokenId)
      if (token === undefined) return 0n
      const script = scriptOf(token, publicKey)
      const row = counted.get(token.id, hash160(script))
      if (row === undefined) return 0n
      if (!mayBeSpent(mempool, script, Number(row.outputs))) return row.value
      let left = 0n
      for (const { outpoint, value } of coinsOf(token.id, script)) if (!mempool.spender(outpoint)) left += value
      return left
    },
    coins(tokenId, publicKey) {
      const token = directory.find(tokenId)
      return token === undefined ? [] : coinsOf(token.id, scriptOf(token, publicKey))
    },
    holdings(publicKey) {
      const found = new Map<bigint, TokenHolding>()
      for (const code of [0, ...directory.nftCodes()]) {
        const script = tokenScript(code, publicKey)
        for (const { token, value } of held.all(hash160(script))) {
          const row = directory.byId(token)
          // Units may lie where no client looks for them: NFTs whose data start with f2 or 00.
          if (row === undefined || !equal(scriptOf(row, publicKey), script)) continue
          found.set(token, { token: recordOf(row), balance: value })
        }
      }
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, holding]) => holding)
    },
  }
}

/** Whether the memory pool spends from the script. Answers yes unseen when asking output by output is quicker. */
function mayBeSpent(mempool: MempoolView, script: Uint8Array, outputs: number): boolean {
  if (mempool.size() > outputs) return true
  for (const { spent } of mempool.entries()) {
    if (spent.some(({ scriptPubKey }) => equal(scriptPubKey, script))) return true
  }
  return false
}

/** The reference's index keeps output indexes little-endian, which shows above 255. */
function compareIndexes(a: number, b: number): number {
  return compareBytes(Uint8Array.of(a, a >> 8, a >> 16, a >> 24), Uint8Array.of(b, b >> 8, b >> 16, b >> 24))
}

function createHistory(db: Database, directory: Directory): Pick<TokenQueries, 'holders' | 'history'> {
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
        const pubkeys = keysOf(owners.get(holder, token.id))
        const address = encodeAddress({ type: 3, hash: bytesOf(holder) })
        return { address, kind: kindOf(pubkeys), pubkeys, balance: value }
      })
      return { total: count.get(token.id) ?? 0, items }
    },
    history(tokenId, { limit, offset }) {
      const token = directory.find(tokenId)
      if (token === undefined) return { total: 0, items: [] }
      return { total: countEvents.get(token.id) ?? 0, items: events.all(token.id, limit, offset).map(eventOf) }
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

function eventOf(row: EventCells): TokenEvent {
  return {
    kind: EVENT_KINDS[Number(row.kind)]!,
    txid: bytesOf(row.txid),
    height: Number(row.height),
    amount: row.amount,
    coins: row.coins ?? undefined,
    sender: row.sender === null ? undefined : bytesOf(row.sender),
    recipient: row.recipient === null ? undefined : bytesOf(row.recipient),
  }
}

function kindOf(pubkeys: readonly Uint8Array[]): HolderKind {
  const [first, second] = pubkeys
  if (first === undefined) return 'other'
  if (second !== undefined) return 'shared'
  if (equal(first, BURN_PUBLIC_KEY)) return 'burn'
  return equal(first, ASSETS_KEY.publicKey) ? 'order' : 'key'
}

function keysOf(owners: Buffer | undefined): Uint8Array[] {
  if (owners === undefined) return []
  const bytes = bytesOf(owners)
  return bytes.length === 66 ? [bytes.subarray(0, 33), bytes.subarray(33)] : [bytes]
}

function recordOf(row: TokenCells): TokenRecord {
  return {
    tokenId: bytesOf(row.txid),
    owner: bytesOf(row.owner),
    name: bytesOf(row.name),
    description: bytesOf(row.description),
    nftData: row.nft === null ? undefined : bytesOf(row.nft),
    supply: row.supply,
    height: Number(row.height),
  }
}

/** Where a client looks for units of this token that belong to a key. */
function scriptOf(token: TokenCells, publicKey: Uint8Array): Uint8Array {
  return tokenScript(token.nft?.[0] ?? 0, publicKey)
}

function bytesOf(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
