import type { Database } from '../../storage/index.ts'
import { concat } from '../../util/index.ts'
import type { TokenEventFacts } from './events.ts'
import { EVENT_KINDS } from './schema.ts'

/** A row of `tokens`; see schema.ts. */
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
  /** 20 bytes: hash of the address */
  readonly holder: Uint8Array
  readonly owners: readonly Uint8Array[]
  readonly value: bigint
}

/** What a spent output held. */
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

/** Writes to the token index, by transaction. All inside the caller's database transaction. */
export interface TokenTables {
  addToken(row: TokenRow): void
  /** id and NFT code of a confirmed create */
  tokenBy(txid: Uint8Array): { readonly id: number; readonly nftCode: number | undefined } | undefined
  addMarker(txid: Uint8Array, vout: number, token: number): void
  addOldMarker(token: number, vout: number): void
  /** marks or, with null, unmarks; nothing happens if it is no marker */
  setMarkerSpent(txid: Uint8Array, vout: number, spentBy: number | null): void
  addOutput(output: HeldOutput): void
  /** units of a token in an unspent or spent output; undefined if it is not in the index */
  unitsOf(id: number): { readonly token: number; readonly value: bigint } | undefined
  /** marks an output as spent and subtracts it from its balance; undefined if it is not in the index */
  spend(id: number, spentBy: number): SpentOutput | undefined
  /** undoes `spend` */
  unspend(id: number): void
  /** a second event of one token and transaction replaces the first */
  addEvent(place: EventPlace, event: TokenEventFacts): void
  /** removes everything that the transaction with this tx number added; its spends must have been undone, later ones too */
  remove(tx: number): void
}

export function createTokenTables(db: Database): TokenTables {
  const tokens = prepareTokens(db)
  const outputs = prepareOutputs(db)
  const addEvent = db.prepare('INSERT OR REPLACE INTO token_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const dropEvents = db.prepare('DELETE FROM token_events WHERE tx = ?')

  return {
    ...tokens,
    ...outputs,
    addEvent({ token, tx, txid, height }, { kind, amount, coins, sender, recipient }) {
      const cells = [amount, coins ?? null, sender ?? null, recipient ?? null]
      addEvent.run(token, tx, txid, height, EVENT_KINDS.indexOf(kind), ...cells)
    },
    remove(tx) {
      outputs.removeOutputs(tx)
      dropEvents.run(tx)
      tokens.removeToken(tx)
    },
  }
}

function prepareTokens(db: Database) {
  const add = db.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const find = db.prepare<[Uint8Array], { id: number; nft_code: number | null }>(
    'SELECT id, nft_code FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1',
  )
  const addMarker = db.prepare('INSERT INTO token_markers VALUES (?, ?, ?, NULL)')
  const addOldMarker = db.prepare('INSERT INTO token_old_markers VALUES (?, ?)')
  const setMarkerSpent = db.prepare('UPDATE token_markers SET spent_by = ? WHERE txid = ? AND vout = ?')
  const drops = [
    'DELETE FROM token_markers WHERE txid = (SELECT txid FROM tokens WHERE id = ?)',
    'DELETE FROM token_old_markers WHERE token = ?',
    'DELETE FROM tokens WHERE id = ?',
  ].map((sql) => db.prepare<[number]>(sql))

  return {
    addToken({ id, txid, height, owner, name, description, nft, supply }: TokenRow) {
      add.run(id, txid, height, owner, name, description, nft ?? null, nft?.[0] ?? null, supply)
    },
    tokenBy(txid: Uint8Array) {
      const row = find.get(txid)
      return row && { id: row.id, nftCode: row.nft_code ?? undefined }
    },
    addMarker: (txid: Uint8Array, vout: number, token: number) => void addMarker.run(txid, vout, token),
    addOldMarker: (token: number, vout: number) => void addOldMarker.run(token, vout),
    setMarkerSpent(txid: Uint8Array, vout: number, spentBy: number | null) {
      setMarkerSpent.run(spentBy, txid, vout)
    },
    removeToken(tx: number) {
      for (const drop of drops) drop.run(tx)
    },
  }
}

interface OutputCells {
  readonly token: bigint
  readonly holder: Uint8Array
  readonly value: bigint
}

function prepareOutputs(db: Database) {
  const add = db.prepare('INSERT INTO token_outputs VALUES (?, ?, ?, ?, ?, ?, NULL)')
  const find = db.prepare<[number], OutputCells>('SELECT token, holder, value FROM token_outputs WHERE id = ?')
  find.safeIntegers(true)
  const mark = db.prepare<[number | null, number], OutputCells>(
    'UPDATE token_outputs SET spent_by = ? WHERE id = ? RETURNING token, holder, value',
  )
  mark.safeIntegers(true)
  const dropAll = db.prepare<[number, number], OutputCells>(
    'DELETE FROM token_outputs WHERE id >= ? AND tx = ? RETURNING token, holder, value',
  )
  dropAll.safeIntegers(true)
  const credit = db.prepare(
    `INSERT INTO token_balances VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET value = value + excluded.value, outputs = outputs + 1`,
  )
  const debit = db.prepare(
    'UPDATE token_balances SET value = value - ?, outputs = outputs - 1 WHERE token = ? AND holder = ?',
  )
  const dropEmpty = db.prepare('DELETE FROM token_balances WHERE token = ? AND holder = ? AND outputs = 0')
  const takeOff = ({ token, holder, value }: OutputCells): void => {
    debit.run(value, token, holder)
    dropEmpty.run(token, holder)
  }

  return {
    addOutput({ id, tx, token, holder, owners, value }: HeldOutput) {
      add.run(id, tx, token, holder, concat(...owners), value)
      credit.run(token, holder, value)
    },
    unitsOf(id: number) {
      const row = find.get(id)
      return row && { token: Number(row.token), value: row.value }
    },
    spend(id: number, spentBy: number): SpentOutput | undefined {
      const row = mark.get(spentBy, id)
      if (row === undefined) return undefined
      takeOff(row)
      return { token: Number(row.token), value: row.value }
    },
    unspend(id: number) {
      const row = mark.get(null, id)
      if (row !== undefined) credit.run(row.token, row.holder, row.value)
    },
    removeOutputs(tx: number) {
      for (const row of dropAll.all(tx, tx)) takeOff(row)
    },
  }
}
