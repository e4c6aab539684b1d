import type { ContractMigrations } from './migrate.ts'

/**
 * The tables of chain.db that belong to the chain itself. Other modules (address index, tokens) own their tables in the
 * same file and bring them through the migration list.
 *
 * | table       | key            | columns                                                              |
 * |-------------|----------------|----------------------------------------------------------------------|
 * | modules     | module         | version                                                              |
 * | chain_state | 1 (one row)    | magic, genesis, tip, next_ordinal, file, file_end                    |
 * | blocks      | id             | hash, prev, height, time, bits, version, status, failed, file, pos, size, tx_count, transparent_delta, transparent, burned_delta, burned |
 * | headers     | block          | header                                                               |
 * | txs         | ordinal        | txid, height, position, offset, size, version, outputs               |
 * | tx_keys     | prefix,ordinal |                                                                      |
 * | outputs     | id             | value, script, spent_by, spent_input                                 |
 * | index_states| name           | step, next, again, problem                                           |
 * | wallet_notes| position       | id, mark, noted                                                      |
 * | shielded_blocks | height     | sprout_root, sprout_frontier, sprout_delta, sprout_value, and the same of sapling |
 * | shielded_nullifiers | pool, nullifier | height                                                          |
 * | segids      | height         | segid                                                                |
 * | notarisations | position       | found, height, hash, dest_txid, mom, mom_depth                       |
 * | notary_pay  | height         | total                                                                |
 *
 * - `chain_state.tip` is a blocks.id. `file` and `file_end` say how far the block files are reflected in this database:
 *   blocks after that position are read in at the next start.
 * - `blocks` holds every header of the tree, active or not; ids grow in order of acceptance, so a parent's id is smaller.
 *   `prev` is a blocks.id (NULL for genesis). `status`: 0 header only, 1 block on disk, 2 connected at least once.
 *   `failed`: bits of FAILED. `file`, `pos`, `size` locate the block's bytes. The four value columns are written when the
 *   block connects: satoshis that the block added to spendable and to provably unspendable outputs, and the sums up to it.
 * - `headers` keeps serialised headers only until the block itself is on disk.
 * - `txs` are the transactions of the active chain. `ordinal` is the running number of the transaction's first output:
 *   ordinals grow in chain order with gaps, and ordinal + output index identifies an output in one integer. They are given
 *   back on disconnection. `offset` and `size` locate it within its block's bytes; `outputs` counts its outputs.
 * - `tx_keys.prefix` is the big-endian number of the first six bytes of a txid: a compact index that finds candidates; the
 *   full id is compared in `txs`. In key order it is also the order of txids.
 * - `outputs.id` is ordinal + output index. The coin set is `spent_by IS NULL`: being spent marks the row with the
 *   spender's ordinal and input index, and disconnecting clears the mark, which makes the table undo data and spent index
 *   at once. Provably unspendable outputs have no row: they are never coins.
 * - `index_states` holds the build progress of each index that can be switched on and off; see indexBuild.ts.
 * - `wallet_notes` lists the wallets that the chain was used with, the current one last; see walletBindings.ts.
 * - `shielded_blocks` has a row for each block of the active chain with shielded parts: both trees of note commitments after it
 *   (their roots are the anchors) and satoshis that it added to each pool, with the sums up to it. `shielded_nullifiers`
 *   (pool: 0 Sprout, 1 Sapling) are those of the same blocks. Disconnecting deletes a block's rows, which leaves the state before.
 * - `segids` has a row for each block of the active chain with proof of stake: -1 or 0 to 63 (segidTable.ts).
 * - `notarisations` are those of this chain, in the order in which connected blocks brought them; `found` is the height of that
 *   block. Rows stay when it is disconnected (notarisation.md §2).
 * - `notary_pay` has a row for each block of the active chain that pays notaries: satoshis that it and those before it paid.
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

/** Switching an index on or off used to be refused; now it is made or dropped. */
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
 * Blocks that spend conditions in forms that were taken for malformed were marked as breaking a rule (FAILED.INVALID), and
 * the node went on without the network. Whatever has that mark is tried again; what deserves it gets it again.
 */
const VERSION_5 = 'UPDATE blocks SET failed = failed & ~1 WHERE failed & 1;'

/**
 * Blocks with shielded parts can be judged. Chains made before have none in their history, so the tables begin empty; blocks
 * that were kept out because nobody could judge them (bit 8 without 16), or because they stood
 * on old dates or roots that were not known (FAILED.INVALID), are tried again.
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

/** Chains with proof of stake were refused until now: none has blocks whose segids are missing. */
const STAKING = `
CREATE TABLE segids (
  height INTEGER PRIMARY KEY,
  segid INTEGER NOT NULL
) STRICT;
`

/** Chains made before are not searched for notarisations again: the next one says all that matters. */
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
 * Every contract of the family is judged now. Blocks that were kept out because one was missing (bits 8 and 16), or that
 * were refused by rules of before, are tried again once; what deserves its mark gets it again.
 */
const ALL_CONTRACTS = 'UPDATE blocks SET failed = failed & ~25 WHERE failed & 25;'

/** Chains that pay notaries were refused until now: none has blocks whose payments are missing. */
const NOTARY_PAY = `
CREATE TABLE notary_pay (
  height INTEGER PRIMARY KEY,
  total INTEGER NOT NULL
) STRICT;
`

export const chainMigrations: ContractMigrations = {
  module: 'chain',
  steps: [
    ...[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, STAKING, NOTARISATIONS, ALL_CONTRACTS],
    NOTARY_PAY,
  ].map((sql) => (db) => void db.exec(sql)),
}

/** blocks.status */
export const BLOCK_STATUS = { HEADER: 0, STORED: 1, VALID: 2 } as const

/** Bits of blocks.failed: why a block is kept out of the active chain. 8 and 16 were those of blocks that nobody could judge. */
export const FAILED = {
  /** it broke a rule when it was connected */
  INVALID: 1,
  /** the user's invalidateblock */
  BY_USER: 2,
  /** its data broke a rule that depends on its place in the chain, found when it arrived; the data is not kept */
  CONTEXT: 4,
} as const

/** Ordinals start at one, so that zero can mean "none". */
export const FIRST_TX_NUM = 1
