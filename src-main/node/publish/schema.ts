/**
 * Schema in PostgreSQL (`chainwright`). `resources/docs/publish.md` describes it for those who query it. Columns have
 * the same names as in chain.db, so that one statement reads either.
 *
 * - Big tables are partitioned by height. Indexes except those of `KEYS` are created after the bulk of the blocks.
 * - All rows of a block can be found by its height or its transaction numbers, which is how they are removed.
 * - The id of an address is the number of the output it first appeared in, and likewise for tokens and orders. Equal
 *   chains therefore have equal tables, regardless of how they were published.
 */
import { readableMigration } from './readableMigration.ts'

/** Blocks per partition. Part of the schema: changing it requires a migration. */
const BLOCKS_PER_PARTITION = 100_000

export const SCHEMA = 'chainwright'

const PARTITIONED = ['blocks', 'txs', 'tx_outputs', 'tx_inputs', 'address_deltas'] as const

/**
 * `first_tx` is the number of the coinbase. `chain_work` and `chain_txs` include this block. `apart` has the
 * transactions of the genesis block, which are not in `txs`.
 */
const TABLES = `
CREATE TABLE published (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  chain text NOT NULL,
  magic bytea NOT NULL,
  genesis bytea NOT NULL,
  settings text NOT NULL,
  height bigint NOT NULL,
  hash bytea,
  next_ordinal bigint NOT NULL,
  chain_work numeric NOT NULL,
  chain_txs bigint NOT NULL,
  indexed boolean NOT NULL
);
CREATE TABLE blocks (
  height bigint NOT NULL,
  hash bytea NOT NULL,
  prev bytea NOT NULL,
  time bigint NOT NULL,
  bits bigint NOT NULL,
  version bigint NOT NULL,
  size bigint NOT NULL,
  tx_count bigint NOT NULL,
  first_tx bigint NOT NULL,
  chain_work numeric NOT NULL,
  chain_txs bigint NOT NULL,
  transparent_delta bigint,
  transparent bigint,
  burned_delta bigint,
  burned bigint,
  header bytea NOT NULL,
  apart bytea
) PARTITION BY RANGE (height);
CREATE TABLE shielded_blocks (
  height bigint PRIMARY KEY,
  sprout_root bytea NOT NULL,
  sprout_frontier bytea NOT NULL,
  sprout_delta bigint NOT NULL,
  sprout_value bigint NOT NULL,
  sapling_root bytea NOT NULL,
  sapling_frontier bytea NOT NULL,
  sapling_delta bigint NOT NULL,
  sapling_value bigint NOT NULL
);
CREATE TABLE txs (
  ordinal bigint NOT NULL,
  txid bytea NOT NULL,
  height bigint NOT NULL,
  position bigint NOT NULL,
  version bigint NOT NULL,
  outputs bigint NOT NULL,
  raw bytea NOT NULL
) PARTITION BY RANGE (height);
CREATE TABLE tx_outputs (
  id bigint NOT NULL,
  height bigint NOT NULL,
  value bigint NOT NULL,
  script bytea NOT NULL
) PARTITION BY RANGE (height);
CREATE TABLE tx_inputs (
  output bigint NOT NULL,
  height bigint NOT NULL,
  tx bigint NOT NULL,
  input bigint NOT NULL
) PARTITION BY RANGE (height);
CREATE TABLE addresses (
  id bigint PRIMARY KEY,
  type bigint NOT NULL,
  hash bytea NOT NULL,
  balance numeric NOT NULL,
  received numeric NOT NULL,
  deltas bigint NOT NULL,
  txs bigint NOT NULL,
  utxos bigint NOT NULL,
  zeros bigint NOT NULL
);
CREATE TABLE address_deltas (
  address bigint NOT NULL,
  tx bigint NOT NULL,
  io bigint NOT NULL,
  value bigint NOT NULL,
  height bigint NOT NULL
) PARTITION BY RANGE (height);
CREATE TABLE address_unspent (
  address bigint NOT NULL,
  output bigint NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (address, output)
);
CREATE TABLE tokens (
  id bigint PRIMARY KEY,
  txid bytea NOT NULL,
  height bigint NOT NULL,
  owner bytea NOT NULL,
  name bytea NOT NULL,
  description bytea NOT NULL,
  nft bytea,
  nft_code bigint,
  supply bigint NOT NULL
);
CREATE TABLE token_markers (
  txid bytea NOT NULL,
  vout bigint NOT NULL,
  token bigint NOT NULL,
  spent_by bigint,
  PRIMARY KEY (txid, vout)
);
CREATE TABLE token_old_markers (
  token bigint NOT NULL,
  vout bigint NOT NULL,
  PRIMARY KEY (token, vout)
);
CREATE TABLE token_outputs (
  id bigint PRIMARY KEY,
  tx bigint NOT NULL,
  token bigint NOT NULL,
  holder bytea NOT NULL,
  owners bytea NOT NULL,
  value bigint NOT NULL,
  spent_by bigint
);
CREATE TABLE token_balances (
  token bigint NOT NULL,
  holder bytea NOT NULL,
  value bigint NOT NULL,
  outputs bigint NOT NULL,
  PRIMARY KEY (token, holder)
);
CREATE TABLE token_events (
  token bigint NOT NULL,
  tx bigint NOT NULL,
  txid bytea NOT NULL,
  height bigint NOT NULL,
  kind bigint NOT NULL,
  amount bigint NOT NULL,
  coins bigint,
  sender bytea,
  recipient bytea,
  PRIMARY KEY (token, tx)
);
CREATE TABLE order_outputs (
  id bigint PRIMARY KEY,
  tx bigint NOT NULL,
  txid bytea NOT NULL,
  height bigint NOT NULL,
  place bigint NOT NULL,
  token bytea NOT NULL,
  func text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  price bigint NOT NULL,
  owner bytea NOT NULL,
  address text COLLATE "C",
  token_address text COLLATE "C",
  other bytea,
  origin bigint,
  rate double precision NOT NULL,
  spent_by bigint
);
CREATE INDEX order_outputs_of_order ON order_outputs (origin, id);
CREATE TABLE orders (
  id bigint PRIMARY KEY,
  token bigint NOT NULL,
  nft bigint NOT NULL,
  side bigint NOT NULL,
  owner bytea NOT NULL,
  units bigint NOT NULL,
  coins bigint NOT NULL,
  state bigint NOT NULL,
  output bigint NOT NULL,
  rate double precision NOT NULL,
  ended bigint
);
CREATE TABLE order_events (
  token bigint NOT NULL,
  tx bigint NOT NULL,
  origin bigint NOT NULL,
  kind bigint NOT NULL,
  units bigint NOT NULL,
  coins bigint NOT NULL,
  party bytea,
  txid bytea NOT NULL,
  height bigint NOT NULL,
  time bigint NOT NULL,
  sum_units bigint NOT NULL,
  sum_coins bigint NOT NULL,
  PRIMARY KEY (tx, origin)
);
CREATE INDEX token_balances_empty ON token_balances (token) WHERE outputs = 0;
CREATE UNIQUE INDEX addresses_by_hash ON addresses (hash, type);
`

