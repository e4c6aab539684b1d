import { hash160 } from '../../crypto/index.ts'
import { encodeAddress } from '../../script/index.ts'
import type { Database } from '../../storage/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { displayText } from '../framework/displayText.ts'
import type { TokenRecord } from '../framework/tokenView.ts'
import { tokenScript } from './outputs.ts'

export interface TokenListPage {
  readonly limit: number
  readonly offset: number
}

export interface TokenSelection extends TokenListPage {
  /**
   * part of the name (case-insensitive), or beginning of the id or of the owner's key in hex; absent or empty matches
   * all
   */
  readonly filter?: string | undefined
}

/** A row of `tokens`. */
export interface TokenCells {
  readonly id: bigint
  readonly txid: Buffer
  readonly height: bigint
  readonly owner: Buffer
  readonly name: Buffer
  readonly description: Buffer
  readonly nft: Buffer | null
  readonly supply: bigint
}

/** Queries of single tokens and lists, used by the other queries. */
export interface TokenDirectory {
  /** see `TokenQueries` */
  list(): Uint8Array[]
  token(tokenId: Uint8Array): TokenRecord | undefined
  newest(page: TokenSelection): { readonly total: number; readonly items: TokenRecord[] }
  /** Returns undefined if there is no such token. */
  find(tokenId: Uint8Array): TokenCells | undefined
  byId(id: bigint): TokenCells | undefined
  nftCodes(): number[]
}

const TOKEN_COLUMNS = 'id, txid, height, owner, name, description, nft, supply'
/** SQL condition of listed tokens: creates with an unspent marker in the create transaction itself. */
const IS_LISTED = `(EXISTS (SELECT 1 FROM token_markers m WHERE m.txid = tokens.txid AND m.spent_by IS NULL)
  OR EXISTS (SELECT 1 FROM token_old_markers o WHERE o.token = tokens.id))`

export function createTokenDirectory(db: Database): TokenDirectory {
  const byTxid = db.prepare<[Uint8Array], TokenCells>(`SELECT ${TOKEN_COLUMNS} FROM tokens WHERE txid = ? LIMIT 1`)
  const byId = db.prepare<[bigint], TokenCells>(`SELECT ${TOKEN_COLUMNS} FROM tokens WHERE id = ?`)
  const page = db.prepare<[number, number], TokenCells>(
    `SELECT ${TOKEN_COLUMNS} FROM tokens WHERE ${IS_LISTED} ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  db.function('token_fits', { deterministic: true }, fits)
  const fitting = db.prepare<[string, number, number], TokenCells>(
    `SELECT ${TOKEN_COLUMNS} FROM tokens WHERE token_fits(?, name, txid, owner) AND ${IS_LISTED}
     ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const countFitting = db
    .prepare<[string], number>(`SELECT count(*) FROM tokens WHERE token_fits(?, name, txid, owner) AND ${IS_LISTED}`)
    .pluck()
  for (const statement of [byTxid, byId, page, fitting]) statement.safeIntegers(true)
  const countListed = db.prepare<[], number>(`SELECT count(*) FROM tokens WHERE ${IS_LISTED}`).pluck()
  const oldMarked = db
    .prepare<[], Buffer>('SELECT txid FROM token_old_markers JOIN tokens ON id = token ORDER BY token, vout')
    .pluck()
  const marked = db.prepare<[], Buffer>('SELECT txid FROM token_markers WHERE spent_by IS NULL ORDER BY txid').pluck()
  const nftCodes = db
    .prepare<[], number>('SELECT DISTINCT nft_code FROM tokens WHERE nft_code IS NOT NULL ORDER BY nft_code')
    .pluck()

  return {
    list: () => [...oldMarked.all(), ...marked.all()].map(toPlainBytes),
    token(tokenId) {
      const row = byTxid.get(tokenId)
      return row && toTokenRecord(row)
    },
    newest({ limit, offset, filter }) {
      const text = filter?.trim().toLowerCase() ?? ''
      const all = text === ''
      return {
        total: (all ? countListed.get() : countFitting.get(text)) ?? 0,
        items: (all ? page.all(limit, offset) : fitting.all(text, limit, offset)).map(toTokenRecord),
      }
    },
    find: (tokenId) => byTxid.get(tokenId),
    byId: (id) => byId.get(id),
    nftCodes: () => nftCodes.all(),
  }
}

/** SQL function of the filter: returns 1 if the row matches, else 0. `text` must be in lower case. */
function fits(text: string, name: Uint8Array, txid: Uint8Array, owner: Uint8Array): number {
  const found =
    displayText(name).toLowerCase().includes(text) ||
    toDisplayHex(txid).startsWith(text) ||
    toHex(owner).startsWith(text)
  return found ? 1 : 0
}

export function toTokenRecord(row: TokenCells): TokenRecord {
  return {
    tokenId: toPlainBytes(row.txid),
    owner: toPlainBytes(row.owner),
    name: toPlainBytes(row.name),
    description: toPlainBytes(row.description),
    nftData: row.nft === null ? undefined : toPlainBytes(row.nft),
    supply: row.supply,
    height: Number(row.height),
  }
}

/** Returns the script under which clients search for units of this token that belong to a key. */
export function holderScriptFor(token: TokenCells, publicKey: Uint8Array): Uint8Array {
  return tokenScript(token.nft?.[0] ?? 0, publicKey)
}

/** Returns the address at which a key holds this token. */
export function tokenAddress({ nftData }: TokenRecord, publicKey: Uint8Array): string {
  return encodeAddress({ type: 3, hash: hash160(tokenScript(nftData?.[0] ?? 0, publicKey)) })
}

/** Returns a Uint8Array view of the same bytes, without Buffer's methods. */
export function toPlainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
