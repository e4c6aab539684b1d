import type { Database, ModuleMigrations } from '../storage/index.ts'

/** Name of the index's row in index_states. */
export const ADDRESS_INDEX = 'addresses'

/**
 * Tables of the address index and the timestamp index.
 *
 *    | table           | key                   | columns                                             |
 *    |-----------------|-----------------------|-----------------------------------------------------|
 *    | addresses       | id; unique hash, type | balance, received, deltas, txs, utxos, zeros        |
 *    | address_deltas  | address, tx, io       | value                                               |
 *    | address_unspent | address, output       | value                                               |
 *    | address_totals  | 1 (one row)           | holders, entries, satoshis, cc_entries, cc_satoshis |
 *    | block_times     | logical, block        |                                                     |
 *
 * `address` is addresses.id, `tx` the ordinal of the transaction, and `output` the output's id (ordinal + output
 * index). Both ids are assigned by storage. `io` is twice the input or output index, plus one for an input. Key order
 * within a transaction is therefore the order of komodod's index up to index 255 (its keys hold the index
 * little-endian). `value` is in satoshis and negative for a spend. Ids are assigned in order of first appearance in the
 * chain and released in reverse, so that equal chains have equal tables.
 *
 * `deltas`, `txs` and `utxos` count the address's rows in address_deltas, their transactions, and its rows in
 * address_unspent. `zeros` counts the rows in address_unspent with value 0. `address_totals` holds the sums of
 * getsnapshot: `holders` are addresses other than conditions with a balance, `entries` their unspent outputs with a
 * value.
 *
 * `balance`, `received` and the sums in address_totals are of type ANY on purpose. `received` sums every receipt,
 * change included, and passes 2^63 on chains with a large supply. Such a sum is stored as decimal text of a fixed
 * width, which sorts after all integers and by size.
 *
 * `block_times` is the timestamp index: `block` is blocks.id, `logical` its logical time.
 */
const ADDRESSES_1 = `
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL,
  hash BLOB NOT NULL,
  balance ANY NOT NULL,
  received ANY NOT NULL,
  deltas INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX addresses_by_hash ON addresses (hash, type);
CREATE TABLE address_deltas (
  address INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  io INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (address, tx, io)
) STRICT, WITHOUT ROWID;
CREATE TABLE address_unspent (
  address INTEGER NOT NULL,
  output INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (address, output)
) STRICT, WITHOUT ROWID;
`

/** Creates empty tables on purpose: without an index_states row the next start indexes all blocks again. */
const ADDRESSES_2 = `
DROP TABLE addresses;
DROP TABLE address_deltas;
DROP TABLE address_unspent;
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL,
  hash BLOB NOT NULL,
  balance ANY NOT NULL,
  received ANY NOT NULL,
  deltas INTEGER NOT NULL,
  txs INTEGER NOT NULL,
  utxos INTEGER NOT NULL,
  zeros INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX addresses_by_hash ON addresses (hash, type);
CREATE INDEX addresses_by_balance ON addresses (balance, type, hash) WHERE type < 3 AND balance > 0;
CREATE TABLE address_deltas (
  address INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  io INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (address, tx, io)
) STRICT, WITHOUT ROWID;
CREATE TABLE address_unspent (
  address INTEGER NOT NULL,
  output INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (address, output)
) STRICT, WITHOUT ROWID;
CREATE TABLE address_totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  holders INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  satoshis ANY NOT NULL,
  cc_entries INTEGER NOT NULL,
  cc_satoshis ANY NOT NULL
) STRICT;
INSERT INTO address_totals VALUES (1, 0, 0, 0, 0, 0);
CREATE TABLE block_times (
  logical INTEGER NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (logical, block)
) STRICT, WITHOUT ROWID;
`

/** The length in a script's first byte, if that byte pushes its data directly. */
const PUSHED = 'unicode(CAST(substr(script, 1, 1) AS TEXT))'

/**
 * Requests a rebuild if the chain may have outputs that older versions did not index: conditions in a form that no
 * encoder writes. Modules query the history of their addresses. Most chains have only conditions of the common form.
 */
const INDEX_ODD_CONDITIONS = `
UPDATE index_states SET again = 1 WHERE name = '${ADDRESS_INDEX}' AND EXISTS (
  SELECT 1 FROM outputs WHERE ${PUSHED} BETWEEN 1 AND 75 AND substr(script, ${PUSHED} + 2, 1) = x'cc'
    AND NOT (substr(script, 1, 5) = x'2ea22c8020' AND substr(script, 38, 2) = x'8103' AND substr(script, 43, 5) = x'8203000401')
)`

/** Migrations of the address index, for the migration list of storage. */
export const addressIndexMigrations: ModuleMigrations = {
  module: 'addressIndex',
  steps: [ADDRESSES_1, ADDRESSES_2, INDEX_ODD_CONDITIONS].map((sql) => (db) => void db.exec(sql)),
}

/** Empties the tables of the address index. Must run in a transaction. */
export function clearAddressTables(db: Database): void {
  // Without a WHERE clause SQLite drops complete pages instead of rows.
  db.exec(`DELETE FROM addresses; DELETE FROM address_deltas; DELETE FROM address_unspent;
    UPDATE address_totals SET holders = 0, entries = 0, satoshis = 0, cc_entries = 0, cc_satoshis = 0`)
}
