import type { ModuleMigrations } from '../storage/index.ts'

/**
 * | table            | key                   | columns                   |
 * |------------------|-----------------------|---------------------------|
 * | addresses        | id; unique hash, type | balance, received, deltas |
 * | address_deltas   | address, tx, io       | value                     |
 * | address_unspent  | address, output       | value                     |
 *
 * `address` is addresses.id, `tx` the ordinal of the transaction, `output` the output's id (ordinal + output index), both
 * as storage gives them. `io` is twice the input or output index, plus one for an input, so that key order within a
 * transaction is the order of the reference's index up to index 255 (its keys hold the index little-endian). `value` is in
 * satoshis and negative for a spend. `deltas` counts the address's rows in address_deltas. Ids are given in order of first
 * appearance in the chain and taken back in reverse, so that equal chains have equal tables.
 *
 * `balance` and `received` are of any type on purpose: received sums every receipt, change included, and passes 2^63 on
 * chains with a large supply; such a sum is kept as decimal text.
 */
const VERSION_1 = `
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

/** For the migration list of storage. */
export const addressIndexMigrations: ModuleMigrations = {
  module: 'addressIndex',
  steps: [(db) => void db.exec(VERSION_1)],
}
