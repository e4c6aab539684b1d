import type { Client } from 'pg'
import { withServer } from '../publish/tables.ts'
import type { RpcClient } from '../support/rpcClient.ts'
import type { BlockFacts } from './blockFile.ts'
import { type Call, type ChainSample, comparedCalls } from './calls.ts'
import type { Installation } from './installation.ts'
import { count, type PrintRow } from './rows.ts'

/** Each query returns the number of rows that contradict the others: 0 in complete tables without duplicates. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'transactions that are there twice': 'SELECT count(*) - count(DISTINCT txid) FROM txs',
  'gaps between the numbers of transactions': `SELECT count(*) FROM (
    SELECT ordinal + outputs AS expected, lead(ordinal) OVER (ORDER BY ordinal) AS found FROM txs) t WHERE found <> expected`,
  'blocks with another number of transactions': `SELECT count(*) FROM blocks b LEFT JOIN (
    SELECT height, count(*) AS found FROM txs GROUP BY height) t USING (height)
    WHERE b.height > 0 AND b.tx_count IS DISTINCT FROM t.found`,
  'transactions with another number of outputs': `SELECT abs(
    (SELECT sum(outputs) FROM txs) - (SELECT count(*) FROM tx_outputs o WHERE o.id >= (SELECT min(ordinal) FROM txs)))`,
  'outputs that are spent twice': 'SELECT count(*) - count(DISTINCT output) FROM tx_inputs',
  'addresses whose changes do not add up': `SELECT count(*) FROM addresses a FULL JOIN (
    SELECT address, sum(value) AS balance, count(*) AS deltas FROM address_deltas GROUP BY address) d ON d.address = a.id
    WHERE a.balance IS DISTINCT FROM d.balance OR a.deltas IS DISTINCT FROM d.deltas`,
  'addresses whose unspent outputs do not add up': `SELECT count(*) FROM addresses a LEFT JOIN (
    SELECT address, sum(value) AS balance, count(*) AS utxos FROM address_unspent GROUP BY address) u ON u.address = a.id
    WHERE a.balance <> coalesce(u.balance, 0) OR a.utxos <> coalesce(u.utxos, 0)`,
}

/** Tables whose rows are compared between the two servers. */
const COMPARED = ['blocks', 'txs', 'tx_outputs', 'tx_inputs', 'addresses', 'address_deltas', 'address_unspent']

async function readNumber(client: Client, sql: string): Promise<number> {
  const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' })
  return Number(rows[0]?.[0])
}

/** Compares the blocks of a database with those of the bootstrap file, which no node has written. */
async function checkBlocks(client: Client, facts: readonly BlockFacts[]): Promise<void> {
  const { rows } = await client.query<{ height: string; hash: string; txs: string }>(
    "SELECT height, encode(hash, 'hex') AS hash, tx_count AS txs FROM blocks WHERE height > 0 ORDER BY height",
  )
  if (rows.length !== facts.length) throw new Error(`${rows.length} blocks published, ${facts.length} expected`)
  for (const [index, { height, hash, txs }] of rows.entries()) {
    const expected = facts[index]!
    if (Number(height) !== index + 1 || hash !== expected.hash || Number(txs) !== expected.txCount)
      throw new Error(`another block at height ${index + 1}`)
  }
}

async function checkTables(client: Client, facts: readonly BlockFacts[]): Promise<readonly string[]> {
  await checkBlocks(client, facts)
  for (const [what, sql] of Object.entries(CONTRADICTIONS)) {
    const found = await readNumber(client, sql)
    if (found !== 0) throw new Error(`${what}: ${found}`)
  }
  const sums: string[] = []
  for (const table of COMPARED) {
    const { rows } = await client.query(`SELECT sum(hashtextextended(t::text, 0))::text AS sum FROM ${table} t`)
    sums.push(`${table} ${rows[0]?.sum}`)
  }
  return sums
}

/** Sends each call to the node and to the others. Returns the calls whose replies differ. */
async function compareReplies(
  node: RpcClient,
  others: readonly RpcClient[],
  calls: readonly Call[],
): Promise<string[]> {
  const differing: string[] = []
  for (const [method, ...params] of calls) {
    const expected = await node.raw(method, params)
    for (const [index, other] of others.entries()) {
      const { status, body } = await other.raw(method, params)
      if (status !== expected.status || body !== expected.body)
        differing.push(`${index}: ${method} ${JSON.stringify(params).slice(0, 100)}: ${body.slice(0, 200)}`)
    }
  }
  return differing
}

/**
 * Checks both servers against the bootstrap file and themselves, and the replies of both query processes and of nginx
 * against the node's.
 * @throws Error at the first difference
 */
export async function checkInstallation(
  installation: Installation,
  { sample, facts }: { sample: ChainSample; facts: readonly BlockFacts[] },
  print: PrintRow,
): Promise<void> {
  const [first = [], second = []] = [
    await withServer(installation.primaryUrl, (client) => checkTables(client, facts)),
    await withServer(installation.replicaUrl, (client) => checkTables(client, facts)),
  ]
  if (first.join() !== second.join()) throw new Error(`the replica differs: ${first.join()}; ${second.join()}`)
  const clients = [installation.connectProxy(), installation.connectQuery(0), installation.connectQuery(1)]
  const calls = comparedCalls(sample)
  const differing = await compareReplies(installation.node.rpc, clients, calls)
  for (const client of clients) client.close()
  print({
    what: `checked: ${count(facts.length)} blocks on both servers, each once; ${count(calls.length)} calls, each answered by nginx and both query processes as by the node`,
  })
  if (differing.length > 0) throw new Error(`${differing.length} replies differ:\n${differing.slice(0, 20).join('\n')}`)
}
