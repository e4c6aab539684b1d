import type { ModuleMigrations } from '../../storage/index.ts'

/**
 * The token index: data for queries of balances, holders and history, updated in the database transaction that connects
 * a block.
 *
 * - `tokens`: key id; columns txid, height, owner, name, description, nft, nft_code, supply
 * - `token_markers`: key txid, vout; columns token, spent_by
 * - `token_old_markers`: key token, vout
 * - `token_outputs`: key id; columns tx, token, holder, owners, value, spent_by
 * - `token_balances`: key token, holder; columns value, outputs
 * - `token_events`: key token, tx; columns txid, height, kind, amount, coins, sender, recipient
 *
 * - `tokens` has every confirmed transaction that decodes as a create. `id` is its tx number and identifies the token
 *   in the other tables. `nft` is the NFT data and `nft_code` its first byte; both are NULL for a fungible token.
 *   `supply` is the sum of the create's outputs: 0 for a fake.
 * - `token_markers` are the outputs by which a token is listed, `token_old_markers` those of the older form, which stay
 *   even if they are spent.
 * - `token_outputs` has the outputs that count for a balance: IsTokensvout with "deep" (tokens.md §3.2). `id` is the
 *   output number (tx number + index), `tx` the tx number. `holder` is the hash of the output's address, `owners` its
 *   0, 1 or 2 keys. `spent_by` is the tx number of the spender.
 * - `token_balances` sums the unspent rows of `token_outputs`; a row exists while there is at least one.
 * - `token_events` is the history: one row per token and transaction. `kind` is an index into EVENT_KINDS.
 *
 * Every row belongs to one connected transaction, so disconnecting it restores the previous contents of the tables.
 */
const VERSION_1 = `
CREATE TABLE tokens (
  id INTEGER PRIMARY KEY,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  owner BLOB NOT NULL,
  name BLOB NOT NULL,
  description BLOB NOT NULL,
  nft BLOB,
  nft_code INTEGER,
  supply INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_by_txid ON tokens (txid);
CREATE INDEX tokens_by_nft_code ON tokens (nft_code) WHERE nft_code IS NOT NULL;
CREATE TABLE token_markers (
  txid BLOB NOT NULL,
  vout INTEGER NOT NULL,
  token INTEGER NOT NULL,
  spent_by INTEGER,
  PRIMARY KEY (txid, vout)
) STRICT, WITHOUT ROWID;
CREATE TABLE token_old_markers (
  token INTEGER NOT NULL,
  vout INTEGER NOT NULL,
  PRIMARY KEY (token, vout)
) STRICT, WITHOUT ROWID;
CREATE TABLE token_outputs (
  id INTEGER PRIMARY KEY,
  tx INTEGER NOT NULL,
  token INTEGER NOT NULL,
  holder BLOB NOT NULL,
  owners BLOB NOT NULL,
  value INTEGER NOT NULL,
  spent_by INTEGER
) STRICT;
CREATE INDEX token_outputs_by_holder ON token_outputs (holder, token, spent_by);
CREATE TABLE token_balances (
  token INTEGER NOT NULL,
  holder BLOB NOT NULL,
  value INTEGER NOT NULL,
  outputs INTEGER NOT NULL,
  PRIMARY KEY (token, holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_balances_by_value ON token_balances (token, value);
CREATE INDEX token_balances_by_holder ON token_balances (holder);
CREATE TABLE token_events (
  token INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  coins INTEGER,
  sender BLOB,
  recipient BLOB,
  PRIMARY KEY (token, tx)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_events_by_tx ON token_events (tx);
`

export const tokenMigrations: ModuleMigrations = {
  module: 'tokens',
  steps: [(db) => void db.exec(VERSION_1)],
}

/** Values of `token_events.kind`, which are stored: only append new ones. */
export const EVENT_KINDS = [
  'create',
  'transfer',
  'burn',
  'ask',
  'bid',
  'fillask',
  'fillbid',
  'cancelask',
  'cancelbid',
  'lost',
] as const

export type TokenEventKind = (typeof EVENT_KINDS)[number]
