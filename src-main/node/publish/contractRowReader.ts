import type { Cell, Database } from '../storage/index.ts'

/** Rows of the contract indexes for a range of transactions, in the column order of the PostgreSQL tables. */
export type ContractRows = { readonly [Table in (typeof TABLES)[number]['table']]: readonly Cell[][] }

/**
 * Queries by table. Each row belongs to one transaction. Later blocks change only two values: the spender of an output,
 * and the state of an order. chain.db may already contain blocks that are not published, so the queries return NULL or 0
 * for these values. The publisher derives them from the spends of the published blocks.
 */
const TABLES = [
  {
    table: 'tokens',
    sql: 'SELECT id, txid, height, owner, name, description, nft, nft_code, supply FROM tokens WHERE id >= ? AND id < ? ORDER BY id',
  },
  {
    table: 'token_markers',
    sql: `SELECT m.txid, m.vout, m.token, NULL FROM tokens t JOIN token_markers m ON m.txid = t.txid
      WHERE t.id >= ? AND t.id < ? AND m.token = t.id ORDER BY t.id, m.vout`,
  },
  {
    table: 'token_old_markers',
    sql: 'SELECT token, vout FROM token_old_markers WHERE token >= ? AND token < ? ORDER BY token, vout',
  },
  {
    table: 'token_outputs',
    sql: 'SELECT id, tx, token, holder, owners, value, NULL FROM token_outputs WHERE id >= ? AND id < ? ORDER BY id',
  },
  {
    table: 'token_events',
    sql: `SELECT token, tx, txid, height, kind, amount, coins, sender, recipient FROM token_events
      WHERE tx >= ? AND tx < ? ORDER BY tx, token`,
  },
  {
    table: 'order_outputs',
    sql: `SELECT id, tx, txid, height, place, token, func, value, price, owner, address, token_address, other, origin, rate,
      NULL FROM order_outputs WHERE id >= ? AND id < ? ORDER BY id`,
  },
  {
    table: 'orders',
    sql: `SELECT o.id, o.token, o.nft, o.side, o.owner, o.units, o.coins, 0, o.id, p.rate, NULL
      FROM orders o JOIN order_outputs p ON p.id = o.id WHERE o.id >= ? AND o.id < ? ORDER BY o.id`,
  },
  {
    table: 'order_events',
    sql: `SELECT token, tx, origin, kind, units, coins, party, txid, height, time, sum_units, sum_coins FROM order_events
      WHERE tx >= ? AND tx < ? ORDER BY tx, origin`,
  },
] as const

const prepareStatements = (db: Database) =>
  TABLES.map(({ table, sql }) => ({
    table,
    statement: db.prepare<[number, number], Cell[]>(sql).raw(true).safeIntegers(true),
  }))

/** Reads the contract indexes of a chain.db. Their tables exist on every chain and are empty without contracts. */
export class ContractRowReader {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /** Reads the rows of transactions in [first, end). */
  read(first: number, end: number): ContractRows {
    return Object.fromEntries(
      this.#statements.map(({ table, statement }) => [table, statement.all(first, end)]),
    ) as unknown as ContractRows
  }
}
