import type { ModuleMigrations } from './migrate.ts'

/**
 * Tables of chain.db that belong to the chain itself. Other modules (address index, tokens) have their own tables in
 * the same file and add them through the migration list.
 *
 *    | table       | key            | columns                                                              |
 *    |-------------|----------------|----------------------------------------------------------------------|
 *    | modules     | module         | version                                                              |
 *    | chain_state | 1 (one row)    | magic, genesis, tip, next_ordinal, file, file_end                    |
 *    | blocks      | id             | hash, prev, height, time, bits, version, status, failed, file, pos, size, tx_count, transparent_delta, transparent, burned_delta, burned |
 *    | headers     | block          | header                                                               |
 *    | txs         | ordinal        | txid, height, position, offset, size, version, outputs               |
 *    | tx_keys     | prefix,ordinal |                                                                      |
 *    | outputs     | id             | value, script, spent_by, spent_input                                 |
 *    | index_states| name           | step, next, again, problem                                           |
 *    | wallet_notes| position       | id, mark, noted                                                      |
 *    | shielded_blocks | height     | sprout_root, sprout_frontier, sprout_delta, sprout_value, and the same columns for sapling |
 *    | shielded_nullifiers | pool, nullifier | height                                                          |
 *    | segids      | height         | segid                                                                |
 *    | notarisations | position       | found, height, hash, dest_txid, mom, mom_depth                       |
 *    | notary_pay  | height         | total                                                                |
 *
 * - `chain_state.tip` is a blocks.id. `file` and `file_end` are the position up to which the block files are imported:
 *   blocks after it are imported at the next start.
 * - `blocks` contains every header of the tree, active or not. Ids grow in order of acceptance, so a parent's id is
 *   smaller. `prev` is a blocks.id (NULL for genesis). `status`: 0 header only, 1 block on disk, 2 connected at least
 *   once. `failed`: bits of FAILED. `file`, `pos` and `size` locate the block's bytes. The four value columns are
 *   written when the block connects: satoshis that the block added to spendable and to provably unspendable outputs,
 *   and the sums up to and including it.
 * - `headers` keeps serialised headers only until the block itself is on disk.
 * - `txs` contains the transactions of the active chain. `ordinal` is the running number of the transaction's first
 *   output. Ordinals grow in chain order with gaps, so ordinal + output index identifies an output as one integer.
 *   Disconnecting frees them for reuse. `offset` and `size` locate the transaction within its block's bytes; `outputs`
 *   counts its outputs.
 * - `tx_keys.prefix` is the big-endian number of a txid's first six bytes: a compact index for finding candidates,
 *   whose full id is compared in `txs`. Its key order is also the order of txids.
 * - `outputs.id` is ordinal + output index. The coin set is `spent_by IS NULL`. Spending marks the row with the
 *   spender's ordinal and input index; disconnecting clears the mark. So the table is undo data and spent index at
 *   once. Provably unspendable outputs have no row because they are never coins.
 * - `index_states` contains the build progress of each optional index; see indexBuild.ts.
 * - `wallet_notes` lists the wallets that the chain was used with, the current one last; see walletBindings.ts.
 * - `shielded_blocks` has a row for each block of the active chain with shielded parts: both note commitment trees
 *   after it (their roots are the anchors), and the satoshis that it added to each pool, with the sums up to and
 *   including it. `shielded_nullifiers` (pool: 0 Sprout, 1 Sapling) contains the nullifiers of the same blocks.
 *   Disconnecting a block deletes its rows, which restores the state before it.
 * - `segids` has a row for each block of the active chain with proof of stake: -1 or 0 to 63 (segidTable.ts).
 * - `notarisations` contains the notarisations of this chain in the order found; `found` is the height of the block
 *   with the notarisation. Disconnecting that block keeps the row (notarisation.md §2).
 * - `notary_pay` has a row for each block of the active chain that pays notaries: satoshis paid by it and all earlier
 *   blocks.
 */
const VERSION_1 = `
CREATE TABLE chain_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  magic BLOB NOT NULL,
  genesis BLOB NOT NULL,
  tip INTEGER,
  next_ordinal INTEGER NOT NULL,
  file INTEGER NOT NULL,
  file_end INTEGER NOT NULL
) STRICT;
CREATE TABLE blocks (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  prev INTEGER,
  height INTEGER NOT NULL,
  time INTEGER NOT NULL,
  bits INTEGER NOT NULL,
  version INTEGER NOT NULL,
  status INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  file INTEGER NOT NULL,
  pos INTEGER NOT NULL,
  size INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  transparent_delta INTEGER,
  transparent INTEGER,
  burned_delta INTEGER,
  burned INTEGER
) STRICT;
CREATE TABLE headers (
  block INTEGER PRIMARY KEY,
  header BLOB NOT NULL
) STRICT;
CREATE TABLE txs (
  ordinal INTEGER PRIMARY KEY,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  position INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  size INTEGER NOT NULL,
  version INTEGER NOT NULL,
  outputs INTEGER NOT NULL
) STRICT;
CREATE TABLE tx_keys (
  prefix INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (prefix, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE outputs (
  id INTEGER PRIMARY KEY,
  value INTEGER NOT NULL,
  script BLOB NOT NULL,
  spent_by INTEGER,
  spent_input INTEGER
) STRICT;
`