/** Views with the names and contents of tables in chain.db that have no table here. */
const VIEWS = `
CREATE VIEW outputs AS
  SELECT o.id, o.value, o.script, i.tx AS spent_by, i.input AS spent_input, o.height
  FROM tx_outputs o LEFT JOIN tx_inputs i ON i.output = o.id;
CREATE VIEW tx_keys AS
  SELECT (get_byte(txid, 0)::bigint << 40) + (get_byte(txid, 1)::bigint << 32) + (get_byte(txid, 2)::bigint << 24)
    + (get_byte(txid, 3)::bigint << 16) + (get_byte(txid, 4)::bigint << 8) + get_byte(txid, 5) AS prefix, ordinal, txid
  FROM txs;
CREATE VIEW address_totals AS
  SELECT count(*) FILTER (WHERE type < 3 AND balance > 0) AS holders,
    coalesce(sum(utxos - zeros) FILTER (WHERE type < 3), 0) AS entries,
    coalesce(sum(balance) FILTER (WHERE type < 3), 0) AS satoshis,
    coalesce(sum(utxos - zeros) FILTER (WHERE type = 3), 0) AS cc_entries,
    coalesce(sum(balance) FILTER (WHERE type = 3), 0) AS cc_satoshis
  FROM addresses;
CREATE VIEW trades AS SELECT * FROM order_events WHERE kind = 0;
`

/** @param pool address hash of the faucet's pool, whose changes are the faucet's history */
const faucetView = (pool: string) => `
CREATE VIEW faucet_changes AS
  SELECT d.tx, t.txid, t.height, sum(d.value)::bigint AS net, bool_or(d.io % 2 = 1) AS claim
  FROM address_deltas d JOIN txs t ON t.ordinal = d.tx
  WHERE d.address = (SELECT id FROM addresses WHERE hash = '\\x${pool}'::bytea AND type = 3)
  GROUP BY d.tx, t.txid, t.height;
`

