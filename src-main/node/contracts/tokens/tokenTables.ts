import type { Database } from '../../storage/index.ts'
import { concat } from '../../util/index.ts'
import type { TokenEventFacts } from './events.ts'
import { EVENT_KINDS } from './schema.ts'

/** A row of `tokens`. See schema.ts. */
export interface TokenRow {
  readonly id: number
  readonly txid: Uint8Array
  readonly height: number
  readonly owner: Uint8Array
  readonly name: Uint8Array
  readonly description: Uint8Array
  readonly nft: Uint8Array | undefined
  readonly supply: bigint
}

/** An output that counts for a balance. */
export interface HeldOutput {
  /** tx number + output index */
  readonly id: number
  /** tx number */
  readonly tx: number
  readonly token: number
  /** hash of the address, 20 bytes */
  readonly holder: Uint8Array
  readonly owners: readonly Uint8Array[]
  readonly value: bigint
}

/** Token units of a spent output. */
export interface SpentOutput {
  readonly token: number
  readonly value: bigint
}

export interface EventPlace {
  readonly token: number
  /** tx number */
  readonly tx: number
  readonly txid: Uint8Array
  readonly height: number
}

interface OutputCells {
  readonly token: bigint
  readonly holder: Uint8Array
  readonly value: bigint
}

const prepareTokens = (db: Database) => ({
  add: db.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  find: db.prepare<[Uint8Array], { id: number; nft_code: number | null }>(
    'SELECT id, nft_code FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1',
  ),
  addMarker: db.prepare('INSERT INTO token_markers VALUES (?, ?, ?, NULL)'),
  addOldMarker: db.prepare('INSERT INTO token_old_markers VALUES (?, ?)'),
  setMarkerSpent: db.prepare('UPDATE token_markers SET spent_by = ? WHERE txid = ? AND vout = ?'),
  drops: [
    'DELETE FROM token_markers WHERE txid = (SELECT txid FROM tokens WHERE id = ?)',
    'DELETE FROM token_old_markers WHERE token = ?',
    'DELETE FROM tokens WHERE id = ?',
  ].map((sql) => db.prepare<[number]>(sql)),
  addEvent: db.prepare('INSERT OR REPLACE INTO token_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  dropEvents: db.prepare('DELETE FROM token_events WHERE tx = ?'),
})

const prepareOutputs = (db: Database) => ({
  add: db.prepare('INSERT INTO token_outputs VALUES (?, ?, ?, ?, ?, ?, NULL)'),
  find: db
    .prepare<[number], OutputCells>('SELECT token, holder, value FROM token_outputs WHERE id = ?')
    .safeIntegers(true),
  mark: db
    .prepare<[number | null, number], OutputCells>(
      'UPDATE token_outputs SET spent_by = ? WHERE id = ? RETURNING token, holder, value',
    )
    .safeIntegers(true),
  dropAll: db
    .prepare<[number, number], OutputCells>(
      'DELETE FROM token_outputs WHERE id >= ? AND tx = ? RETURNING token, holder, value',
    )
    .safeIntegers(true),
  credit: db.prepare(
    `INSERT INTO token_balances VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET value = value + excluded.value, outputs = outputs + 1`,
  ),
  debit: db.prepare(
    'UPDATE token_balances SET value = value - ?, outputs = outputs - 1 WHERE token = ? AND holder = ?',
  ),
  dropEmpty: db.prepare('DELETE FROM token_balances WHERE token = ? AND holder = ? AND outputs = 0'),
})

/** Writes the token index, per transaction. All writes run inside the caller's database transaction. */
export class TokenTables {
  readonly #tokens: ReturnType<typeof prepareTokens>
  readonly #outputs: ReturnType<typeof prepareOutputs>

  constructor(db: Database) {
    this.#tokens = prepareTokens(db)
    this.#outputs = prepareOutputs(db)
  }

  addToken({ id, txid, height, owner, name, description, nft, supply }: TokenRow): void {
    this.#tokens.add.run(id, txid, height, owner, name, description, nft ?? null, nft?.[0] ?? null, supply)
  }

  /** Returns id and NFT code of a confirmed create. */
  tokenBy(txid: Uint8Array): { readonly id: number; readonly nftCode: number | undefined } | undefined {
    const row = this.#tokens.find.get(txid)
    return row && { id: row.id, nftCode: row.nft_code ?? undefined }
  }

  addMarker(txid: Uint8Array, vout: number, token: number): void {
    this.#tokens.addMarker.run(txid, vout, token)
  }

  addOldMarker(token: number, vout: number): void {
    this.#tokens.addOldMarker.run(token, vout)
  }

  /** Marks an output as spent or, with null, as unspent. Does nothing if it is not a marker. */
  setMarkerSpent(txid: Uint8Array, vout: number, spentBy: number | null): void {
    this.#tokens.setMarkerSpent.run(spentBy, txid, vout)
  }

  addOutput({ id, tx, token, holder, owners, value }: HeldOutput): void {
    this.#outputs.add.run(id, tx, token, holder, concat(...owners), value)
    this.#outputs.credit.run(token, holder, value)
  }

  /** Returns the token units of an output, spent or not, or `undefined` if it is not in the index. */
  unitsOf(id: number): { readonly token: number; readonly value: bigint } | undefined {
    const row = this.#outputs.find.get(id)
    return row && { token: Number(row.token), value: row.value }
  }

  /** Marks an output as spent and subtracts it from its balance. Returns `undefined` if it is not in the index. */
  spend(id: number, spentBy: number): SpentOutput | undefined {
    const row = this.#outputs.mark.get(spentBy, id)
    if (row === undefined) return undefined
    this.#subtract(row)
    return { token: Number(row.token), value: row.value }
  }

  /** Undoes `spend`. */
  unspend(id: number): void {
    const row = this.#outputs.mark.get(null, id)
    if (row !== undefined) this.#outputs.credit.run(row.token, row.holder, row.value)
  }

  /** Adds an event. It replaces an earlier event of the same token and transaction. */
  addEvent({ token, tx, txid, height }: EventPlace, { kind, amount, coins, sender, recipient }: TokenEventFacts): void {
    const cells = [amount, coins ?? null, sender ?? null, recipient ?? null]
    this.#tokens.addEvent.run(token, tx, txid, height, EVENT_KINDS.indexOf(kind), ...cells)
  }

  /**
   * Removes all rows that the transaction with this tx number added. Its spends, and all later ones, must have been
   * undone first.
   */
  remove(tx: number): void {
    for (const row of this.#outputs.dropAll.all(tx, tx)) this.#subtract(row)
    this.#tokens.dropEvents.run(tx)
    for (const drop of this.#tokens.drops) drop.run(tx)
  }

  #subtract({ token, holder, value }: OutputCells): void {
    this.#outputs.debit.run(value, token, holder)
    this.#outputs.dropEmpty.run(token, holder)
  }
}
