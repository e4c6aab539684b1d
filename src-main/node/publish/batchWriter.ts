import type { Cell } from '../storage/index.ts'
import type { AddressChange, BlockRows } from './blockRows.ts'
import type { Batch } from './chainReader.ts'
import type { ContractRows } from './contractRowReader.ts'
import { OrderStates } from './orderStates.ts'
import type { PostgresSession } from './postgresSession.ts'
import { partitionFor } from './schema.ts'

const ADD_TO_ADDRESSES = `
INSERT INTO addresses AS a (id, type, hash, balance, received, deltas, txs, utxos, zeros)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::numeric[], $5::numeric[], $6::bigint[], $7::bigint[],
  $8::bigint[], $9::bigint[])
ON CONFLICT (id) DO UPDATE SET balance = a.balance + excluded.balance, received = a.received + excluded.received,
  deltas = a.deltas + excluded.deltas, txs = a.txs + excluded.txs, utxos = a.utxos + excluded.utxos,
  zeros = a.zeros + excluded.zeros`

/** Adds to the sums of the unspent outputs. `outputs` is their number. */
const ADD_TO_BALANCES = `
INSERT INTO token_balances AS b (token, holder, value, outputs)
SELECT token, holder, sum(value)::bigint, sum(count) FROM (
  SELECT token, holder, value, 1 AS count FROM token_outputs WHERE id >= $1 AND id < $2
  UNION ALL SELECT token, holder, -value, -1 FROM token_outputs WHERE id = ANY($3::bigint[])
) changes GROUP BY token, holder
ON CONFLICT (token, holder) DO UPDATE SET value = b.value + excluded.value, outputs = b.outputs + excluded.outputs`

const MARK = (table: string) => `
UPDATE ${table} o SET spent_by = s.tx FROM unnest($1::bigint[], $2::bigint[]) AS s (id, tx) WHERE o.id = s.id`

type Identified = AddressChange & { readonly id: number }

/** Writes blocks into PostgreSQL. Must run in the transaction that moves the cursor. */
export class BatchWriter {
  readonly #session: PostgresSession
  readonly #orders: OrderStates
  /** First heights of the partitions known to exist. */
  readonly #partitions = new Set<number>()

  constructor(session: PostgresSession) {
    this.#session = session
    this.#orders = new OrderStates(session)
  }

  async write({ from, to, rows, shielded, notarisations, modules }: Batch): Promise<void> {
    const session = this.#session
    await this.#makePartitions(from.height + 1, to.height)
    for (const table of ['blocks', 'txs', 'tx_outputs', 'tx_inputs'] as const) await session.copy(table, rows[table])
    await session.copy('shielded_blocks', shielded)
    await session.copy('notarisations', notarisations)
    await this.#writeAddresses(rows)
    await this.#writeContracts(rows, modules, from.nextOrdinal, to.nextOrdinal)
  }

  /** Clears the list of known partitions: those created in a failed transaction were rolled back with it. */
  forgetPartitions(): void {
    this.#partitions.clear()
  }

  async #makePartitions(from: number, to: number): Promise<void> {
    for (let height = from; height <= to; height++) {
      const { first, statements } = partitionFor(height)
      if (this.#partitions.has(first)) continue
      for (const statement of statements) await this.#session.run(statement)
      this.#partitions.add(first)
    }
  }

  /** Assigns a new address the id of the output it first appears in. */
  async #identify(rows: BlockRows): Promise<Identified[]> {
    const changes = [...rows.addresses.values()]
    const known = await this.#session.run<{ type: string; hash: Uint8Array; id: string }>(
      'SELECT type, hash, id FROM addresses WHERE hash = ANY($1)',
      [changes.map(({ hash }) => Buffer.from(hash))],
    )
    const toAddressKey = (type: number | string, hash: Uint8Array) => `${type} ${Buffer.from(hash).toString('latin1')}`
    const ids = new Map(known.map(({ type, hash, id }) => [toAddressKey(type, hash), Number(id)]))
    return changes.map((change) => {
      const id = ids.get(toAddressKey(change.type, change.hash)) ?? change.firstOutput
      if (id === undefined) throw new Error('an address spends an amount that it never received')
      return { ...change, id }
    })
  }

  async #writeAddresses(rows: BlockRows): Promise<void> {
    const session = this.#session
    const changes = await this.#identify(rows)
    await session.run(ADD_TO_ADDRESSES, [
      changes.map(({ id }) => id),
      changes.map(({ type }) => type),
      changes.map(({ hash }) => Buffer.from(hash)),
      changes.map(({ balance }) => String(balance)),
      changes.map(({ received }) => String(received)),
      changes.map(({ deltas }) => deltas),
      changes.map(({ txs }) => txs),
      changes.map(({ utxos }) => utxos),
      changes.map(({ zeros }) => zeros),
    ])
    const deltas = changes.flatMap(({ id, rows: own }) => own.map((row): Cell[] => [id, ...row]))
    await session.copy('address_deltas', deltas)
    const spent = changes.flatMap(({ id, spent: own }) => own.map((output) => [id, output] as const))
    if (spent.length > 0)
      await session.run(
        `DELETE FROM address_unspent u USING unnest($1::bigint[], $2::bigint[]) AS s (address, output)
         WHERE u.address = s.address AND u.output = s.output`,
        [spent.map(([id]) => id), spent.map(([, output]) => output)],
      )
    const made = changes.flatMap(({ id, made: own }) => [...own].map(([output, value]): Cell[] => [id, output, value]))
    await session.copy('address_unspent', made)
  }

  async #writeContracts({ conditions }: BlockRows, modules: ContractRows, first: number, end: number): Promise<void> {
    const session = this.#session
    for (const [table, rows] of Object.entries(modules)) await session.copy(table, rows)
    if (conditions.length === 0 && Object.values(modules).every(({ length }) => length === 0)) return
    const ids = conditions.map(({ output }) => output)
    const spends = [ids, conditions.map(({ by }) => by)]
    await session.run(MARK('token_outputs'), spends)
    await session.run(MARK('order_outputs'), spends)
    await session.run(
      `UPDATE token_markers m SET spent_by = s.tx FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) AS s (txid, vout, tx)
       WHERE m.txid = s.txid AND m.vout = s.vout`,
      [conditions.map(({ txid }) => Buffer.from(txid)), conditions.map(({ index }) => index), spends[1]],
    )
    await session.run(ADD_TO_BALANCES, [first, end, ids])
    await session.run('DELETE FROM token_balances WHERE outputs = 0')
    const changed = await session.run<{ origin: string }>(
      `SELECT DISTINCT origin FROM order_outputs WHERE origin IS NOT NULL AND id >= $1 AND id < $2
       UNION SELECT origin FROM order_outputs WHERE origin IS NOT NULL AND id = ANY($3::bigint[])`,
      [first, end, ids],
    )
    await this.#orders.update(changed)
  }
}