/**
 * Notarisations as the node found them. They are not removed with their blocks. Tables that were filled without
 * notarisations are cleared and filled again, because only the node knows the notarisations of published blocks.
 */
const NOTARISATIONS = `
CREATE TABLE notarisations (
  position bigint PRIMARY KEY,
  found bigint NOT NULL,
  height bigint NOT NULL,
  hash bytea NOT NULL,
  dest_txid bytea NOT NULL,
  mom bytea,
  mom_depth bigint NOT NULL
);
CREATE INDEX ON notarisations (height);
TRUNCATE blocks, shielded_blocks, txs, tx_outputs, tx_inputs, addresses, address_deltas, address_unspent, tokens, token_markers,
  token_old_markers, token_outputs, token_balances, token_events, order_outputs, orders, order_events;
UPDATE published SET height = -1, hash = NULL, next_ordinal = 1, chain_work = 0, chain_txs = 0;
`

/** Adds the index to tables that have theirs already; new tables get it with the others. */
const TXS_BY_HEIGHT = `
DO $$ BEGIN
  IF (SELECT indexed FROM published) THEN CREATE INDEX ON txs (height); END IF;
END $$;
`

/**
 * Returns the statements that migrate the schema from each version to the next, the first from an empty database.
 * Append new ones.
 */
export function migrations(faucetPool: string): readonly string[] {
  return [TABLES + VIEWS + faucetView(faucetPool), NOTARISATIONS, readableMigration(SCHEMA), TXS_BY_HEIGHT]
}

/** Indexes created after the bulk of the blocks is written. Until then only the publisher reads the tables. */
export const INDEXES: readonly string[] = [
  'CREATE UNIQUE INDEX ON blocks (height)',
  'CREATE INDEX ON blocks (hash)',
  'CREATE UNIQUE INDEX ON txs (ordinal, height)',
  'CREATE INDEX ON txs (txid)',
  'CREATE INDEX ON txs (height)',
  'CREATE UNIQUE INDEX ON tx_outputs (id, height)',
  'CREATE UNIQUE INDEX ON tx_inputs (output, height)',
  'CREATE INDEX ON tx_inputs (tx)',
  'CREATE UNIQUE INDEX ON address_deltas (address, tx, io, height)',
  'CREATE INDEX ON address_deltas (tx)',
  'CREATE INDEX ON addresses (balance, type, hash) WHERE type < 3 AND balance > 0',
  'CREATE INDEX ON tokens (txid)',
  'CREATE INDEX ON tokens (nft_code) WHERE nft_code IS NOT NULL',
  'CREATE INDEX ON token_markers (spent_by)',
  'CREATE INDEX ON token_markers (token)',
  'CREATE INDEX ON token_outputs (holder, token, spent_by)',
  'CREATE INDEX ON token_outputs (spent_by) WHERE spent_by IS NOT NULL',
  'CREATE INDEX ON token_balances (token, value)',
  'CREATE INDEX ON token_balances (holder)',
  'CREATE INDEX ON token_events (tx)',
  'CREATE INDEX ON order_outputs (place, token, txid) WHERE spent_by IS NULL',
  'CREATE INDEX ON order_outputs (txid)',
  'CREATE INDEX ON order_outputs (spent_by) WHERE spent_by IS NOT NULL',
  'CREATE INDEX ON orders (token, side, rate) WHERE state = 0',
  'CREATE INDEX ON orders (token, id)',
  'CREATE INDEX ON orders (state, id)',
  'CREATE INDEX ON orders (owner, id)',
  'CREATE INDEX ON order_events (origin, tx)',
  'CREATE INDEX ON order_events (token, tx) WHERE kind = 0',
  'CREATE INDEX ON order_events (party) WHERE kind = 0',
]

/** Returns the partition of a height: its first height, and the statements that create it. */
export function partitionFor(height: number): { readonly first: number; readonly statements: readonly string[] } {
  const first = Math.floor(height / BLOCKS_PER_PARTITION) * BLOCKS_PER_PARTITION
  const statements = PARTITIONED.map(
    (table) =>
      `CREATE TABLE IF NOT EXISTS ${table}_${first} PARTITION OF ${table} FOR VALUES FROM (${first}) TO (${first + BLOCKS_PER_PARTITION})`,
  )
  return { first, statements }
}
