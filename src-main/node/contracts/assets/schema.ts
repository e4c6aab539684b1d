import type { ModuleMigrations } from '../../storage/index.ts'

/**
 * The order index, updated in the database transaction that connects a block.
 *
 * - `order_outputs`: key id; columns tx, txid, height, place, token, func, value, price, owner, address, token_address,
 *   other, origin, rate, spent_by
 * - `orders`: key id; columns token, nft, side, owner, units, coins, state, output, rate, ended
 * - `order_events`: key tx, origin; columns token, kind, units, coins, party, txid, height, time, sum_units, sum_coins
 *
 * - `order_outputs` has every output that ever had one of the contract's scripts and whose transaction carries order
 *   data: the outputs that the reference lists. `id` is the output number (tx number + index). `place` is −1 for the
 *   script that locks the coins of bids. For asks it is the eval code of the token, 0 for a fungible one. `token` is
 *   the id that the data name, `value` the locked amount, `price` the amount wanted for the complete `value`. `origin`
 *   is NULL unless the output is an order that can be filled or cancelled. Then it is the output that placed the order:
 *   the remainder of a fill is still the same order. `rate` is in satoshis per unit, `other` the second token of a
 *   swap, `spent_by` the tx number of the spender.
 * - `orders` has one row for each origin. `token` is the tx number of the token's creation, `side` is 0 for an ask and
 *   1 for a bid. `units` and `coins` are the amounts offered and wanted initially. `output` is the order's newest
 *   output, `rate` its satoshis per unit, `ended` the tx number that filled or cancelled it completely. `state` is an
 *   index into ORDER_STATES.
 * - `order_events` has the events of an order after it was placed: filled in part or completely, cancelled, or spent
 *   otherwise. `party` is the key that did it. `sum_units` and `sum_coins` are running sums over all fills of the token
 *   up to and including this one, modulo 2^64. A volume is the difference of two rows. They are 0 if nothing was
 *   filled.
 *
 * The index of unspent outputs covers every column that a list shows, so that the orders of a token are read
 * sequentially.
 *
 * Every row belongs to one connected transaction; disconnecting it restores the previous contents of the tables.
 */
const VERSION_1 = `
CREATE TABLE order_outputs (
  id INTEGER PRIMARY KEY,
  tx INTEGER NOT NULL,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  place INTEGER NOT NULL,
  token BLOB NOT NULL,
  func TEXT NOT NULL,
  value INTEGER NOT NULL,
  price INTEGER NOT NULL,
  owner BLOB NOT NULL,
  address TEXT,
  token_address TEXT,
  other BLOB,
  origin INTEGER,
  rate REAL NOT NULL,
  spent_by INTEGER
) STRICT;
CREATE INDEX order_outputs_unspent ON order_outputs
  (place, token, txid, tx, func, value, price, owner, address, token_address, other) WHERE spent_by IS NULL;
CREATE INDEX order_outputs_by_txid ON order_outputs (txid);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  token INTEGER NOT NULL,
  nft INTEGER NOT NULL,
  side INTEGER NOT NULL,
  owner BLOB NOT NULL,
  units INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  state INTEGER NOT NULL,
  output INTEGER NOT NULL,
  rate REAL NOT NULL,
  ended INTEGER
) STRICT;
CREATE INDEX orders_book ON orders (token, side, rate) WHERE state = 0;
CREATE INDEX orders_of_token ON orders (token, id);
CREATE INDEX orders_by_state ON orders (state, id);
CREATE INDEX orders_of_owner ON orders (owner, id);
CREATE TABLE order_events (
  token INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  origin INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  units INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  party BLOB,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  time INTEGER NOT NULL,
  sum_units INTEGER NOT NULL,
  sum_coins INTEGER NOT NULL,
  PRIMARY KEY (tx, origin)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_events_by_origin ON order_events (origin, tx);
CREATE INDEX order_trades ON order_events (token, tx) WHERE kind = 0;
CREATE INDEX order_trades_by_party ON order_events (party) WHERE kind = 0;
`

export const orderMigrations: ModuleMigrations = {
  module: 'assets',
  steps: [(db) => void db.exec(VERSION_1)],
  buildable: true,
}

/** `place` of outputs that lock the coins of bids. */
export const BID_PLACE = -1

/** Values of `orders.side`. */
export const SIDES = ['ask', 'bid'] as const
export type OrderSide = (typeof SIDES)[number]

/** Values of `orders.state`, which are stored: only append new ones. `spent`: spent by neither a fill nor a cancel. */
export const ORDER_STATES = ['open', 'filled', 'cancelled', 'spent'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Values of `order_events.kind`, which are stored: only append new ones. */
export const ORDER_EVENTS = ['fill', 'cancelled', 'spent'] as const
export type OrderEventKind = (typeof ORDER_EVENTS)[number]
