import { OrderStates } from './orderStates.ts'
import type { PostgresSession } from './postgresSession.ts'

/** Subtracts the deltas above a height from the rows of their addresses. */
const SUBTRACT_FROM_ADDRESSES = `
UPDATE addresses a SET balance = a.balance - c.balance, received = a.received - c.received, deltas = a.deltas - c.deltas,
  txs = a.txs - c.txs, utxos = a.utxos - c.utxos, zeros = a.zeros - c.zeros
FROM (
  SELECT address, sum(value) AS balance, coalesce(sum(value) FILTER (WHERE io % 2 = 0), 0) AS received, count(*) AS deltas,
    count(DISTINCT tx) AS txs, sum(CASE WHEN io % 2 = 0 THEN 1 ELSE -1 END) AS utxos,
    sum(CASE WHEN value <> 0 THEN 0 WHEN io % 2 = 0 THEN 1 ELSE -1 END) AS zeros
  FROM address_deltas WHERE height > $1 GROUP BY address
) c WHERE a.id = c.address`

/** Restores older outputs that the removed blocks had spent. */
const UNSPEND = `
INSERT INTO address_unspent (address, output, value)
SELECT d.address, i.output, -d.value FROM tx_inputs i
JOIN address_deltas d ON d.tx = i.tx AND d.io = 2 * i.input + 1 AND d.height = i.height
WHERE i.height > $1 AND i.output < $2`

const RETURN_TO_BALANCES = `
INSERT INTO token_balances AS b (token, holder, value, outputs)
SELECT token, holder, sum(value)::bigint, sum(count) FROM (
  SELECT token, holder, value, 1 AS count FROM token_outputs WHERE id < $1 AND spent_by >= $1
  UNION ALL SELECT token, holder, -value, -1 FROM token_outputs WHERE id >= $1 AND spent_by IS NULL
) changes GROUP BY token, holder
ON CONFLICT (token, holder) DO UPDATE SET value = b.value + excluded.value, outputs = b.outputs + excluded.outputs`

/** Removes published blocks. Must run in the transaction that moves the cursor. */
export class BlockRemover {
  readonly #session: PostgresSession
  readonly #orders: OrderStates

  constructor(session: PostgresSession) {
    this.#session = session
    this.#orders = new OrderStates(session)
  }

  /**
   * Removes all blocks above a height.
   * @param first number of the first transaction above it
   */
  async removeAbove(height: number, first: number): Promise<void> {
    const session = this.#session
    await session.run(SUBTRACT_FROM_ADDRESSES, [height])
    await session.run('DELETE FROM address_unspent WHERE output >= $1', [first])
    await session.run(UNSPEND, [height, first])
    await session.run('DELETE FROM addresses WHERE id >= $1', [first])
    await this.#rollBackContracts(first)
    for (const table of ['address_deltas', 'tx_inputs', 'tx_outputs', 'txs', 'shielded_blocks', 'blocks'])
      await session.run(`DELETE FROM ${table} WHERE height > $1`, [height])
  }

  async #rollBackContracts(first: number): Promise<void> {
    const session = this.#session
    await session.run(RETURN_TO_BALANCES, [first])
    await session.run('DELETE FROM token_balances WHERE outputs = 0')
    const reopened = await session.run<{ origin: string }>(
      'SELECT DISTINCT origin FROM order_outputs WHERE origin < $1 AND (spent_by >= $1 OR id >= $1)',
      [first],
    )
    await session.run('DELETE FROM token_markers WHERE token >= $1', [first])
    await session.run('DELETE FROM token_old_markers WHERE token >= $1', [first])
    for (const table of ['tokens', 'token_outputs', 'order_outputs', 'orders'])
      await session.run(`DELETE FROM ${table} WHERE id >= $1`, [first])
    for (const table of ['token_events', 'order_events'])
      await session.run(`DELETE FROM ${table} WHERE tx >= $1`, [first])
    for (const table of ['token_markers', 'token_outputs', 'order_outputs'])
      await session.run(`UPDATE ${table} SET spent_by = NULL WHERE spent_by >= $1`, [first])
    await this.#orders.update(reopened)
  }
}
