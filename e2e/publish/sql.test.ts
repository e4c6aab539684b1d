/**
 * Runs the SQL of resources/docs/publish.md on the tables of a recorded chain, as the read-only user whose rights
 * chainwright-query prints, and compares the rows with the node's replies.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../src-main/node/publish/schema.ts'
import { RECORDED_ARGS } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { findRecording, readBlocks, writeBootstrap } from './recordings.ts'

const READER = 'the reader'
const COIN = 100_000_000

type Row = Record<string, string | number | null>
type Values = Readonly<Record<string, string | number>>

/** Queries of the document by their numbers. */
const QUERIES = new Map(
  [
    ...readFileSync(join(projectRoot, 'resources/docs/publish.md'), 'utf8').matchAll(
      /```sql\n(-- (\d+)\..*\n[\s\S]*?)```/g,
    ),
  ].map(([, sql = '', number]) => [Number(number), sql]),
)

/** Replaces `:'name'` and `:name` as psql does. */
const withValues = (sql: string, values: Values) =>
  sql.replace(/(?<!:):('?)([a-z]+)\1/g, (_whole, quote: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${name}`)
    return quote === '' ? String(value) : `'${value}'`
  })

describe.skipIf(
  leaveOut('the readable views', postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
)('the readable views', () => {
  let server: Postgres
  let daemon: Daemon
  let owner: Client
  let reader: Client
  let address = ''

  beforeAll(async () => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
    const url = await server.createDatabase('readable')
    const [recorded] = findRecording('regtest', RECORDED_ARGS.regtest.join(' '))
    const blocks = readBlocks(recorded!)
    const args = [...recorded!.args, '-disablewallet', '-addressindex', '-spentindex', `-publish=${url}`]
    daemon = await startDaemon({ args: [...args, `-loadblock=${writeBootstrap(recorded!, blocks)}`] })
    const level = { state: 'level', height: blocks.at(-1)?.height }
    await waitFor(async () => expect(await daemon.rpc.call('getpublishinfo')).toMatchObject(level))
    owner = new Client({ connectionString: url })
    await owner.connect()
    const query = join(projectRoot, 'out/main/query.js')
    const grants = execFileSync(process.execPath, [query, `-printgrants=${READER}`], { encoding: 'utf8' })
    // Twice, as after an upgrade.
    for (let run = 0; run < 2; run++) await owner.query(grants)
    const { host, database } = owner
    reader = new Client({ host, database, user: READER })
    await reader.connect()
    const [richest] = await run(2)
    address = String(richest?.['address'])
  })
  afterAll(async () => {
    await reader?.end()
    await owner?.end()
    await daemon?.kill()
    server?.stop('immediate')
  })

  async function run(number: number, values: Values = {}): Promise<Row[]> {
    const sql = QUERIES.get(number)
    if (sql === undefined) throw new Error(`publish.md has no query ${number}`)
    return (await reader.query<Row>(withValues(sql, values))).rows
  }
  const call = <T>(method: string, ...params: unknown[]) => daemon.rpc.call<T>(method, ...params)
  const ofAddress = () => call<{ balance: number; received: number }>('getaddressbalance', { addresses: [address] })
  /** Returns the ids of tokens with rows in a view, those with most rows first. */
  async function tokensIn(view: string): Promise<string[]> {
    const { rows } = await reader.query<{ tokenid: string }>(
      `SELECT tokenid FROM ${view} GROUP BY tokenid ORDER BY count(*) DESC, tokenid`,
    )
    return rows.map(({ tokenid }) => tokenid)
  }

  it('come with ten queries in the document', () => {
    expect([...QUERIES.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('1 returns the published block', async () => {
    const [height, hash] = [await call('getblockcount'), await call('getbestblockhash')]
    expect(await run(1)).toEqual([expect.objectContaining({ chain: 'REGTEST', height: String(height), hash })])
  })

  it('2 returns the richest addresses with the balances of getaddressbalance', async () => {
    const rows = await run(2)
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) {
      const { balance } = await call<{ balance: number }>('getaddressbalance', { addresses: [row['address']] })
      expect([row['address'], Number(row['balance']) * COIN]).toEqual([row['address'], balance])
    }
  })

  it('3 returns the history of an address, with the ids of getaddresstxids', async () => {
    const rows = await run(3, { address })
    const ids = await call<string[]>('getaddresstxids', { addresses: [address] })
    expect(new Set(rows.map(({ txid }) => txid))).toEqual(new Set(ids))
    const sum = rows.reduce((total, { change }) => total + Math.round(Number(change) * COIN), 0)
    expect(sum).toBe((await ofAddress()).balance)
  })

  it('4 returns the balance of an address after a block', async () => {
    const height = await call<number>('getblockcount')
    const [now] = await run(4, { address, height })
    expect(Math.round(Number(now?.['balance']) * COIN)).toBe((await ofAddress()).balance)
    const deltas = await call<{ satoshis: number }[]>('getaddressdeltas', { addresses: [address], start: 1, end: 100 })
    const [then] = await run(4, { address, height: 100 })
    expect(Math.round(Number(then?.['balance']) * COIN)).toBe(deltas.reduce((sum, { satoshis }) => sum + satoshis, 0))
  })

  it('5 returns the outputs of a transaction with their spenders', async () => {
    const ids = (await call<string[]>('getaddresstxids', { addresses: [address] })).slice(0, 20)
    let spent = 0
    for (const txid of ids) {
      const { vout } = await call<{ vout: { value: number; spentTxId?: string; scriptPubKey: { type: string } }[] }>(
        'getrawtransaction',
        txid,
        1,
      )
      const spendable = vout.filter(({ scriptPubKey }) => scriptPubKey.type !== 'nulldata')
      const rows = await run(5, { txid })
      expect(rows.map(({ value, spent_by }) => [Number(value), spent_by])).toEqual(
        spendable.map(({ value, spentTxId }) => [value, spentTxId ?? null]),
      )
      spent += rows.filter(({ spent_by }) => spent_by !== null).length
    }
    expect(spent).toBeGreaterThan(0)
  })

  it('6 and 7 return sums over all blocks, and the supply of listsupply', async () => {
    const height = await call<number>('getblockcount')
    const days = await run(6)
    expect(days.reduce((sum, { blocks }) => sum + Number(blocks), 0)).toBe(height + 1)
    const supplies = await run(7)
    expect(supplies.map((row) => row['height'])).toEqual(['0', '100', '200'])
    const listed = await call<{ height: number; supply: number }[]>('listsupply', 500)
    for (const { height: at, supply } of supplies)
      expect([Number(at), Number(supply)]).toEqual([
        Number(at),
        listed.find((row) => row.height === Number(at))?.supply ?? 0,
      ])
  })

  it('8 returns the holders of tokenholders', async () => {
    const ids = await tokensIn('readable_token_holders')
    expect(ids.length).toBeGreaterThan(3)
    for (const tokenid of ids.slice(0, 5)) {
      const { rows } = await call<{ rows: { address: string; balance: number }[] }>('tokenholders', tokenid)
      const found = await run(8, { tokenid })
      expect(found.map(({ address, units }) => [address, Number(units)])).toEqual(
        expect.arrayContaining(rows.map(({ address, balance }) => [address, balance])),
      )
      expect(found.length).toBe(rows.length)
    }
  })

  it('9 returns the open orders of listorders', async () => {
    const { rows: open } = await reader.query<{ tokenid: string }>(
      "SELECT DISTINCT tokenid FROM readable_orders WHERE state = 'open'",
    )
    expect(open.length).toBeGreaterThan(0)
    for (const { tokenid } of open) {
      const { rows } = await call<{ rows: { order: string; unitsleft: number; coinsleft: number; side: string }[] }>(
        'listorders',
        { token: tokenid },
      )
      const shown = (order: string, side: unknown, units: unknown, coins: unknown) =>
        `${order} ${side} ${Number(units)} ${Number(coins)}`
      const found = await run(9, { tokenid })
      expect(
        found.map((row) => shown(String(row['ordertxid']), row['side'], row['unitsleft'], row['coinsleft'])).sort(),
      ).toEqual(rows.map((row) => shown(row.order, row.side, row.unitsleft, row.coinsleft)).sort())
    }
  })

  it('10 returns the newest trades of tokentrades', async () => {
    const { rows } = await call<{ rows: Record<'txid' | 'name' | 'side' | 'units' | 'coins', unknown>[] }>(
      'tokentrades',
    )
    const found = await run(10)
    expect(found.length).toBe(Math.min(20, rows.length))
    expect(found.length).toBeGreaterThan(0)
    for (const { txid, name, side, units, coins } of found) {
      const trade = { txid, name, side, units: Number(units), coins: Number(coins) }
      expect(rows).toContainEqual(expect.objectContaining(trade))
    }
  })

  it('shows names as text, kinds as words, and hashes and addresses as RPC does', async () => {
    for (const tokenid of await tokensIn('readable_tokens')) {
      const info = await call<{ name: string; description: string; owner: string; supply: number }>(
        'tokeninfo',
        tokenid,
      )
      const { rows } = await reader.query<Row>(
        'SELECT name, description, owner, supply FROM readable_tokens WHERE tokenid_bytes = hash_bytes($1)',
        [tokenid],
      )
      const { name, description, owner, supply } = info
      expect(rows).toContainEqual({ name, description, owner, supply: String(supply) })
    }
    const { rows } = await reader.query<{ kind: string }>('SELECT DISTINCT kind FROM readable_token_history')
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create', 'transfer', 'ask', 'fillask']))
    await expect(reader.query('SELECT address_hash($1)', [`${address.slice(0, -1)}1`])).rejects.toThrow(
      'not an address of this chain',
    )
    const { rows: odd } = await reader.query<Row>("SELECT name_text('\\xff00'::bytea) AS name, hash_text(NULL) AS hash")
    expect(odd).toEqual([{ name: '\\377\\000', hash: null }])
  })

  it('return rows from every readable view', async () => {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'chainwright'::regnamespace AND relname LIKE 'readable%'",
    )
    expect(rows.length).toBeGreaterThan(10)
    const empty: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await reader.query(`SELECT * FROM ${name} LIMIT 5`)
      if (rowCount === 0) empty.push(name)
    }
    // This chain has no notarisations.
    expect(empty).toEqual(['readable_notarisations'])
  })

  it('leave no table, view, column or function of the schema without a comment', async () => {
    const { rows } = await owner.query<{ object: string }>(`
        SELECT c.relname || coalesce('.' || a.attname, '') AS object
        FROM pg_class c LEFT JOIN LATERAL (
          SELECT attname, attnum FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
          UNION ALL SELECT NULL, 0) a ON true
        WHERE c.relnamespace = 'chainwright'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
          AND col_description(c.oid, a.attnum) IS NULL AND (a.attnum > 0 OR obj_description(c.oid, 'pg_class') IS NULL)
        UNION ALL SELECT proname FROM pg_proc
        WHERE pronamespace = 'chainwright'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL`)
    expect(rows).toEqual([])
  })

  it('find the transactions of a block by an index, which tables of version 3 get at the upgrade', async () => {
    const plan = async () => {
      const { rows } = await owner.query<{ plan: string }>('EXPLAIN SELECT raw FROM txs WHERE height = 5')
      return rows.map((row) => row['QUERY PLAN' as 'plan']).join('\n')
    }
    await owner.query('SET enable_seqscan = off; SET search_path = chainwright')
    expect(await plan()).toMatch(/using txs_0_height_idx[\s\S]*Index Cond: \(height = 5\)/)
    await owner.query('DROP INDEX txs_height_idx')
    expect(await plan()).not.toContain('txs_0_height_idx')
    await owner.query(migrations('')[3] ?? '')
    expect(await plan()).toContain('txs_0_height_idx')
  })

  it('lets the read-only user change nothing, even in a transaction that may write', async () => {
    for (const sql of [
      'DELETE FROM published',
      'UPDATE blocks SET size = 0',
      'CREATE TABLE chainwright.own (a int)',
      'DROP VIEW chainwright.readable_blocks',
    ]) {
      await expect(reader.query(sql)).rejects.toThrow(/read-only transaction/)
      await reader.query('BEGIN READ WRITE')
      await expect(reader.query(sql)).rejects.toThrow(/permission denied|must be owner/)
      await reader.query('ROLLBACK')
    }
  })

  it('lets the read-only user read tables that later versions add', async () => {
    await owner.query('CREATE TABLE chainwright.later (a int)')
    expect((await reader.query('SELECT * FROM later')).rowCount).toBe(0)
    await owner.query('DROP TABLE chainwright.later')
  })
})
