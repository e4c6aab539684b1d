import type { PostgresSession } from './postgresSession.ts'

/**
 * Sets the state of orders from their newest output. An order is open while that output is unspent. Otherwise its state
 * is the number of the event that spent it, plus one.
 */
const STANDING = `
UPDATE orders o SET output = newest.id, rate = newest.rate, ended = newest.spent_by,
  state = CASE WHEN newest.spent_by IS NULL THEN 0
    ELSE 1 + (SELECT e.kind FROM order_events e WHERE e.tx = newest.spent_by AND e.origin = newest.origin) END
FROM (SELECT DISTINCT ON (origin) origin, id, rate, spent_by FROM order_outputs WHERE origin = ANY($1::bigint[])
  ORDER BY origin, id DESC) newest
WHERE o.id = newest.origin`

export class OrderStates {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    this.#session = session
  }

  /** @param origins rows with the ids of orders whose outputs changed */
  async update(origins: readonly { readonly origin: string }[]): Promise<void> {
    if (origins.length > 0) await this.#session.run(STANDING, [origins.map(({ origin }) => origin)])
  }
}
