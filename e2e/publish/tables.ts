import { Client, types } from 'pg'
import type { Database } from '../../src-main/node/storage/index.ts'

/**
 * How each table is read in both databases, in the same order and format. The first name is the table's name in
 * PostgreSQL.
 */
const TABLES: readonly {
  readonly table: string
  readonly columns: string
  readonly order: string
  readonly from?: string
}[] = [
  { table: 'txs', columns: 'ordinal, txid, height, position, version, outputs', order: 'ordinal' },
  {
    table: 'shielded_blocks',
    columns:
      'height, sprout_root, sprout_frontier, sprout_delta, sprout_value, sapling_root, sapling_frontier, sapling_delta, sapling_value',
    order: 'height',
  },
  { table: 'notarisations', columns: 'position, found, height, hash, dest_txid, mom, mom_depth', order: 'position' },
  { table: 'outputs', columns: 'id, value, script, spent_by, spent_input', order: 'id' },
  {
    table: 'address_deltas',
    columns: 'a.type, a.hash, d.tx, d.io, d.value',
    from: 'address_deltas d JOIN addresses a ON a.id = d.address',
    order: 'a.hash, a.type, d.tx, d.io',
  },
  {
    table: 'address_unspent',
    columns: 'a.type, a.hash, d.output, d.value',
    from: 'address_unspent d JOIN addresses a ON a.id = d.address',
    order: 'a.hash, a.type, d.output',
  },
  { table: 'addresses', columns: 'type, hash, balance, received, deltas, txs, utxos, zeros', order: 'hash, type' },
  { table: 'address_totals', columns: 'holders, entries, satoshis, cc_entries, cc_satoshis', order: 'holders' },
  ...(
    [
      ['tokens', 'id, txid, height, owner, name, description, nft, nft_code, supply', 'id'],
      ['token_markers', 'txid, vout, token, spent_by', 'txid, vout'],
      ['token_old_markers', 'token, vout', 'token, vout'],
      ['token_outputs', 'id, tx, token, holder, owners, value, spent_by', 'id'],
      ['token_balances', 'token, holder, value, outputs', 'token, holder'],
      ['token_events', 'token, tx, txid, height, kind, amount, coins, sender, recipient', 'token, tx'],
      [
        'order_outputs',
        'id, tx, txid, height, place, token, func, value, price, owner, address, token_address, other, origin, rate, spent_by',
        'id',
      ],
      ['orders', 'id, token, nft, side, owner, units, coins, state, output, rate, ended', 'id'],
      [
        'order_events',
        'token, tx, origin, kind, units, coins, party, txid, height, time, sum_units, sum_coins',
        'tx, origin',
      ],
    ] as const
  ).map(([table, columns, order]) => ({ table, columns, order })),
]

export type Tables = Record<string, string[]>

const show = (cells: readonly unknown[]) =>
  cells.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell))).join(' ')

export function nodeTables(db: Database): Tables {
  return Object.fromEntries(
    TABLES.map(({ table, columns, order, from = table }) => {
      const rows = db.prepare(`SELECT ${columns} FROM ${from} ORDER BY ${order}`).raw(true).safeIntegers(true).all()
      return [table, (rows as unknown[][]).map(show)]
    }),
  )
}

/** Reads the published tables at the block that they have reached. */
export async function publishedTables(url: string): Promise<Tables> {
  const found: Tables = {}
  await withServer(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    for (const { table, columns, order, from = table } of TABLES) {
      const { rows } = await client.query({
        text: `SELECT ${columns} FROM ${from} ORDER BY ${order}`,
        rowMode: 'array',
      })
      found[table] = (rows as unknown[][]).map(show)
    }
  })
  return found
}

/** Returns the complete content of the schema as text, for comparing two schemas. */
export async function wholeDump(url: string): Promise<Tables> {
  const found: Tables = {}
  await withServer(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE relnamespace = 'chainwright'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
    )
    for (const { name } of names) {
      const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`)
      found[name] = rows.map(({ line }) => line).sort()
    }
  })
  return found
}

export async function withServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    options: '-c search_path=chainwright -c extra_float_digits=3',
    types: {
      getTypeParser: (oid: number) => (oid === types.builtins.FLOAT8 ? Number : types.getTypeParser(oid)),
    } as never,
  })
  // The server may be killed during a query, which then reports the error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