const VERSION_2 = `
CREATE TABLE switches (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

/**
 * Replaces the table of index options. Changing such an option was an error, and now builds or drops the index.
 */
const VERSION_3 = `
DROP TABLE switches;
CREATE TABLE index_states (
  name TEXT PRIMARY KEY,
  step INTEGER,
  next INTEGER NOT NULL,
  again INTEGER NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;
`

const VERSION_4 = `
CREATE TABLE wallet_notes (
  position INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  mark BLOB NOT NULL,
  noted INTEGER NOT NULL
) STRICT;
`

/**
 * Clears FAILED.INVALID. Earlier versions wrongly rejected some encodings of spent conditions, marked such blocks, and
 * left the network's chain. The blocks are retried, and marked again if they are still invalid.
 */
const VERSION_5 = 'UPDATE blocks SET failed = failed & ~1 WHERE failed & 1;'

/**
 * Adds the tables for validating shielded blocks. They start empty, because existing chains have no shielded history.
 * Retries blocks that could not be validated (bit 8 without 16), and blocks with FAILED.INVALID, which old dates or
 * unknown roots may have caused.
 */
const VERSION_6 = `
CREATE TABLE shielded_blocks (
  height INTEGER PRIMARY KEY,
  sprout_root BLOB NOT NULL,
  sprout_frontier BLOB NOT NULL,
  sprout_delta INTEGER NOT NULL,
  sprout_value INTEGER NOT NULL,
  sapling_root BLOB NOT NULL,
  sapling_frontier BLOB NOT NULL,
  sapling_delta INTEGER NOT NULL,
  sapling_value INTEGER NOT NULL
) STRICT;
CREATE INDEX shielded_blocks_sprout ON shielded_blocks (sprout_root);
CREATE INDEX shielded_blocks_sapling ON shielded_blocks (sapling_root);
CREATE TABLE shielded_nullifiers (
  pool INTEGER NOT NULL,
  nullifier BLOB NOT NULL,
  height INTEGER NOT NULL,
  PRIMARY KEY (pool, nullifier)
) STRICT, WITHOUT ROWID;
UPDATE blocks SET failed = failed & ~1 WHERE failed & 1;
UPDATE blocks SET failed = failed & ~8 WHERE failed & 24 = 8;
`

/** Earlier versions rejected chains with proof of stake, so no stored block lacks its segid. */
const STAKING = `
CREATE TABLE segids (
  height INTEGER PRIMARY KEY,
  segid INTEGER NOT NULL
) STRICT;
`

/** Existing chains are not searched for notarisations, because the next notarisation contains all required data. */
const NOTARISATIONS = `
CREATE TABLE notarisations (
  position INTEGER PRIMARY KEY,
  found INTEGER NOT NULL,
  height INTEGER NOT NULL,
  hash BLOB NOT NULL,
  dest_txid BLOB NOT NULL,
  mom BLOB,
  mom_depth INTEGER NOT NULL
) STRICT;
CREATE INDEX notarisations_height ON notarisations (height);
`

/**
 * All contracts are supported from this version on. Retries the blocks that needed an unsupported contract (bits 8 and
 * 16) or were rejected by earlier rules. They are marked again if they are still invalid.
 */
const ALL_CONTRACTS = 'UPDATE blocks SET failed = failed & ~25 WHERE failed & 25;'

/** Earlier versions rejected chains that pay notaries, so no stored block lacks its payment. */
const NOTARY_PAY = `
CREATE TABLE notary_pay (
  height INTEGER PRIMARY KEY,
  total INTEGER NOT NULL
) STRICT;
`

export const chainMigrations: ModuleMigrations = {
  module: 'chain',
  steps: [
    ...[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, STAKING, NOTARISATIONS, ALL_CONTRACTS],
    NOTARY_PAY,
  ].map((sql) => (db) => void db.exec(sql)),
}

/** Values of blocks.status. */
export const BLOCK_STATUS = { HEADER: 0, STORED: 1, VALID: 2 } as const

/**
 * Bits of blocks.failed: the reason why a block is excluded from the active chain. Bits 8 and 16 formerly marked blocks
 * that could not be validated.
 */
export const FAILED = {
  /** broke a rule while being connected */
  INVALID: 1,
  /** invalidated by the user (invalidateblock) */
  BY_USER: 2,
  /** Broke a contextual rule on arrival. Its data is not kept. */
  CONTEXT: 4,
} as const

/** First tx number (`ordinal`). It is 1, so that 0 can mean that there is none. */
export const FIRST_TX_NUM = 1
